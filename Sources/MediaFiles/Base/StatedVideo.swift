// SPDX-License-Identifier: MPL-2.0

/// The colorimetry and field order that a container states for a video track, beside those of the stream.
///
/// Primaries, transfer and matrix are code points of ITU-T H.273, which MP4, QuickTime and Matroska share.
package struct StatedVideo: Sendable, Equatable, Codable {
  package var primaries: Int?, transfer: Int?, matrix: Int?
  package var isFullRange: Bool?
  /// The number of QuickTime's `fiel` and Matroska's `FieldOrder` for two fields, 0 for progressive video.
  package var fields: Int?
  /// Whether code points that are nil here are removed from the result, because the muxer invents them.
  package var dropsOthers = false
  /// Whether a field order that the muxer invents is removed from a QuickTime file.
  package var dropsFields = false

  package init() {}

  /// The known numbers of field orders.
  static let fieldNumbers: Set<Int> = [1, 6, 9, 14]

  /// Whether it states and removes nothing.
  package var isEmpty: Bool { self == StatedVideo() }

  /// Whether it states a code point or the range.
  package var hasColors: Bool {
    primaries != nil || transfer != nil || matrix != nil || isFullRange != nil
  }

  /// Returns a code point; nil for 2, unspecified, and for reserved ones.
  private static func code(_ number: Int?) -> Int? {
    number.flatMap { 0...22 ~= $0 && $0 != 2 && $0 != 3 ? $0 : nil }
  }

  // MARK: - MP4 and QuickTime

  /// Reads an atom of a sample description: `colr` (ISO/IEC 14496-12, 12.1.5) or `fiel` (QuickTime File Format).
  mutating func read(_ kind: FourCharCode, _ bytes: [UInt8]) {
    if kind == "fiel", bytes.count >= 2 {
      fields = bytes[0] == 1 ? 0 : Int(bytes[1])
      if let number = fields, number != 0, !Self.fieldNumbers.contains(number) { fields = nil }
    }
    guard kind == "colr", bytes.count >= 10,
      case let type = FourCharCode(rawValue: UInt32(bytes[0..<4].bigEndian)),
      type == "nclx" || type == "nclc"
    else { return }
    let numbers = [4, 6, 8].map { Self.code(Int(bytes[$0..<$0 + 2].bigEndian)) }
    (primaries, transfer, matrix) = (numbers[0], numbers[1], numbers[2])
    if type == "nclx", bytes.count >= 11 { isFullRange = bytes[10] & 0x80 != 0 }
  }

  /// Writes the values into a sample description.
  ///
  /// `isQuickTime`: whether the file is no MP4. QuickTime's `colr` has no range; if the range is full, MP4's form is
  /// written, as levels would be wrong without it.
  package func write(to description: inout Atom, isQuickTime: Bool) {
    let bytes = description.head + description.body + description.atoms.flatMap(\.bytes)
    guard bytes.count >= 78, var parts = Atom.parse(bytes[78...]) else { return }
    var colors = StatedVideo()
    for part in parts { colors.read(part.kind, part.body) }
    if hasColors || dropsOthers {
      parts.removeAll { part in
        part.kind == "colr"
          && (part.body.starts(with: "nclx".utf8) || part.body.starts(with: "nclc".utf8))
      }
    }
    if hasColors {
      let isFull = isFullRange ?? colors.isFullRange ?? false
      let hasRange = !isQuickTime || isFull
      if dropsOthers { colors = StatedVideo() }
      let numbers = [
        primaries ?? colors.primaries, transfer ?? colors.transfer, matrix ?? colors.matrix,
      ]
      let codes = numbers.flatMap { ($0 ?? 2).bytes(2) }
      parts.append(
        Atom(
          "colr",
          Array((hasRange ? "nclx" : "nclc").utf8) + codes + (hasRange ? [isFull ? 0x80 : 0] : [])
        )
      )
    }
    // ISO/IEC 14496-12 has no such atom.
    if isQuickTime, fields != nil || dropsFields { parts.removeAll { $0.kind == "fiel" } }
    if isQuickTime, let fields {
      parts.append(Atom("fiel", fields == 0 ? [1, 0] : [2, UInt8(clamping: fields)]))
    }
    description.head = []
    description.body = bytes.prefix(78) + parts.flatMap(\.bytes)
  }

  // MARK: - Matroska

  /// Reads a track entry (RFC 9559, sections 5.1.4.1.28.1, 5.1.4.1.28.2 and 5.1.4.1.28.16 ff.).
  init(_ entry: FileElement) {
    guard let video = entry[EBML.ID.video] else { return }
    switch video[EBML.ID.flagInterlaced]?.number {
    case 1:
      fields = video[EBML.ID.fieldOrder]?.number.flatMap {
        Self.fieldNumbers.contains($0) ? $0 : nil
      }
    case 2: fields = 0
    default: break
    }
    guard let colour = video[EBML.ID.colour] else { return }
    primaries = Self.code(colour[EBML.ID.primaries]?.number)
    transfer = Self.code(colour[EBML.ID.transfer]?.number)
    matrix = Self.code(colour[EBML.ID.matrix]?.number)
    switch colour[EBML.ID.range]?.number {
    case 1: isFullRange = false
    case 2: isFullRange = true
    default: break
    }
  }

  /// Writes the values into a track entry, whose `Video` and `Colour` elements are parsed.
  package func write(to entry: inout [EBML]) {
    guard let index = entry.firstIndex(where: { $0.id == EBML.ID.video }) else { return }
    var video = entry[index].elements
    var colour = video.first { $0.id == EBML.ID.colour }?.elements ?? []
    let codes = [
      (EBML.ID.primaries, primaries), (EBML.ID.transfer, transfer), (EBML.ID.matrix, matrix),
      (EBML.ID.range, isFullRange.map { $0 ? 2 : 1 }),
    ]
    for (id, code) in codes where code != nil || dropsOthers {
      colour.removeAll { $0.id == id }
      if let code { colour.append(EBML(id, number: UInt64(code))) }
    }
    video.removeAll { $0.id == EBML.ID.colour }
    if !colour.isEmpty { video.append(EBML(EBML.ID.colour, colour)) }
    if let fields {
      video.removeAll { $0.id == EBML.ID.flagInterlaced || $0.id == EBML.ID.fieldOrder }
      video.append(EBML(EBML.ID.flagInterlaced, number: fields == 0 ? 2 : 1))
      if fields > 0 { video.append(EBML(EBML.ID.fieldOrder, number: UInt64(fields))) }
    }
    entry[index] = EBML(EBML.ID.video, video)
  }
}
