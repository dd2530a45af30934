// SPDX-License-Identifier: MPL-2.0

/// Four characters that name a chunk or a format, such as "desc".
public struct FourCharCode: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The characters' bytes, the first one highest.
  public let rawValue: UInt32

  /// The code of a number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The code of four ASCII characters; of a longer text the last four count.
  public init(stringLiteral text: StaticString) {
    rawValue = text.description.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The characters; those that cannot be printed as question marks.
  public var description: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0)) }
    return String(decoding: bytes.map { 32..<127 ~= $0 ? $0 : 63 }, as: UTF8.self)
  }
}
