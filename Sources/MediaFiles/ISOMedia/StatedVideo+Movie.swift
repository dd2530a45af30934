// SPDX-License-Identifier: MPL-2.0

extension StatedVideo {
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
}
