// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Stream times` {
  /// Numbers at the limits of 64-bit arithmetic, and some between.
  static let edges: [StreamTime] =
    [.min, -(1 << 62), -1, 0, 1, 1 << 31, 1 << 32, 1 << 62, .max - 1, .max].map {
      StreamTime(clamping: $0 as Int64)
    }

  @Test func `Sums are exact or saturate`() {
    var generator = SeededGenerator(seed: 8)
    let others = (0..<200).map { _ in
      StreamTime(clamping: Int64.random(in: .min ... .max, using: &generator))
    }
    for a in Self.edges + others {
      for b in Self.edges + others {
        let sum = Int128(a.nanoseconds) + Int128(b.nanoseconds)
        #expect(a + b == StreamTime(clamping: sum))
        let difference = Int128(a.nanoseconds) - Int128(b.nanoseconds)
        #expect(a - b == StreamTime(clamping: difference))
        #expect((a < b) == (a.nanoseconds < b.nanoseconds))
      }
      #expect(-(-a) == a && a.magnitude >= 0)
    }
  }

  @Test func `Values out of range are clamped`() {
    #expect(StreamTime(clamping: UInt64.max) == .latest)
    #expect(StreamTime(clamping: Int64.min) == .earliest)
    #expect(-StreamTime.earliest == .latest)
    #expect(StreamTime(ticks: .max, timescale: 1) == .latest)
    #expect(StreamTime(ticks: .min, timescale: 1) == .earliest)
    #expect(StreamTime(ticks: .max, timescale: 0) == 0)
    #expect(StreamTime(ticks: -1, timescale: 3) == -333_333_333)
  }

  @Test func `Times are numbers in JSON, and exact fractions of a second`() {
    #expect(RationalTime(StreamTime(clamping: 500_000_000)) == RationalTime(1, 2))
    #expect(RationalTime(1, 3).streamTime == 333_333_333)
    #expect(StreamTime(clamping: 2_500_000_000).seconds == 2.5)
  }
}
