// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import Testing

@Suite struct `Joined parameter sets` {
  /// H.264 by x264: 640x360, High, with the reordering and the buffer size stated; and with other settings.
  private let source: [UInt8] = [
    1, 100, 0, 30, 255, 225, 0, 26, 103, 100, 0, 30, 172, 217, 64, 160, 47, 249, 112, 17, 0, 0, 3,
    0,
    1, 0, 0, 3, 0, 60, 15, 22, 45, 150, 1, 0, 6, 104, 235, 225, 178, 200, 176,
  ]
  private let encoder: [UInt8] = [
    1, 100, 0, 30, 255, 225, 0, 30, 103, 100, 0, 30, 172, 217, 64, 160, 47, 249, 112, 22, 160, 192,
    192, 212, 160, 0, 0, 3, 0, 32, 0, 0, 6, 81, 226, 197, 178, 192, 1, 0, 6, 104, 235, 224, 140,
    178,
    44,
  ]

  @Test
  func `The second sets get identifiers of their own and the first one's usability information`()
    throws
  {
    let (own, other) = (
      try #require(ParameterSets("video/x-h264", source)),
      try #require(ParameterSets("video/x-h264", encoder))
    )
    #expect(other.obstacle(toContinuing: own) == nil)
    let joined = try #require(own.joined(with: other))
    #expect(joined.pps == 15)
    // The sets of the source, and those of the encoder as SPS 1 and PPS 15, in ffmpeg's trace_headers.
    let wanted: [UInt8] = [
      1, 100, 0, 30, 255, 226, 0, 26, 103, 100, 0, 30, 172, 217, 64, 160, 47, 249, 112, 17, 0, 0, 3,
      0, 1, 0, 0, 3, 0, 60, 15, 22, 45, 150, 0, 26, 103, 100, 0, 30, 75, 54, 80, 40, 11, 254, 92, 4,
      64, 0, 0, 3, 0, 64, 0, 0, 15, 3, 197, 139, 101, 128, 2, 0, 6, 104, 235, 225, 178, 200, 176, 0,
      7, 104, 8, 42, 248, 35, 44, 139,
    ]
    #expect(joined.configuration == wanted)
    #expect(own.isSame(as: own) && other.isSame(as: other))
    // Of two sets with several SPSs, none is joined.
    let both = try #require(ParameterSets("video/x-h264", joined.configuration))
    #expect(both.limits == nil && both.joined(with: other) == nil)
  }

  @Test func `Truncated and foreign configurations are refused`() {
    for count in source.indices {
      // A configuration without its last unit, or with half a unit, has no trap.
      _ = ParameterSets("video/x-h264", Array(source[..<count]))?.limits
      _ = ParameterSets("video/x-h265", Array(source[..<count]))?.limits
    }
    #expect(ParameterSets("video/x-vp9", source) == nil)
    #expect(ParameterSets("video/x-h264", []) == nil)
  }

  /// A slice: first_mb_in_slice 0, slice_type 7, PPS 0, and bits that look like a start code after it.
  @Test func `A slice header grows by one byte and the rest keeps its alignment`() throws {
    // 1 00111 ... would be slice_type 6; 1 0001000 1: first_mb 0, slice_type 7, PPS 0.
    let unit: [UInt8] = [0x65, 0x88, 0x80, 0x12, 0x00, 0x00, 0x03, 0x01, 0xAB]
    let message: [UInt8] = [0x06, 0x05, 0x02, 0x41, 0x42, 0x80]
    let captions: [UInt8] = [0x06, 0x04, 0x02, 0x43, 0x44, 0x80]
    func packet(_ units: [[UInt8]], _ size: Int) -> [UInt8] {
      units.flatMap { unit in [UInt8](repeating: 0, count: size - 1) + [UInt8(unit.count)] + unit }
    }
    let joiner = SliceJoiner(.h264, lengthSize: 4, outputLengthSize: 2, pps: 15)
    let given = packet([[0x67, 1], [0x68, 1], message, captions, unit], 4)
    let made = joiner.joined(given.span)
    // 1 0001000 000010000 0000000: PPS 15 is 000010000, and all that follows is one byte later.
    let slice: [UInt8] = [0x65, 0x88, 0x08, 0x00, 0x12, 0x00, 0x00, 0x03, 0x01, 0xAB]
    #expect(made == packet([captions, slice], 2))
    // Another PPS than the encoder's first cannot be told apart.
    let other = joiner.joined(packet([[0x65, 0x88, 0x40, 0x12]], 4).span)
    #expect(other == nil)
  }
}
