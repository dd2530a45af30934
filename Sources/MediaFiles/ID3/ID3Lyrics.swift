// SPDX-License-Identifier: MPL-2.0

/// Lyrics in frames of an ID3v2 tag.
///
/// USLT and SYLT as in "ID3 tag version 2.4.0 - Native Frames", sections 4.8 and 4.9.
package enum ID3Lyrics {
  /// Returns the lyrics of a frame; nil for other frames, and for lyrics that count frames of MPEG instead of milliseconds.
  ///
  /// Those with times are in the LRC format, one line for each time.
  package static func text(_ frame: [UInt8]) -> String? {
    guard frame.count > 14 else { return nil }
    var reader = Reader(bytes: frame[14...], encoding: frame[10])
    if frame.starts(with: "USLT".utf8) {
      guard reader.string() != nil else { return nil }
      return reader.rest()
    }
    let body = frame[14...]
    guard frame.starts(with: "SYLT".utf8), body.count > 2, body[14] == 2 else { return nil }
    reader.bytes = body.dropFirst(2)
    guard reader.string() != nil else { return nil }
    var lines: [String] = []
    while let text = reader.string(), let time = reader.number() {
      // A syllable of the line before has no line feed in front; each is a line of its own here.
      let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
      lines.append("[\(stamp(time))]\(line)")
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Formats a time of the LRC format: `mm:ss.xx`, or `mm:ss.xxx` if it is no whole number of hundredths.
  package static func stamp(_ milliseconds: Int) -> String {
    let padded = { (number: Int, digits: Int) in String(String(number + 1000).suffix(digits)) }
    let (minutes, rest) = (milliseconds / 60_000, milliseconds % 1000)
    let first = minutes < 100 ? padded(minutes, 2) : "\(minutes)"
    let last = rest % 10 == 0 ? padded(rest / 10, 2) : padded(rest, 3)
    return "\(first):\(padded(milliseconds / 1000 % 60, 2)).\(last)"
  }

  /// Strings that end with zero, and numbers between them.
  private struct Reader {
    var bytes: ArraySlice<UInt8>
    let encoding: UInt8

    mutating func string() -> String? {
      // The encodings 1 and 2 are UTF-16.
      let width = encoding == 1 || encoding == 2 ? 2 : 1
      var end = bytes.startIndex
      while end + width <= bytes.endIndex, bytes[end..<end + width].contains(where: { $0 != 0 }) {
        end += width
      }
      guard end + width <= bytes.endIndex else { return nil }
      defer { bytes = bytes[(end + width)...] }
      return ID3Chapters.text(([encoding] + bytes[..<end])[...])
    }

    mutating func number() -> Int? {
      guard bytes.count >= 4 else { return nil }
      defer { bytes = bytes.dropFirst(4) }
      return Int(bytes.prefix(4).bigEndian)
    }

    func rest() -> String? { ID3Chapters.text(([encoding] + bytes)[...]) }
  }
}
