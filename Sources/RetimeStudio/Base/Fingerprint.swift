// SPDX-License-Identifier: MPL-2.0

#if Studio

/// A short name for a text: 64 bits of FNV-1a as 16 hexadecimal digits.
///
/// It names files and folders, which are looked up by it but never opened by it. It has no security
/// purpose.
/// Constants: Fowler, Noll, Vo, https://datatracker.ietf.org/doc/html/rfc9923.
enum Fingerprint {
  static func of(_ text: String) -> String { of(text.utf8) }

  /// Returns the fingerprint of `bytes`.
  static func of(_ bytes: some Sequence<UInt8>) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return digits(of: hash)
  }

  /// Returns a number as 16 hexadecimal digits.
  static func digits(of number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
#endif
