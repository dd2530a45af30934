// SPDX-License-Identifier: MPL-2.0

/// The number of frames at another sample rate.
///
/// Use it to say beforehand how long the output of a `Resampler` will be.
public struct ResampledLength: Sendable {
  private let sourceRate: Int
  private let destinationRate: Int

  /// Takes rates in hertz, and throws for those that a `Resampler` does not take.
  public init(sourceRate: Int, destinationRate: Int) throws(ResamplingError) {
    try ResamplingError.check(sampleRate: sourceRate)
    try ResamplingError.check(sampleRate: destinationRate)
    let (low, high) = (min(sourceRate, destinationRate), max(sourceRate, destinationRate))
    guard high <= low * ResamplingError.greatestRatio else {
      throw .ratio(sourceRate: sourceRate, destinationRate: destinationRate)
    }
    self.sourceRate = sourceRate
    self.destinationRate = destinationRate
  }

  /// `count` × destination ÷ source, to the nearest, up when halfway.
  public func frames(ofSource count: Int) -> Int {
    let (source, destination) = (Int128(sourceRate), Int128(destinationRate))
    return Int(clamping: (2 * Int128(max(count, 0)) * destination + source) / (2 * source))
  }
}
