// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// Names of files as text from which their bytes can be had back.
///
/// To the system a path is bytes, and they need not be UTF-8. Everywhere in Retime a path is text, in which each
/// byte that is not part of UTF-8 stands as one of the last 128 characters of Unicode, which nobody else uses.
/// This module, and who hands a path to a library, takes the bytes out again.
public enum PathText {
  /// The characters that stand for the bytes 0x80 to 0xFF.
  private static let first: UInt32 = 0x10_FF80

  /// The text of a path's bytes.
  ///
  /// Such characters, where they are in the path itself, become their bytes too: no two paths have the same text.
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

  /// The text of bytes that end with a zero.
  @unsafe static func text(of bytes: UnsafePointer<CChar>) -> String {
    unsafe text(
      of: UnsafeBufferPointer(start: bytes, count: strlen(bytes)).map(UInt8.init(bitPattern:))
    )
  }

  /// The bytes of a path's text.
  public static func bytes(of text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
      scalar.value < first ? Array(String(scalar).utf8) : [UInt8(truncatingIfNeeded: scalar.value)]
    }
  }

  /// Text for people and programs, in which each byte that is not UTF-8 is U+FFFD.
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
  /// A path's bytes, with a zero at the end, for the system.
  var systemPath: [CChar] { PathText.bytes(of: self).map(CChar.init(bitPattern:)) + [0] }
}
