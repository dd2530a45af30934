// SPDX-License-Identifier: MPL-2.0

/// The comparison of a smart rendering: its copied frames, which must be identical, and its encoded ones.
package struct JoinComparison: Sendable, Equatable {
  /// The number of copied frames that were compared, and of those that are identical.
  package var copied = 0, identical = 0
  /// The places where frames are encoded, in order.
  package var joins: [Join] = []

  /// A range of the result whose frames are encoded.
  package struct Join: Sendable, Equatable {
    /// The start and the end, in seconds of the result.
    package var start: Double, end: Double
    /// The number of frames that were compared.
    package var frames: Int
    /// The peak signal-to-noise ratio in decibels; nil if all values are identical.
    package var psnr: Double?
  }

  /// The number of encoded frames that were compared.
  package var encoded: Int { joins.reduce(0) { $0 + $1.frames } }
}

extension JoinComparison: Codable {
  private enum CodingKeys: String, CodingKey { case copied, identical, encoded, joins }

  /// Encodes the comparison with the number of encoded frames.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(copied, forKey: .copied)
    try values.encode(identical, forKey: .identical)
    try values.encode(encoded, forKey: .encoded)
    try values.encode(joins, forKey: .joins)
  }

  /// Decodes an encoded comparison.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    copied = try values.decode(Int.self, forKey: .copied)
    identical = try values.decode(Int.self, forKey: .identical)
    joins = try values.decode([Join].self, forKey: .joins)
  }
}

extension JoinComparison.Join: Codable {
  private enum CodingKeys: String, CodingKey { case start, end, frames, psnr }

  /// Encodes the join with times rounded to the microsecond and the ratio to a tenth.
  package func encode(to encoder: any Encoder) throws {
    let microseconds = { (seconds: Double) in (seconds * 1e6).rounded() / 1e6 }
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(microseconds(start), forKey: .start)
    try values.encode(microseconds(end), forKey: .end)
    try values.encode(frames, forKey: .frames)
    try values.encode(psnr.map { ($0 * 10).rounded() / 10 }, forKey: .psnr)
  }
}
