// SPDX-License-Identifier: MPL-2.0

/// Four characters that name an atom, a chunk or a format, such as "desc".
///
/// They are of one byte each: ©, with which some begin, is 0xa9.
package struct FourCharCode: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The characters' bytes, the first one highest.
  package let rawValue: UInt32

  /// The code of a number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The code of four characters; of a longer text the last four bytes count.
  package init(stringLiteral text: StaticString) {
    rawValue = text.description.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The characters; those that cannot be printed as question marks.
  package var description: String {
    String(decoding: bytes.map { 32..<127 ~= $0 ? $0 : 63 }, as: UTF8.self)
  }

  /// The characters without those that cannot be printed, and without spaces.
  package var name: String {
    String(decoding: bytes.filter { 32 < $0 && $0 < 127 }, as: UTF8.self)
  }

  /// The characters' bytes.
  package var bytes: [UInt8] { rawValue.bytes(4) }
}
