// SPDX-License-Identifier: MPL-2.0

/// A setting that cannot be.
public enum ResamplingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A sample rate in hertz that is out of range.
  case sampleRate(Int)
  /// Two sample rates in hertz that lie too far apart.
  case ratio(sourceRate: Int, destinationRate: Int)
  /// A number of channels that is out of range.
  case channelCount(Int)
  /// A number of channels that cannot be converted to another number.
  case channels(source: Int, destination: Int)
  /// A number of frames below none.
  case frameCount(Int)
  /// A buffer's size in frames that is out of range.
  case capacity(Int, channelCount: Int)
  /// A frequency in hertz that the sample rate cannot carry.
  case frequency(Double, sampleRate: Int)
  /// The message of libsoxr if it cannot start, such as "malloc failed".
  case library(String)

  /// The sample rates that are taken, in hertz.
  public static let sampleRates = 1...100_000_000
  /// The largest ratio of the two rates.
  public static let greatestRatio = 256
  /// The numbers of channels that are taken.
  public static let channelCounts = 1...256
  /// The most samples that a `RingBufferProvider` holds, all channels together: 2 GiB of memory.
  public static let greatestCapacity = 1 << 28

  /// The message: what was given, what is allowed, and what to do.
  public var description: String {
    switch self {
    case .sampleRate(let rate):
      "a sample rate of \(rate) Hz: give \(Self.text(Self.sampleRates)) Hz"
    case .ratio(let source, let destination):
      """
      from \(source) to \(destination) Hz: give rates of which one is at most \
      \(Self.greatestRatio) times the other, or go in two steps
      """
    case .channelCount(let count):
      "\(count) channels: give \(Self.text(Self.channelCounts))"
    case .channels(let source, let destination):
      "\(source) channels into \(destination): give \(source), or mix the source to 1 first"
    case .frameCount(let count):
      "\(count) frames: give 0 or more, or nil for sound without an end"
    case .capacity(let frames, let channels):
      """
      a buffer for \(frames) frames of \(channels) channels: \
      give 1 to \(Self.greatestCapacity / max(channels, 1)) frames
      """
    case .frequency(let frequency, let rate):
      "a tone of \(frequency) Hz at \(rate) Hz: give 0 to \(Double(rate) / 2) Hz"
    case .library(let text):
      "libsoxr cannot begin: \(text)"
    }
  }

  private static func text(_ range: ClosedRange<Int>) -> String {
    "\(range.lowerBound) to \(range.upperBound)"
  }

  /// Throws unless `rate` is one that is taken.
  static func check(sampleRate rate: Int) throws(Self) {
    guard sampleRates.contains(rate) else { throw .sampleRate(rate) }
  }

  /// Throws unless `count` is one that is taken.
  static func check(channelCount count: Int) throws(Self) {
    guard channelCounts.contains(count) else { throw .channelCount(count) }
  }
}
