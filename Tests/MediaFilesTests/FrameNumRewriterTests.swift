// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import Testing

@Suite struct FrameNumRewriterTests {
  private static let startCode: [UInt8] = [0, 0, 0, 1]
  /// A baseline stream whose frame numbers have four bits.
  private static let parameters: [UInt8] = startCode + [0x67, 0x42, 0, 0x1e, 0b1110_0000]

  /// A slice: first macroblock 0 (1), slice type 5 (00110), parameter set 0 (1), and the frame number.
  private static func slice(_ number: UInt8) -> [UInt8] {
    startCode + [0x41, 0b1001_1010 | number >> 3, number << 5 | 0x1f, 0xff, 0xff]
  }

  private static func changed(_ packet: [UInt8], _ numbers: inout FrameNumRewriter) -> [UInt8] {
    var packet = packet
    for change in numbers.changes(in: packet.span, nil) { packet[change.offset] = change.byte }
    return packet
  }

  @Test func `Frame numbers start at 0 after each restart and wrap around`() {
    var numbers = FrameNumRewriter()
    let first = Self.changed(Self.parameters + Self.slice(5), &numbers)
    #expect(first == Self.parameters + Self.slice(0))
    #expect(Self.changed(Self.slice(6), &numbers) == Self.slice(1))
    #expect(Self.changed(Self.slice(2), &numbers) == Self.slice(13))
    numbers.restart()
    #expect(Self.changed(Self.slice(2), &numbers) == Self.slice(0))
  }

  @Test func `Frame numbers stay the same after an IDR picture and before parameter sets`() {
    var numbers = FrameNumRewriter()
    #expect(Self.changed(Self.slice(5), &numbers) == Self.slice(5))
    let start = Self.parameters + Self.startCode + [0x65, 0x88, 0x84, 0, 0x10]
    #expect(Self.changed(start, &numbers) == start)
    #expect(Self.changed(Self.slice(1), &numbers) == Self.slice(1))
  }
}
