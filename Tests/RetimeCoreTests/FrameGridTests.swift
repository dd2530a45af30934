// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `The frame grid` {
  static let millisecond = RationalTime(1, 1_000)

  /// Timestamps as a container with a resolution of `granularity` nanoseconds stores them: truncated or rounded.
  static func stored(_ time: RationalTime, granularity: Int64, truncated: Bool) -> Int64 {
    let scaled = time.rational * Rational(1_000_000_000, granularity)
    let half = truncated ? Rational(1, 2) : Rational(0)
    let steps = Int64((scaled - half).rounded())
    // Ties to even may round an exact step down.
    return (truncated && Rational(steps + 1) <= scaled ? steps + 1 : steps) * granularity
  }

  @Test(arguments: ["24", "30000/1001", "30", "60000/1001", "60"], [true, false])
  func `An hour of millisecond timestamps is restored`(text: String, truncated: Bool) throws {
    let rate = try FrameRate(parsing: text)
    for offset in [RationalTime.zero, rate.time(ofTick: 2)] {
      let stamp = { (n: Int) in
        StreamTime(
          clamping: Self.stored(
            rate.time(ofTick: n) + offset,
            granularity: 1_000_000,
            truncated: truncated
          )
        )
      }
      let grid = FrameGrid(
        frameRate: rate,
        granularity: Self.millisecond,
        first: stamp(0),
        origin: 0
      )
      let frames = Int((Rational(3_600) * rate.rational).rounded())
      for n in Array(0..<2_000) + Array(stride(from: 2_000, to: frames, by: 61)) {
        #expect(grid.time(of: stamp(n)) == rate.time(ofTick: n) + offset)
      }
    }
  }

  @Test(arguments: ["24000/1001", "25", "30000/1001", "120000/1001", "1000"])
  func `Timestamps truncated to nanoseconds are restored`(text: String) throws {
    let rate = try FrameRate(parsing: text)
    let grid = FrameGrid(frameRate: rate, granularity: .zero, first: 0, origin: 0)
    for n in stride(from: 0, to: 300_000, by: 59) {
      let stamp = Self.stored(rate.time(ofTick: n), granularity: 1, truncated: true)
      #expect(grid.time(of: StreamTime(clamping: stamp)) == rate.time(ofTick: n))
    }
  }

  @Test func `The grid starts at the track's own first frame`() throws {
    let rate = try FrameRate(parsing: "30")
    let grid = FrameGrid(
      frameRate: rate,
      granularity: Self.millisecond,
      first: 5_010_000_000,
      origin: 5_000_000_000
    )
    #expect(grid.time(of: 5_010_000_000) == RationalTime(1, 100))
    #expect(grid.time(of: 5_043_000_000) == RationalTime(1, 100) + RationalTime(1, 30))
    #expect(grid.time(of: 4_977_000_000) == RationalTime(1, 100) - RationalTime(1, 30))
  }

  @Test func `Off-grid times are left unchanged`() throws {
    let grid = FrameGrid(
      frameRate: try FrameRate(parsing: "30"),
      granularity: Self.millisecond,
      first: 0,
      origin: 0
    )
    #expect(grid.time(of: 50_000_000) == RationalTime(1, 20))
    #expect(grid.time(of: 35_000_000) == RationalTime(35, 1_000))
    #expect(grid.time(of: 34_333_334) == RationalTime(1, 30))
  }

  @Test func `Times are not snapped when the granularity exceeds the frame duration`() throws {
    let grid = FrameGrid(
      frameRate: try FrameRate(parsing: "500"),
      granularity: Self.millisecond,
      first: 0,
      origin: 0
    )
    #expect(grid.time(of: 3_000_000) == RationalTime(3, 1_000))
  }

  @Test func `Without a rate truncation is undone, and no time moves by a nanosecond`() {
    let grid = FrameGrid(
      frameRate: nil,
      granularity: Self.millisecond,
      first: 0,
      origin: 0
    )
    #expect(grid.time(of: 33_333_333) == RationalTime(1, 30))
    #expect(grid.time(of: 33_000_000) == RationalTime(33, 1_000))
    #expect(grid.time(of: 0) == .zero)
    #expect(grid.time(of: -500_000_000) == RationalTime(-1, 2))
    var generator = SeededGenerator()
    for _ in 0..<2_000 {
      let stamp = Int64.random(in: -.max ... .max, using: &generator)
      let moved = grid.time(of: StreamTime(clamping: stamp)) - RationalTime(nanoseconds: stamp)
      #expect(
        moved >= .zero && moved < RationalTime(nanoseconds: 1),
        "\(stamp) RETIME_SEED=\(SeededGenerator.seed)"
      )
    }
  }

  @Test func `The largest timestamps are accepted`() throws {
    let grid = FrameGrid(
      frameRate: try FrameRate(numerator: .max, denominator: .max - 1),
      granularity: .zero,
      first: .earliest,
      origin: .latest
    )
    #expect(grid.time(of: .latest) <= RationalTime(nanoseconds: 2))
    #expect(grid.time(of: .earliest) < .zero)
  }
}
