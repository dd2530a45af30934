// SPDX-License-Identifier: MPL-2.0

/// A writer of the bits of a NAL unit's payload.
struct BitWriter {
  private var bytes: [UInt8] = []
  private var bitCount = 0

  /// Appends the lowest `count` bits of a number, the highest first.
  mutating func write(_ value: Int, _ count: Int) {
    for shift in stride(from: count - 1, through: 0, by: -1) {
      if bitCount % 8 == 0 { bytes.append(0) }
      if value >> shift & 1 == 1 { bytes[bitCount / 8] |= 0x80 >> UInt8(bitCount % 8) }
      bitCount += 1
    }
  }

  /// Appends an Exp-Golomb number without a sign (ITU-T H.264, 9.1).
  mutating func writeNumber(_ value: Int) {
    let length = Int.bitWidth - (value + 1).leadingZeroBitCount
    write(0, length - 1)
    write(value + 1, length)
  }

  /// Appends the bits of a reader from its position to `end`.
  mutating func copy(_ reader: inout BitReader, upTo end: Int) {
    while reader.position < end { write(reader.read(1), 1) }
  }

  /// The bytes with the trailing bits of a payload (7.3.2.11).
  var payload: [UInt8] {
    var writer = self
    writer.write(1, 1)
    return writer.bytes
  }
}

extension BitReader {
  /// The number of bits of a NAL unit's payload before its trailing bits (7.3.2.11).
  static func payloadBitCount(_ bytes: [UInt8]) -> Int {
    guard let last = bytes.lastIndex(where: { $0 != 0 }) else { return 0 }
    return last * 8 + 7 - bytes[last].trailingZeroBitCount
  }
}

extension NALUnits {
  /// Returns a unit's bytes without the emulation prevention bytes (ITU-T H.264, 7.4.1).
  static func unescaped(_ unit: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }

  /// Returns a unit's bytes with emulation prevention bytes.
  static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var unit: [UInt8] = []
    unit.reserveCapacity(bytes.count + 8)
    var zeros = 0
    for byte in bytes {
      if zeros >= 2, byte <= 3 {
        unit.append(3)
        zeros = 0
      }
      unit.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    if bytes.last == 0 { unit.append(3) }
    return unit
  }
}
