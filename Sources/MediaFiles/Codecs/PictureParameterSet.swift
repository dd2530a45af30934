// SPDX-License-Identifier: MPL-2.0

/// A PPS of H.264 (ITU-T H.264, 7.3.2.2) or HEVC (ITU-T H.265, 7.3.2.3.1), as far as its identifiers.
struct PictureParameterSet {
  /// Its own identifier.
  let identifier: Int
  private let head: [UInt8], payload: [UInt8]

  /// Reads a NAL unit; nil if it ends before the identifiers do.
  init?(_ unit: [UInt8], _ codec: ParameterSets.Codec) {
    head = Array(unit.prefix(codec.unitHeadCount))
    payload = NALUnits.unescaped(unit.dropFirst(head.count))
    var bits = BitReader(payload)
    identifier = bits.number()
    _ = bits.number()
    guard !bits.isPastEnd else { return nil }
  }

  /// Returns an identifier of 9 bits that none of these units has; nil if all are taken.
  static func freeIdentifier(besides units: [[UInt8]], _ codec: ParameterSets.Codec) -> Int? {
    let used = Set(units.compactMap { PictureParameterSet($0, codec)?.identifier })
    return (15...30).first { !used.contains($0) }
  }

  /// Returns the NAL unit with another identifier, for an SPS with the identifier `sps`.
  func unit(identifier: Int, sps: Int) -> [UInt8] {
    var (reader, writer) = (BitReader(payload), BitWriter())
    _ = (reader.number(), reader.number())
    writer.writeNumber(identifier)
    writer.writeNumber(sps)
    writer.copy(&reader, upTo: BitReader.payloadBitCount(payload))
    return head + NALUnits.escaped(writer.payload)
  }
}
