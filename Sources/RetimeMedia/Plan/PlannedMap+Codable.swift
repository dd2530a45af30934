// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

extension PlannedMap: Codable {
  /// Decodes what `encode(to:)` gives.
  ///
  /// - Throws: `DecodingError`, also for sections that make no sense.
  public init(from decoder: any Decoder) throws {
    let document = try MapDocument(from: decoder)
    do {
      try self.init(document.parts(end: RationalTime(.max, 1)))
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(error)")
      )
    }
  }

  /// Encodes the sections as a map's file has them, and how long they last.
  public func encode(to encoder: any Encoder) throws {
    try MapDocument(parts, duration: try parts.total()).encode(to: encoder)
  }
}
