// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import Testing

@Suite struct BitReaderTests {
  @Test func `Bits are read from the highest, with zeros past the end`() {
    var bits = BitReader([0b1010_0101, 0xff])
    #expect([bits.read(1), bits.read(3), bits.read(8)] == [1, 0b010, 0b0101_1111])
    #expect(bits.read(4) == 15 && !bits.isPastEnd)
    #expect(bits.read(32) == 0 && bits.isPastEnd)
  }

  @Test func `Exp-Golomb numbers are read`() {
    // 1 | 010 | 011 | 00100 | 00111 (H.264, table 9-2)
    var bits = BitReader([0b1010_0110, 0b0100_0011, 0b1000_0000])
    #expect((0..<5).map { _ in bits.number() } == [0, 1, 2, 3, 6])
  }

  @Test func `A number of zeros only ends`() {
    var bits = BitReader([UInt8](repeating: 0, count: 100))
    #expect(bits.number() == (1 << 32) - 1)
    var empty = BitReader([])
    #expect(empty.number() >= 0 && empty.isPastEnd)
  }

  @Test func `Emulation prevention bytes are skipped`() {
    var bits = BitReader(unescaping: [1, 0, 0, 3, 1, 0, 0, 3, 0, 0, 3])
    #expect((0..<8).map { _ in bits.read(8) } == [1, 0, 0, 1, 0, 0, 0, 0])
    #expect(!bits.isPastEnd && bits.read(1) == 0 && bits.isPastEnd)
  }
}
