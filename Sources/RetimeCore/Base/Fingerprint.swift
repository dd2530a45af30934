// SPDX-License-Identifier: MPL-2.0

/// A number of 64 bits that tells bytes from others: FNV-1a, the same in every process and on every machine.
///
/// It finds what was damaged or changed by chance; it is no protection from those who mean to.
package struct Fingerprint: Sendable {
  /// The number of what was added.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The fingerprint of nothing.
  package init() {}

  /// Appends bytes.
  ///
  /// - Complexity: O(bytes), about 0.7 GB a second.
  package mutating func add(_ bytes: Span<UInt8>) {
    var number = value
    for index in bytes.indices { number = (number ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    value = number
  }

  /// The number in 16 digits.
  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The number of some bytes.
  package static func text(of bytes: [UInt8]) -> String {
    var fingerprint = Fingerprint()
    fingerprint.add(bytes.span)
    return fingerprint.text
  }
}
