// SPDX-License-Identifier: MPL-2.0

/// Reads numbers, high byte first, from bytes one after another; nil once they do not suffice.
struct ByteCursor {
  private(set) var remainder: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { remainder = bytes }
  init(_ bytes: [UInt8]) { remainder = bytes[...] }

  /// The next `count` bytes.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= remainder.count else { return nil }
    defer { remainder = remainder.dropFirst(count) }
    return remainder.prefix(count)
  }

  /// The next number.
  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
    take(Number.bitWidth / 8)?.reduce(0) { Number(truncatingIfNeeded: $0 << 8) | Number($1) }
  }

  /// The next number of variable length: seven bits in a byte, the highest says whether more follow.
  ///
  /// Nil too for one that does not fit 63 bits.
  mutating func variableNumber() -> Int64? {
    var value: Int64 = 0
    var consumed = 0
    for byte in remainder {
      guard value >> 56 == 0 else { return nil }
      value = value << 7 | Int64(byte & 0x7f)
      consumed += 1
      if byte & 0x80 == 0 {
        remainder = remainder.dropFirst(consumed)
        return value
      }
    }
    return nil
  }

  /// The next bytes up to a zero, which is skipped, as text.
  mutating func text() -> String? {
    guard let end = remainder.firstIndex(of: 0) else { return nil }
    defer { remainder = remainder[(end + 1)...] }
    return String(decoding: remainder[..<end], as: UTF8.self)
  }
}
