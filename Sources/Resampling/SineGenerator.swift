// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// A sine tone, the same in all channels.
///
/// Each sample is computed from the number of its frame. Nothing adds up, so the tone is as exact after
/// a day as at its start.
public struct SineGenerator: SampleProvider, Sendable {
  /// The samples of a frame.
  public let channelCount: Int
  private let frequency: Double
  private let amplitude: Double
  private let sampleRate: Double
  private let frameCount: Int?
  private var position = 0

  /// Makes a tone that begins at 0 and rises.
  ///
  /// `frequency` and `sampleRate` are in hertz; `frequency` is at most half of `sampleRate`.
  /// `amplitude` is the peak, 1 for full scale. Without `frameCount` the tone does not end. Throws for
  /// what is out of range.
  public init(
    frequency: Double,
    amplitude: Double = 0.5,
    sampleRate: Int,
    channelCount: Int = 1,
    frameCount: Int? = nil
  ) throws(ResamplingError) {
    try ResamplingError.check(sampleRate: sampleRate)
    try ResamplingError.check(channelCount: channelCount)
    guard frequency >= 0, frequency <= Double(sampleRate) / 2 else {
      throw .frequency(frequency, sampleRate: sampleRate)
    }
    if let frameCount, frameCount < 0 { throw .frameCount(frameCount) }
    self.frequency = frequency
    self.amplitude = amplitude
    self.sampleRate = Double(sampleRate)
    self.channelCount = channelCount
    self.frameCount = frameCount
  }

  /// Fills `buffer` with the next frames, or tells the end.
  public mutating func read(into buffer: inout MutableSpan<Double>) -> SampleSupply {
    let asked = buffer.count / channelCount
    let count = min(asked, (frameCount ?? .max) - position)
    guard count > 0 || asked == 0 else { return .end }
    for frame in 0..<count {
      let value = sample(ofFrame: position + frame)
      for channel in 0..<channelCount { buffer[frame * channelCount + channel] = value }
    }
    position += count
    return .data(frames: count)
  }

  /// The value of frame `number`, whichever are read, in all channels.
  public func sample(ofFrame number: Int) -> Double {
    // The periods so far are frequency × number ÷ rate. The product is rounded; what rounding took off
    // is exact too, and so is the remainder. Whole periods then leave without a trace.
    let product = frequency * Double(number)
    let lost = (-product).addingProduct(frequency, Double(number))
    let periods = (product.remainder(dividingBy: sampleRate) + lost) / sampleRate
    return amplitude * sin(2 * .pi * periods)
  }
}
