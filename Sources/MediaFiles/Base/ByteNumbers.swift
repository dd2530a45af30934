// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

extension Sequence<UInt8> {
  /// The bytes as a number, the high one first; of more than eight the last ones count.
  package var bigEndian: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }

  /// The bytes as a number, the low one first; of more than eight the first ones count.
  package var littleEndian: UInt64 { reversed().bigEndian }
}

extension FixedWidthInteger {
  /// The low bytes of the number, the high one of them first.
  package func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: self >> (8 * (count - 1 - $0))) }
  }

  /// The low bytes of the number, the low one of them first.
  package func littleEndianBytes(_ count: Int) -> [UInt8] { bytes(count).reversed() }
}

extension RandomAccessFile {
  /// A big-endian number of four bytes.
  package func word(at offset: Int) -> UInt32? {
    bytes(at: offset, count: 4).map { UInt32($0.bigEndian) }
  }

  /// A big-endian number of eight bytes, if it fits.
  package func long(at offset: Int) -> Int? {
    bytes(at: offset, count: 8).flatMap { Int(exactly: $0.bigEndian) }
  }
}
