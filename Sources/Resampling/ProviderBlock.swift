// SPDX-License-Identifier: MPL-2.0

/// A provider with the block of it that is being used up.
struct ProviderBlock<Provider: SampleProvider & ~Copyable>: ~Copyable {
  /// Frames asked for at once.
  static var frameCount: Int { 1_024 }

  let channelCount: Int
  private var provider: Provider
  /// Frames of the block, and which of them are still to be used.
  private(set) var samples: [Double]
  private(set) var pending = 0..<0

  init(_ provider: consuming Provider) throws(ResamplingError) {
    let channels = provider.channelCount
    try ResamplingError.check(channelCount: channels)
    channelCount = channels
    self.provider = provider
    samples = [Double](repeating: 0, count: Self.frameCount * channels)
  }

  /// Marks the next `count` pending frames as used.
  mutating func use(_ count: Int) { pending = pending.lowerBound + count..<pending.upperBound }

  /// Reads the next block once the last one is consumed.
  mutating func refill() throws(ProviderError<Provider.Failure>) -> SampleSupply {
    let supply: SampleSupply
    do {
      supply = try Self.ask(&provider, &samples)
    } catch {
      throw .source(error)
    }
    guard case .data(let frames) = supply else { return supply }
    guard (0...Self.frameCount).contains(frames) else {
      throw .miscounted(frames: frames, asked: Self.frameCount)
    }
    pending = 0..<frames
    // A provider that gives no frames has no data now; asking it again might loop forever.
    return frames == 0 ? .noDataNow : supply
  }

  /// One call of the provider, which fills all of `samples` if it can.
  private static func ask(
    _ provider: inout Provider,
    _ samples: inout [Double]
  ) throws(Provider.Failure) -> SampleSupply {
    var span = samples.mutableSpan
    return try provider.read(into: &span)
  }

  /// Makes the whole block silence, to be used once more.
  mutating func silence() {
    for index in samples.indices { samples[index] = 0 }
    pending = 0..<Self.frameCount
  }
}

extension ProviderBlock: Sendable where Provider: Sendable & ~Copyable {}
