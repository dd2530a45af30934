// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// How loud a sound is when.
public struct Waveform: Sendable, Equatable {
  /// The stretches that there are at most.
  static let limit = 800

  /// The duration in seconds, as it was decoded.
  public var duration: Double
  /// The least and the greatest sample of stretches of the same length, of all channels together, -1 to 1.
  public var peaks: [WaveformPeaks.Peak]
}

extension Waveform: Encodable {
  private enum Key: String, CodingKey { case duration, peaks }

  /// Encodes peaks as pairs of numbers with four decimals: more than a screen can show.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(duration, forKey: .duration)
    // Adding 0 makes 0 of -0.
    let number = { (sample: Float) in (Double(max(-1, min(1, sample))) * 1e4).rounded() / 1e4 + 0 }
    try values.encode(peaks.map { [number($0.least), number($0.greatest)] }, forKey: .peaks)
  }
}
