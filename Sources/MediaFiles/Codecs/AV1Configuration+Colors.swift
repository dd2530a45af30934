// SPDX-License-Identifier: MPL-2.0

extension AV1Configuration {
  /// The number of bytes in which a sequence header is searched.
  package static let headCount = 256

  /// Returns a packet whose sequence header states a color description; nil if it has none, or the same one.
  ///
  /// Primaries, transfer and matrix are code points of ITU-T H.273; 2 is unspecified.
  package static func stating(
    isFullRange: Bool,
    primaries: Int,
    transfer: Int,
    matrix: Int,
    in packet: Span<UInt8>
  ) -> [UInt8]? {
    let head = (0..<min(packet.count, headCount)).map { packet[$0] }
    guard let own = AV1Configuration(stream: head), own.colors.description?.matrix != 0,
      matrix != 0
    else { return nil }
    let codes = [primaries, transfer, matrix]
    let hasCodes = codes.contains { $0 != 2 }
    let stated = hasCodes ? codes.flatMap { code in (0..<8).map { code >> (7 - $0) & 1 == 1 } } : []
    // What follows the range is the place of chroma samples, and in profile 2 the subsampling.
    let rest = own.colorBits.dropFirst(own.colorBits[0] ? 26 : 2)
    return replacingColors(in: packet, by: [hasCodes] + stated + [isFullRange] + rest)
  }

  /// Returns a packet whose sequence header tells its colors by other bits; nil if it has none, or the same bits.
  ///
  /// The header may become shorter or longer, and with it the unit, whose size is written anew.
  static func replacingColors(in packet: Span<UInt8>, by bits: [Bool]) -> [UInt8]? {
    let head = (0..<min(packet.count, headCount)).map { packet[$0] }
    guard let place = sequenceHeader(in: head), let own = AV1Configuration(stream: head),
      own.colorBits != bits
    else { return nil }
    let header = own.replacingColors(by: bits)
    guard header.count < 128 else { return nil }
    // A header without an extension, with a size.
    let unit = [0x0a, UInt8(header.count)] + header
    let rest = (place.unit.upperBound..<packet.count).map { packet[$0] }
    return Array(head[..<place.unit.lowerBound]) + unit + rest
  }
}
