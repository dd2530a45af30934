// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `The time map` {
  @Test func `A time maps to the output and back exactly`() throws {
    var generator = SeededGenerator()
    for text in [
      "0.1", "0.37", "1", "2/3", "7.3", "10000", "0.00001", "100000000000001/100000000000000",
    ] {
      let map = TimeMap(factor: try Factor(parsing: text))
      for _ in 0..<50 {
        let time = RationalTime(nanoseconds: .random(in: .min...(.max), using: &generator))
        let there = map.outputTime(ofSource: time)
        #expect(map.sourceTime(ofOutput: there) == time, "RETIME_SEED=\(SeededGenerator.seed)")
        _ = there.nanoseconds
      }
    }
  }

  @Test(arguments: [
    ("1.5", 16, 24), ("0.37", 100, 37), ("0.5", 1, 0), ("2", 0, 0), ("0.1", 44_100, 4_410),
    ("7.3", 10, 73), ("10000", Int.max, Int.max),
  ])
  func `Audio frames are counted by the method's formula`(
    factor: String,
    count: Int,
    expected: Int
  ) throws {
    let map = TimeMap(factor: try Factor(parsing: factor))
    #expect(map.outputFrameCount(ofSource: count) == expected)
  }

  @Test(arguments: ["0.1", "0.37", "0.5", "1", "1.5", "2", "7.3", "1/3", "0.00001", "9999"])
  func `Ticks are counted exactly`(text: String) throws {
    let factor = try Factor(parsing: text)
    var generator = SeededGenerator()
    for rateText in ["24", "30", "30000/1001", "999.999", "1/7"] {
      let rate = try FrameRate(parsing: rateText)
      for step in 0..<20 {
        let duration = RationalTime(.random(in: 0...1_000_000_000, using: &generator), 90_000)
        // Every other duration ends exactly on a tick, which is then not displayed.
        let end =
          step % 2 == 0
          ? duration : TimeMap(factor: factor).sourceTime(ofOutput: rate.time(ofTick: step * 977))
        let count = TimeMap(factor: factor).tickCount(sourceDuration: end, frameRate: rate)
        let scaled = end.rational * factor.rational
        let note: Comment = "RETIME_SEED=\(SeededGenerator.seed) \(end) at \(rate)"
        #expect(rate.time(ofTick: count).rational >= scaled, note)
        #expect(count == 0 || rate.time(ofTick: count - 1).rational < scaled, note)
      }
    }
  }

  @Test func `An empty duration has no ticks, and an endless one saturates`() throws {
    let map = TimeMap(factor: try Factor(parsing: "10000"))
    let rate = try FrameRate(parsing: "1000")
    #expect(map.tickCount(sourceDuration: .zero, frameRate: rate) == 0)
    #expect(map.tickCount(sourceDuration: RationalTime(-1, 1), frameRate: rate) == 0)
    #expect(map.tickCount(sourceDuration: RationalTime(.max, 1), frameRate: rate) == 1 << 45)
  }
}
