// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Smart rendering` {
  /// GOPs of a size, each decoded with a distance from one reference frame to the next.
  ///
  /// If `isOpen`, the frames before an entry, up to the distance, follow it in decode order.
  private func packets(_ count: Int, gop: Int, distance: Int, isOpen: Bool = false) -> PacketList {
    var packets = PacketList()
    let time = { (frame: Int) in StreamTime(clamping: frame * 40_000_000) }
    var open: [Int] = []
    for start in stride(from: 0, to: count, by: gop) {
      packets.append(.entry, at: time(start), isShown: true)
      for frame in open { packets.append(.leading, at: time(frame), isShown: true) }
      open = []
      let end = min(start + gop, count)
      var next = start + 1
      while next < end {
        let anchor = next + distance - 1
        guard anchor < end || !isOpen || end == count else {
          open = Array(next..<end)
          break
        }
        let last = min(anchor, end - 1)
        packets.append(.frame, at: time(last), isShown: true)
        for frame in next..<last { packets.append(.frame, at: time(frame), isShown: true) }
        next = last + 1
      }
    }
    return packets
  }

  private func pieces(
    _ packets: PacketList,
    _ shown: [Int?],
    least: Int = 1
  ) -> [SmartRendering.Piece] {
    SmartRendering(packets, FrameOrder(packets)).pieces(shown: shown, least: least)
  }

  @Test(arguments: [(12, 3, false), (7, 1, false), (10, 4, true), (250, 3, false)])
  func `Copied frames can be decoded and every frame of the result is in one piece`(
    gop: Int,
    distance: Int,
    isOpen: Bool
  ) {
    var random = SeededGenerator(seed: SeededGenerator.seed)
    let packets = packets(300, gop: gop, distance: distance, isOpen: isOpen)
    let order = FrameOrder(packets)
    for _ in 0..<200 {
      var shown: [Int?] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let first = Int.random(in: 0..<300, using: &random)
        let last = Int.random(in: first..<300, using: &random)
        shown += Array(first...last).map { $0 % 97 == 96 ? nil : $0 }
      }
      let least = Int.random(in: 1...10, using: &random)
      var end = 0
      for piece in pieces(packets, shown, least: least) {
        switch piece {
        case .encoded(let range):
          #expect(range.lowerBound == end && !range.isEmpty)
          end = range.upperBound
        case .copied(let range, let source):
          #expect(range.lowerBound == end && range.count == source.count && range.count >= least)
          #expect(Array(shown[range]) == Array(source))
          #expect(canDecode(source, packets, order))
          end = range.upperBound
        }
      }
      #expect(end == shown.count)
    }
  }

  /// Whether frames are those of consecutive packets from an entry on, apart from its leading frames.
  private func canDecode(_ frames: Range<Int>, _ packets: PacketList, _ order: FrameOrder) -> Bool {
    let start = order.packets[frames.lowerBound]
    guard packets.roles[start] == .entry else { return false }
    var found: Set<Int> = []
    var packet = start
    while found.count < frames.count, packet < packets.count {
      guard let frame = order.frames[packet] else { return false }
      if frames.contains(frame) {
        found.insert(frame)
      } else if frame > frames.lowerBound || packets.roles[packet] != .leading {
        return false
      }
      packet += 1
    }
    return found.count == frames.count
  }

  @Test func `A GOP is left in the middle but not entered there`() {
    let packets = packets(40, gop: 10, distance: 3)
    // Frames 5 to 26: the GOPs from 10 on, and of the last one the frames 20 to 26.
    #expect(
      pieces(packets, Array(5...26)) == [
        .encoded(0..<5), .copied(5..<22, source: 10..<27),
      ]
    )
    // Frame 25 is decoded after 26, as 26 is the next reference frame.
    #expect(
      pieces(packets, Array(10...25)) == [
        .copied(0..<14, source: 10..<24), .encoded(14..<16),
      ]
    )
  }

  @Test func `The frames before an open entry are encoded where it follows a cut`() {
    let packets = packets(40, gop: 10, distance: 4, isOpen: true)
    #expect(packets.roles.contains(.leading))
    let found = pieces(packets, Array(6..<40))
    #expect(found == [.encoded(0..<4), .copied(4..<34, source: 10..<40)])
    #expect(pieces(packets, Array(0..<40)) == [.copied(0..<40, source: 0..<40)])
  }

  @Test func `Runs that are too short are encoded with their neighbors`() {
    let packets = packets(60, gop: 10, distance: 1)
    let shown = Array(10..<14) + Array(30..<50)
    #expect(
      pieces(packets, shown, least: 8) == [.encoded(0..<4), .copied(4..<24, source: 30..<50)]
    )
    #expect(pieces(packets, [nil, nil, 3]) == [.encoded(0..<3)])
    #expect(pieces(packets, []) == [])
    #expect(pieces(PacketList(), []) == [])
  }

  @Test func `Frames are decoded from the entry before them to the last one needed`() {
    let packets = packets(40, gop: 10, distance: 3)
    let rule = SmartRendering(packets, FrameOrder(packets))
    // In decode order, frame 4 is packet 5: 0 3 1 2 6 4 5.
    #expect(rule.decoded(for: [4, 33]) == [0..<6, 30..<32])
    let open = self.packets(40, gop: 10, distance: 4, isOpen: true)
    let openRule = SmartRendering(open, FrameOrder(open))
    // Frame 9 follows the entry 10 in decode order and needs the GOP before it.
    #expect(openRule.decoded(for: [9]).map(\.lowerBound) == [0])
    #expect(openRule.decoded(for: []) == [])
  }

  @Test func `Ten thousand cuts in ten hours are planned in one pass`() {
    let packets = packets(10 * 3600 * 5, gop: 50, distance: 3)
    let shown = (0..<10_000).flatMap { cut in (0..<12).map { cut * 18 + $0 } }
    let found = pieces(packets, shown, least: 8)
    let copied = found.reduce(0) { sum, piece in
      if case .copied(let range, _) = piece { sum + range.count } else { sum }
    }
    #expect(copied > 0 && copied < shown.count)
  }
}
