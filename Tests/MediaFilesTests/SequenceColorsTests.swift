// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import Testing

/// Configuration records that x264 and x265 wrote, the latter without its SEI text.
@Suite struct `Colorimetry of sequence parameter sets` {
  private static let fullH264 =
    "0164000affe100186764000aacd94426c05b20000003002000000641e244b2c001000668ebe3cb22"
    + "c0fdf8f800"
  private static let describedH264 =
    "01f40015ffe1001d67f40015919b2889e588c39b848800a0000003002000000643e28532c0010008"
    + "68fba3c44c000440fff8f800"
  private static let silentH264 =
    "0164000affe100186764000aacd94426c044000003000400000300c83c48965801000668ebe3cb22"
    + "c0fdf8f800"
  private static let fullHEVC =
    "0101600000009000000000001ef000fcfdf8f800000f02200001001840010c01ffff016000000300"
    + "90000003000003001e959809210001002842010101600000030090000003000003001ea020810596"
    + "566924caf016c080000003008000000c84"
  private static let describedHEVC =
    "0102200000009000000000001ef000fcfdfafa00001302200001001c40010c02ffff022000000300"
    + "90000003000003001e00009598acc048210001003042010202200000030090000003000003001e00"
    + "00a020839dc8d965662b35c9caf016a122004080000003008000000c84"
  private static let describedAV1 =
    "0d00000002afff9b5f2212200308"

  private static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0..<$0 + 2]), radix: 16)
    }
  }

  @Test func `Only the range is found where nothing else is stated`() throws {
    let colors = try #require(SequenceColors(h264: Self.bytes(Self.fullH264)))
    #expect(colors.isFullRange && colors.description == nil)
    let hevc = try #require(SequenceColors(hevc: Self.bytes(Self.fullHEVC)))
    #expect(hevc.isFullRange && hevc.description == nil)
  }

  @Test func `Colorimetry is found after scaling lists, cropping, fields and layers`() throws {
    let colors = try #require(SequenceColors(h264: Self.bytes(Self.describedH264)))
    #expect(colors.isFullRange)
    let description = try #require(colors.description)
    #expect(description.primaries == 9 && description.transfer == 16 && description.matrix == 1)
    let hevc = try #require(SequenceColors(hevc: Self.bytes(Self.describedHEVC)))
    #expect(!hevc.isFullRange)
    let other = try #require(hevc.description)
    #expect(other.primaries == 9 && other.transfer == 16 && other.matrix == 2)
  }

  @Test func `No colorimetry is found where none is stated`() {
    #expect(SequenceColors(h264: Self.bytes(Self.silentH264)) == nil)
    #expect(SequenceColors(h264: []) == nil && SequenceColors(hevc: []) == nil)
  }

  @Test func `A truncated parameter set has no colorimetry`() {
    let (h264, hevc) = (Self.bytes(Self.describedH264), Self.bytes(Self.describedHEVC))
    for end in 0..<30 { #expect(SequenceColors(h264: Array(h264[..<end])) == nil) }
    for end in 0..<100 { #expect(SequenceColors(hevc: Array(hevc[..<end])) == nil) }
  }

  @Test func `Colorimetry is found in AV1 sequence headers and VP9 key frames`() throws {
    let colors = try #require(SequenceColors(av1: Self.bytes(Self.describedAV1)))
    let description = try #require(colors.description)
    #expect(colors.isFullRange && description.matrix == 1)
    #expect(description.primaries == 9 && description.transfer == 16)
    // Profile 0, a displayed key frame; sync code; BT.709 (2), full range.
    let key = try #require(SequenceColors(vp9: [0x82, 0x49, 0x83, 0x42, 0b0101_0000, 0]))
    #expect(key.isFullRange && key.description?.matrix == 1)
    let unknown = try #require(SequenceColors(vp9: [0x82, 0x49, 0x83, 0x42, 0b0000_0000, 0]))
    #expect(!unknown.isFullRange && unknown.description == nil)
    #expect(SequenceColors(vp9: [0x86, 0x49, 0x83, 0x42, 0, 0]) == nil)
  }
}
