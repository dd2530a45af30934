// SPDX-License-Identifier: MPL-2.0

/// GIF's variant of LZW: codes of up to 12 bits, the least significant bit first (GIF89a, appendix F).
struct LZWEncoder {
  /// The most codes of the table.
  private static let maximum = 4096
  /// The size of the hash table, a power of two of which at most half is used.
  private static let slots = 8192

  /// The initial code size, and the clear code, which the end code follows.
  private let codeSize: Int
  private var clear: Int { 1 << codeSize }
  /// The entries: the prefix's code and the next byte above the 12 bits of their own code; 0 for none.
  private var table = [UInt32](repeating: 0, count: LZWEncoder.slots)
  private var next = 0, width = 0
  private var bits: UInt64 = 0, bitCount = 0
  private var bytes: [UInt8] = []

  private init(codeSize: Int) { self.codeSize = codeSize }

  /// Returns the compressed indices in the form of an image's data: the code size, and blocks of up to 255 bytes.
  static func data(_ indices: [UInt8], codeSize: Int) -> [UInt8] {
    var encoder = LZWEncoder(codeSize: codeSize)
    encoder.encode(indices)
    var data = [UInt8(codeSize)]
    data.reserveCapacity(encoder.bytes.count + encoder.bytes.count / 255 + 3)
    var offset = 0
    while offset < encoder.bytes.count {
      let block = encoder.bytes[offset..<min(offset + 255, encoder.bytes.count)]
      data.append(UInt8(block.count))
      data += block
      offset += block.count
    }
    data.append(0)
    return data
  }

  private mutating func encode(_ indices: [UInt8]) {
    restart()
    guard var prefix = indices.first.map(UInt32.init) else { return finish() }
    for index in indices.dropFirst() {
      let key = prefix << 8 | UInt32(index)
      var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B1) >> 19)
      while table[slot] != 0, table[slot] >> 12 != key { slot = (slot &+ 1) & (Self.slots - 1) }
      if table[slot] != 0 {
        prefix = table[slot] & 0xFFF
        continue
      }
      write(Int(prefix))
      if next < Self.maximum {
        if next == 1 << width { width += 1 }
        table[slot] = key << 12 | UInt32(next)
        next += 1
      } else {
        restart()
      }
      prefix = UInt32(index)
    }
    write(Int(prefix))
    // A decoder adds an entry for this code, too, which can make the next one longer.
    if next == 1 << width, width < 12 { width += 1 }
    finish()
  }

  /// Writes the clear code and empties the table.
  private mutating func restart() {
    if next == 0 { width = codeSize + 1 }
    write(clear)
    for slot in table.indices { table[slot] = 0 }
    (next, width) = (clear + 2, codeSize + 1)
  }

  private mutating func finish() {
    write(clear + 1)
    while bitCount > 0 { flushByte() }
  }

  private mutating func write(_ code: Int) {
    bits |= UInt64(code) << UInt64(bitCount)
    bitCount += width
    while bitCount >= 8 { flushByte() }
  }

  private mutating func flushByte() {
    bytes.append(UInt8(truncatingIfNeeded: bits))
    bits >>= 8
    bitCount -= 8
  }
}
