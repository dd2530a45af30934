// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Decoding times` {
  @Test(arguments: [0, 1, 2, 5, 16])
  func `Decoding times increase, are at most the display times, and keep their distances`(
    depth: Int
  ) {
    var generator = SeededGenerator(seed: UInt64(depth) + 3)
    for _ in 0..<50 {
      var time: Int64 = 0
      let shown = (0..<60).map { _ in
        time += Int64.random(in: 1...90_000_000_000, using: &generator)
        return time
      }
      // At most `depth` frames are decoded before a frame that is displayed first.
      var order: [Int64] = []
      var waiting = shown.map { (time: $0, passed: 0) }
      while let oldest = waiting.first {
        let most = oldest.passed < depth ? min(depth, waiting.count - 1) : 0
        let place = Int.random(in: 0...most, using: &generator)
        order.append(waiting.remove(at: place).time)
        for passed in 0..<place { waiting[passed].passed += 1 }
      }
      var reordering = Reordering()
      for next in order { reordering.note(next) }
      #expect(reordering.depth == Self.depth(of: order))
      var times = DecodeTimes(
        depth: reordering.depth,
        start: StreamTime(clamping: shown[0]),
        step: 40_000_000
      )
      let decoded = order.map { times.next(shown: StreamTime(clamping: $0)).nanoseconds }
      #expect(zip(decoded, decoded.dropFirst()).allSatisfy { $0 < $1 })
      #expect(zip(decoded, order).allSatisfy { $0 <= $1 })
      #expect(Array(decoded.dropFirst(reordering.depth)) == Array(shown.dropLast(reordering.depth)))
    }
  }

  @Test func `Without reordering, decoding times equal display times`() {
    var reordering = Reordering()
    var times = DecodeTimes(depth: 0, start: 0, step: 1)
    for time in [0, 40, 41, 1_000] as [Int64] {
      reordering.note(time)
      #expect(times.next(shown: StreamTime(clamping: time)).nanoseconds == time)
    }
    #expect(reordering.depth == 0 && reordering.reach == 0)
  }

  /// The most frames decoded before one that is displayed before them.
  private static func depth(of order: [Int64]) -> Int {
    order.indices.map { place in order[..<place].count { $0 > order[place] } }.max() ?? 0
  }
}
