// SPDX-License-Identifier: MPL-2.0

/// The character encodings of subtitle files.
enum SubtitleEncoding {
  /// Returns the text of a file with newlines in one form; nil for binary data.
  ///
  /// `isGuessed`: whether the bytes are not UTF-8 and are read as Windows-1252, the most frequent
  /// one.
  static func text(of bytes: [UInt8]) -> (text: String, isGuessed: Bool)? {
    if bytes.starts(with: [0xFF, 0xFE]) {
      return (wide(bytes.dropFirst(2), isBigEndian: false), false)
    }
    if bytes.starts(with: [0xFE, 0xFF]) {
      return (wide(bytes.dropFirst(2), isBigEndian: true), false)
    }
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard !content.contains(0) else { return nil }
    if let text = String(validating: content, as: UTF8.self) {
      return (newlines(text.unicodeScalars), false)
    }
    return (newlines(content.lazy.map(scalar)), true)
  }

  private static func wide(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
    let units = (0..<bytes.count / 2).map { index in
      let place = bytes.startIndex + 2 * index
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return newlines(String(decoding: units, as: UTF16.self).unicodeScalars)
  }

  /// Returns the text with "\n" for each "\r\n" and "\r".
  private static func newlines(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var (text, last) = (String.UnicodeScalarView(), Unicode.Scalar(0))
    for scalar in scalars {
      if !(scalar == "\n" && last == "\r") { text.append(scalar == "\r" ? "\n" : scalar) }
      last = scalar
    }
    return String(text)
  }

  /// Returns the character of a byte in Windows-1252.
  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    guard 0x80...0x9F ~= byte else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(special[Int(byte) - 0x80]) ?? "\u{FFFD}"
  }

  /// The characters for 0x80 to 0x9F (https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT).
  private static let special: [UInt32] = [
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
  ]
}

extension StringProtocol {
  /// The text without whitespace at its start and end.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// The lines, with empty ones.
  var allLines: [Self.SubSequence] { split(separator: "\n", omittingEmptySubsequences: false) }
}
