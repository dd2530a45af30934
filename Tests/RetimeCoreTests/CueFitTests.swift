// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Fitted cues` {
  private static func seconds(_ text: String) -> RationalTime { `A map's text`.seconds(text) }

  /// Creates the fit of a table's lines.
  private static func fit(
    _ lines: [String],
    within limits: SpeedLimits = .usual,
    isBestEffort: Bool = false
  ) throws -> CueFit {
    try CueFit(
      table: Array(lines.joined(separator: "\n").utf8),
      within: limits,
      isBestEffort: isBestEffort
    )
  }

  @Test
  func `A first cue that moves later is preceded by a hold, and one that moves earlier by a cut`()
    throws
  {
    let end = Self.seconds("10")
    let later = try Self.fit(["start,end,new start,new end", "2,4,3,4"]).result(to: end)
    #expect(
      later.parts == [
        .hold(at: .zero, duration: Self.seconds("1")),
        .play(from: .zero, to: Self.seconds("2"), speed: Rational(1)),
        .play(from: Self.seconds("2"), to: Self.seconds("4"), speed: Rational(2)),
        .play(from: Self.seconds("4"), to: end, speed: Rational(1)),
      ]
    )
    let earlier = try Self.fit(["2;4;0.5;4.5"]).result(to: end)
    #expect(
      earlier.parts == [
        .play(from: Self.seconds("1.5"), to: Self.seconds("2"), speed: Rational(1)),
        .play(from: Self.seconds("2"), to: Self.seconds("4"), speed: Rational(1, 2)),
        .play(from: Self.seconds("4"), to: end, speed: Rational(1)),
      ]
    )
    #expect(earlier.misses.isEmpty)
  }

  @Test func `Cues that keep their times change nothing`() throws {
    let parts = try Self.fit(["5,6,5,6", "1,2,1,2", "2,3,2,3"]).result(to: Self.seconds("7")).parts
    #expect(parts == [.play(from: .zero, to: Self.seconds("7"), speed: Rational(1))])
  }

  /// Returns the time in the output of a source time.
  private static func time(of time: RationalTime, in map: TimeMap) -> RationalTime? {
    map.sections.first { !$0.isHold && $0.from <= time && time <= $0.to }.map { section in
      section.start
        + RationalTime(seconds: (time - section.from).rational / section.speeds.0)
    }
  }

  @Test func `Random cues start and end exactly at their new times`() throws {
    var random = SeededGenerator()
    for run in 0..<200 {
      let message = Comment(rawValue: "run \(run), seed \(SeededGenerator.seed)")
      let limits = try SpeedLimits(slowest: "1/100", fastest: "100")
      var (times, cues) = ((Int64(0), Int64.random(in: 0...900, using: &random)), [CueFit.Cue]())
      func next() -> (RationalTime, RationalTime) {
        times.0 += .random(in: 100...4000, using: &random)
        times.1 += .random(in: 100...4000, using: &random)
        return (RationalTime(times.0, 1000), RationalTime(times.1, 999))
      }
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let (first, last) = (next(), next())
        cues.append(.init(source: first.0..<last.0, output: first.1..<last.1))
      }
      let fit = CueFit(cues.shuffled(using: &random), within: limits)
      let end = RationalTime(times.0 + 500, 1000)
      let map = try TimeMap(try fit.result(to: end).parts)
      for cue in cues {
        #expect(Self.time(of: cue.source.lowerBound, in: map) == cue.output.lowerBound, message)
        #expect(Self.time(of: cue.source.upperBound, in: map) == cue.output.upperBound, message)
      }
      let last = try #require(cues.last)
      #expect(map.duration == last.output.upperBound + (end - last.source.upperBound), message)
    }
  }

  @Test func `Cues that do not fit are listed, and a best effort says how far they are off`() throws
  {
    let lines = ["1,2,1,2", "3,6,3,4", "7,8,5,6", "8,9,7,9"]
    let error = #expect(throws: MapEditError.self) {
      try Self.fit(lines).result(to: Self.seconds("20"))
    }
    #expect(
      "\(try #require(error))".hasPrefix(
        "cue 2 needs speed 3, the pause after cue 3 is of no duration in the source alone: 0.5 to 2 is allowed"
      )
    )
    let best = try Self.fit(lines, isBestEffort: true).result(to: Self.seconds("20"))
    #expect(
      best.misses == ["cue 2 ends 500 ms late", "cue 4 starts 1000 ms early, ends 1000 ms early"]
    )
  }

  @Test(arguments: [
    (["1,2,3"], "line 1, column 1: start, end, new start and new end are allowed"),
    (["1,2,3,4", "5,6,7,end"], "line 2"), (["2,1,3,4"], "line 1"), (["1,2,4,4"], "line 1"),
    ([""], "there are no cues"),
  ])
  func `A table with a fault names its line`(lines: [String], message: String) throws {
    let error = #expect(throws: MapTextError.self) { try Self.fit(lines) }
    #expect("\(try #require(error))".contains(message))
  }

  @Test(arguments: [
    (["1,3,1,3", "2,4,4,6"], "'cue 1' and 'cue 2' overlap from 2 s on"),
    (["1,2,1,3", "3,4,2,4"], "'cue 1' and 'cue 2' overlap from 2 s on"),
    (["1,2,5,6", "3,4,2,3"], "overlap"),
    (["9,11,9,11"], "'cue 1' is at 11 s, and the source ends at 10 s"),
    (["0.25,2,1,2"], "'cue 1' starts at 0.25 s, before the part that is played"),
  ])
  func `Cues that overlap or are outside of the source are refused`(
    lines: [String],
    message: String
  ) throws {
    let error = #expect(throws: MapEditError.self) {
      try Self.fit(lines).result(from: Self.seconds("0.5"), to: Self.seconds("10"))
    }
    #expect("\(try #require(error))".contains(message), "\(error.map { "\($0)" } ?? "")")
  }
}
