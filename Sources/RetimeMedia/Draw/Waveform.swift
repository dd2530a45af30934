// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// The peaks of audio over time.
public struct Waveform: Sendable, Equatable {
  /// The maximum number of sections.
  static let limit = 800

  /// The duration in seconds, as decoded.
  public var duration: Double
  /// The minimum and maximum samples of equally long sections, over all channels, from -1 to 1.
  public var peaks: [WaveformPeaks.Peak]
}

extension Waveform: Encodable {
  private enum Key: String, CodingKey { case duration, peaks }

  /// Encodes peaks as pairs of numbers with four decimals: more than a screen can show.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(duration, forKey: .duration)
    // Adding 0 turns -0 into 0.
    let number = { (sample: Float) in (Double(max(-1, min(1, sample))) * 1e4).rounded() / 1e4 + 0 }
    try values.encode(peaks.map { [number($0.least), number($0.greatest)] }, forKey: .peaks)
  }
}
