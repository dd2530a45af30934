// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import Testing

@Suite struct `Frame spacing` {
  /// The spacing of frames at these milliseconds, in the order given.
  static func spacing(_ times: [Int64], stated: String? = nil) throws -> FrameSpacing {
    var spacing = FrameSpacing(
      statedRate: try stated.map { try FrameRate(parsing: $0) },
      granularity: RationalTime(1, 1000)
    )
    for time in times { spacing.note(StreamTime(clamping: time * 1_000_000)) }
    return spacing
  }

  /// The frame times of a rate, rounded to milliseconds.
  static func rounded(_ rate: String, count: Int64) throws -> [Int64] {
    let rate = try FrameRate(parsing: rate)
    return (0..<count).map { Int64((rate.time(ofTick: Int($0)).seconds * 1000).rounded()) }
  }

  @Test(arguments: ["24000/1001", "24", "25", "30000/1001", "30", "50", "60000/1001", "60", "120"])
  func `A constant rate is found in rounded milliseconds`(rate: String) throws {
    let times = try Self.rounded(rate, count: 400)
    let expected = try FrameRate(parsing: rate)
    #expect(try Self.spacing(times, stated: rate).constantRate == expected)
    #expect(try Self.spacing(times).constantRate == expected, "No rate is stated.")
    #expect(
      try Self.spacing(times, stated: "1000").constantRate == expected,
      "a clock's rate stated"
    )
  }

  @Test func `A constant rate is found with missing frames`() throws {
    let times = try Self.rounded("25", count: 100).enumerated().filter { $0.offset % 20 != 7 }
    #expect(try Self.spacing(times.map(\.element), stated: "25").constantRate?.description == "25")
  }

  @Test(
    arguments: [
      ([0, 5000, 9000, 9900], "10"), ([0, 5000, 9000, 9900], nil), ([0, 40, 120, 160, 240], "25"),
      ([0, 31, 70, 98, 137, 160], "30"),
    ] as [([Int64], String?)]
  )
  func `Frames of different durations have no constant rate`(times: [Int64], stated: String?) throws
  {
    #expect(try Self.spacing(times, stated: stated).constantRate == nil)
  }

  @Test func `The shortest gap and the longest run are found in decoding order`() throws {
    // Every frame but the first is decoded before the one that it follows.
    var times: [Int64] = [0]
    for n in stride(from: Int64(1), to: 199, by: 2) { times += [(n + 1) * 37, n * 37 + 5] }
    let spacing = try Self.spacing(times)
    #expect(spacing.constantRate == nil)
    #expect(spacing.shortestGap == RationalTime(32, 1000))
    #expect(spacing.longestRunLength.nanoseconds == Int64(8 * 37) * 1_000_000)
  }

  @Test(arguments: [
    (1000, "24000/1001"), (41, "25"), (40, "25"), (39, "30000/1001"), (33, "50"),
    (16, "120000/1001"),
    (2, "120"),
  ])
  func `The lowest common rate that separates the frames is chosen`(gap: Int64, rate: String) {
    #expect(FrameRate.separating(RationalTime(gap, 1000)).description == rate)
  }

  @Test func `A pass does not start with a frame that ends within rounding of its start`() throws {
    let map = try TimeMap([
      .play(from: RationalTime(1033, 1000), to: RationalTime(2, 1), speed: Rational(1))
    ])
    let pass = map.passes[0]
    let (rounding, begin) = (RationalTime(1, 1000), RationalTime(1033, 1000))
    #expect(pass.aligned(RationalTime(31, 30), rounding: rounding) == begin)
    #expect(
      pass.aligned(RationalTime(1_999_500, 1_000_000), rounding: rounding) == RationalTime(2, 1)
    )
    #expect(pass.aligned(RationalTime(1034, 1000), rounding: rounding) == RationalTime(1034, 1000))
  }

  @Test func `A time may be written as a fraction`() throws {
    #expect(try RationalTime(parsing: "1001/30") == RationalTime(1001, 30))
    for text in ["1:1/2", "1/0", "-1/2", "1/2/3"] {
      #expect(throws: TimeTextError.self) { try RationalTime(parsing: text) }
    }
  }
}
