// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Audio samples` {
  /// The slow reference: the library's rounding, then the limits.
  static func nearest(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    guard !value.isNaN else { return 0 }
    return min(max(value.rounded(.toNearestOrEven), range.lowerBound), range.upperBound)
  }

  static func check<Sample: AudioSample>(_: Sample.Type, bits: Int) {
    let range = -Double(1 << (bits - 1))...Double(1 << (bits - 1)) - 1
    var generator = SeededGenerator()
    let edges = [
      0, -0.0, 0.5, 1.5, 2.5, -0.5, -1.5, 0.49999999999999994, .nan, -.nan, .signalingNaN,
      .infinity, -.infinity, 1e300, -1e300, range.lowerBound, range.upperBound,
      range.upperBound + 0.5, range.lowerBound - 0.5, range.upperBound - 0.5,
      Double(nan: 0x7FFF, signaling: false),
    ]
    let random = (0..<2_000).map { _ in
      Double.random(in: range, using: &generator) * 1.1
    }
    let halves = (-200..<200).map { Double($0) / 2 }
    for value in edges + random + halves {
      #expect(
        Sample(rounding: value).doubleValue == nearest(value, range),
        "\(Sample.self) of \(value), RETIME_SEED=\(SeededGenerator.seed)"
      )
    }
    #expect(Sample.silence.doubleValue == 0)
    #expect(Sample(rounding: .nan).doubleValue == 0)
  }

  @Test func `Samples are rounded to nearest even and saturate, and NaN becomes silence`() {
    Self.check(UInt8.self, bits: 8)
    Self.check(Int16.self, bits: 16)
    Self.check(Int24.self, bits: 24)
    Self.check(Int24In32.self, bits: 24)
    Self.check(Int32.self, bits: 32)
  }

  @Test func `Offset binary is silent at 128`() {
    #expect(UInt8.silence == 128)
    #expect(UInt8(rounding: -128) == 0)
    #expect(UInt8(rounding: 127) == 255)
    #expect((0...255).allSatisfy { UInt8(rounding: UInt8($0).doubleValue) == UInt8($0) })
  }

  @Test func `A 24-bit sample takes three bytes, little-endian`() {
    #expect(MemoryLayout<Int24>.size == 3)
    #expect(MemoryLayout<Int24>.stride == 3)
    #expect(MemoryLayout<Int24>.alignment == 1)
    for value: Int32 in [0, 1, -1, 0x7F_FFFF, -0x80_0000, 0x12_3456, -0x12_3456] {
      #expect(Int24(truncating: value).value == value)
    }
    // Stored properties are laid out in the order of their declaration.
    let bytes = Mirror(reflecting: Int24(truncating: 0x12_3456)).children.map { $0.value as? UInt8 }
    #expect(bytes == [0x56, 0x34, 0x12])
  }

  @Test func `24 bits in 32 ignore the upper byte and write it as sign extension`() {
    #expect(Int24In32(word: 0x5AFF_FFFF).doubleValue == -1)
    #expect(Int24In32(word: Int32(bitPattern: 0xA500_0001)).doubleValue == 1)
    #expect(Int24In32(rounding: -1).word == -1)
  }

  @Test func `Floats are rounded once and keep NaN`() {
    #expect(Float(rounding: 0.1) == 0.1 as Float)
    #expect(Float(rounding: .nan).isNaN)
    #expect(Double(rounding: 0.1) == 0.1)
  }
}
