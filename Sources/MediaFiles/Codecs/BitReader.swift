// SPDX-License-Identifier: MPL-2.0

/// Reads the bits of a unit of H.264 or HEVC, or of other bytes; zeros past their end.
package struct BitReader {
  private let bytes: [UInt8]
  private var offset = 0

  /// The bits of these bytes.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The bits of a unit's payload, without the bytes that keep start codes out (H.264, 7.4.1).
  package init(unescaping unit: ArraySlice<UInt8>) {
    bytes = NALUnits.unescaped(unit)
  }

  /// The number of bits read.
  package var position: Int { offset }

  /// Whether more was read than there is.
  package var isPastEnd: Bool { offset > bytes.count * 8 }

  /// Continues at a position in bits.
  mutating func skip(to position: Int) { offset = position }

  /// Reads at most 32 bits as a number.
  package mutating func read(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      let bit = offset / 8 < bytes.count ? bytes[offset / 8] >> UInt8(7 - offset % 8) & 1 : 0
      value = value << 1 | Int(bit)
      offset += 1
    }
    return value
  }

  /// An Exp-Golomb number without a sign (9.1).
  package mutating func number() -> Int {
    var zeros = 0
    while zeros < 32, !isPastEnd, read(1) == 0 { zeros += 1 }
    return (1 << zeros) - 1 + read(zeros)
  }
}
