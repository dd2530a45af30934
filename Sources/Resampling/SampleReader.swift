// SPDX-License-Identifier: MPL-2.0

/// Takes one sample at a time from a provider, which is asked for whole blocks.
///
/// One owner, one thread at a time. Allocates nothing after its creation. What the provider gives
/// is held for up to 1,024 frames: it is ahead of what is taken by as much.
public struct SampleReader<Provider: SampleProvider & ~Copyable>: ~Copyable {
  /// One step through the sound.
  public enum Step: Sendable, Equatable {
    /// The next sample: all channels of a frame in order, then those of the next one.
    case sample(Double)
    /// None now, and the sound is not over.
    case noDataNow
    /// None any more.
    case end
  }

  private var block: ProviderBlock<Provider>
  private var nextChannel = 0

  /// The samples of a frame.
  public var channelCount: Int { block.channelCount }

  /// Reads from `provider`, which is now this reader's own.
  ///
  /// Throws when the provider has a number of channels that is not taken.
  public init(_ provider: consuming Provider) throws(ResamplingError) {
    block = try ProviderBlock(provider)
  }

  /// The next sample, or why there is none.
  ///
  /// Complexity: O(1), and each 1,024 frames one call of the provider.
  public mutating func next() throws(ProviderError<Provider.Failure>) -> Step {
    if block.pending.isEmpty {
      switch try block.refill() {
      case .data: break
      case .noDataNow: return .noDataNow
      case .end: return .end
      }
    }
    let sample = block.samples[block.pending.lowerBound * block.channelCount + nextChannel]
    nextChannel += 1
    if nextChannel == block.channelCount {
      nextChannel = 0
      block.use(1)
    }
    return .sample(sample)
  }
}

extension SampleReader: Sendable where Provider: Sendable & ~Copyable {}
