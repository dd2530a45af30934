// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The reversible conversion of file names to text.
///
/// To the system a path is a sequence of bytes, which need not be UTF-8. In Retime a path is text.
/// Each byte that is not part of UTF-8 becomes one of the last 128 characters of Unicode, which are
/// otherwise unused. This module, and code that passes a path to a library, converts it back to
/// bytes.
public enum PathText {
  /// The character for the byte 0x80; the 127 after it are for the bytes 0x81 to 0xFF.
  private static let first: UInt32 = 0x10_FF80

  /// Returns the text of a path's bytes.
  ///
  /// Where a path itself has one of the reserved characters, its bytes are converted too: different
  /// paths have different texts.
  public static func text(of bytes: [UInt8]) -> String {
    var (text, done) = (String.UnicodeScalarView(), 0)
    var (parser, rest) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator())
    while done < bytes.count {
      var count = 1
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        count = encoded.count
        let scalar = Unicode.UTF8.decode(encoded)
        if scalar.value < first {
          text.append(scalar)
        } else {
          text.append(contentsOf: bytes[done..<done + count].compactMap(standIn))
        }
      case .error(let length):
        count = length
        text.append(contentsOf: bytes[done..<done + count].compactMap(standIn))
      case .emptyInput: break
      }
      done += count
    }
    return String(text)
  }

  /// Returns the text of null-terminated bytes.
  @unsafe static func text(of bytes: UnsafePointer<CChar>) -> String {
    unsafe text(
      of: UnsafeBufferPointer(start: bytes, count: strlen(bytes)).map(UInt8.init(bitPattern:))
    )
  }

  /// Returns the bytes of a path's text.
  public static func bytes(of text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
      scalar.value < first ? Array(String(scalar).utf8) : [UInt8(truncatingIfNeeded: scalar.value)]
    }
  }

  /// Returns text for display, in which each byte that is not UTF-8 is U+FFFD.
  public static func shown(_ text: String) -> String {
    guard text.utf8.contains(0xF4) else { return text }
    let shown = text.unicodeScalars.map { $0.value < first ? $0 : "\u{FFFD}" }
    return String(String.UnicodeScalarView(shown))
  }

  private static func standIn(_ byte: UInt8) -> Unicode.Scalar? {
    Unicode.Scalar(first - 0x80 + UInt32(byte))
  }
}

extension String {
  /// The path's bytes as a null-terminated C string.
  var systemPath: [CChar] { PathText.bytes(of: self).map(CChar.init(bitPattern:)) + [0] }
}
