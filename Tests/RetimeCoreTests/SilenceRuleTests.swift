// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Silence detection` {
  /// A rule for audio of 1000 frames a second, with windows of ten frames.
  private static func rule(
    margin: Int64 = 0,
    shortest: Int64 = 0,
    quiet: Rational? = nil
  ) -> SilenceRule {
    SilenceRule(
      quietSpeed: quiet,
      threshold: 0.1,
      margin: RationalTime(margin, 1000),
      shortest: RationalTime(shortest, 1000)
    )
  }

  /// `count` frames of silence, with one loud frame in each of the ranges.
  private static func sound(_ frames: Int, loud: [Int]) -> [Float] {
    var sound = [Float](repeating: 0.09, count: frames)
    for frame in loud { sound[frame] = frame.isMultiple(of: 2) ? 0.1 : -0.2 }
    return sound
  }

  private static func loud(_ samples: [Float], _ rule: SilenceRule) -> [Range<Int>] {
    var detector = SilenceDetector(rule, sampleRate: 1000)
    detector.append(samples.span, channelCount: 1)
    return detector.result.loud
  }

  @Test func `Silence is found in windows of a hundredth of a second`() {
    let sound = Self.sound(95, loud: [13, 47, 50, 91])
    #expect(Self.loud(sound, Self.rule()) == [10..<20, 40..<60, 90..<95])
    #expect(Self.loud(Self.sound(95, loud: []), Self.rule()) == [])
    #expect(Self.loud([.nan, .infinity], Self.rule()) == [0..<2])
    #expect(Self.loud([.nan], Self.rule()) == [])
  }

  @Test func `The result does not depend on blocks or on how silence is reported`() {
    var random = SeededGenerator()
    let loud = (0..<300).map { _ in Int.random(in: 0..<20_000, using: &random) }
    var samples = Self.sound(20_000, loud: loud)
    for frame in 5000..<9000 { samples[frame] = 0 }
    let both = samples.flatMap { [Float(0), $0] }
    let rule = Self.rule(margin: 7, shortest: 31)
    var detector = SilenceDetector(rule, sampleRate: 1000)
    var start = 0
    while start < samples.count {
      let end = min(samples.count, start + Int.random(in: 1...300, using: &random))
      if samples[start..<end].allSatisfy({ $0 == 0 }) {
        detector.appendSilence(frames: end - start)
      } else {
        detector.append(both.span.extracting(2 * start..<2 * end), channelCount: 2)
      }
      start = end
    }
    #expect(detector.result.loud == Self.loud(samples, rule))
    #expect(detector.frameCount == samples.count)
  }

  @Test(arguments: [
    (20, 30, 2), (20, 31, 1), (30, 10, 2), (30, 11, 1), (34, 0, 2), (35, 0, 1), (36, 0, 1),
  ])
  func `Silence that is too short within its margins is kept`(
    margin: Int64,
    shortest: Int64,
    count: Int
  ) throws {
    // 70 frames between two loud windows.
    let sound = Self.sound(200, loud: [50, 130])
    let rule = Self.rule(margin: margin, shortest: shortest)
    let loud = Self.loud(sound, rule)
    let parts = try rule.parts(loud: loud, sampleRate: 1000, begin: .zero, end: RationalTime(1, 5))
    #expect(parts.count == count, "\(loud)")
  }

  @Test func `Silence is cut or sped up, and times count from the start of the audio`() throws {
    let (begin, end) = (RationalTime(1, 2), RationalTime(2, 1))
    let loud = [100..<200, 600..<700]
    func play(_ from: Int64, _ to: Int64, _ speed: Int64) -> TimeMap.Part {
      .play(from: RationalTime(from, 100), to: RationalTime(to, 100), speed: Rational(speed))
    }
    #expect(
      try Self.rule(margin: 50).parts(loud: loud, sampleRate: 1000, begin: begin, end: end)
        == [play(55, 75, 1), play(105, 125, 1)]
    )
    #expect(
      try Self.rule(margin: 50, quiet: Rational(4))
        .parts(loud: loud, sampleRate: 1000, begin: begin, end: end)
        == [
          play(0, 55, 4), play(55, 75, 1), play(75, 105, 4), play(105, 125, 1), play(125, 200, 4),
        ]
    )
    #expect(try Self.rule().parts(loud: [], sampleRate: 1000, begin: begin, end: end) == [])
    #expect(
      try Self.rule(quiet: Rational(8)).parts(loud: [], sampleRate: 1000, begin: begin, end: end)
        == [play(0, 200, 8)]
    )
  }

  @Test func `Silence does not exceed the ends of the source`() throws {
    let rule = Self.rule(margin: 300, quiet: Rational(2))
    let parts = try rule.parts(
      loud: [0..<100, 2000..<2100],
      sampleRate: 1000,
      begin: RationalTime(-1, 10),
      end: RationalTime(2, 1)
    )
    let times = [0, 3, 16, 20].map { RationalTime($0, 10) }
    #expect(
      parts == [
        .play(from: times[0], to: times[1], speed: Rational(1)),
        .play(from: times[1], to: times[2], speed: Rational(2)),
        .play(from: times[2], to: times[3], speed: Rational(1)),
      ]
    )
  }

  @Test func `A loud part that is too short is silence, and does not divide a pause`() {
    var rule = Self.rule(shortest: 40)
    let sound = Self.sound(400, loud: [15, 100, 195, 205, 215, 300, 330, 390])
    #expect(Self.loud(sound, rule) == [10..<20, 100..<110, 190..<220, 300..<340, 390..<400])
    rule.shortestLoud = RationalTime(20, 1000)
    #expect(Self.loud(sound, rule) == [190..<220, 300..<340])
  }

  @Test func `Kept ranges are loud, dropped ones are cut, and a range in both is cut`() throws {
    var rule = Self.rule(quiet: Rational(2))
    rule.kept = [try SourceRange(parsing: "1-3"), try SourceRange(parsing: "9-end")]
    rule.dropped = [try SourceRange(parsing: "2-4"), try SourceRange(parsing: "6.5-7.5")]
    func play(_ from: Int64, _ to: Int64, _ speed: Int64) -> TimeMap.Part {
      .play(from: RationalTime(from, 10), to: RationalTime(to, 10), speed: Rational(speed))
    }
    let loud = [6000..<8000]
    let end = RationalTime(10, 1)
    #expect(
      try rule.parts(loud: loud, sampleRate: 1000, begin: .zero, end: end) == [
        play(0, 10, 2), play(10, 20, 1), play(40, 60, 2), play(60, 65, 1), play(75, 80, 1),
        play(80, 90, 2), play(90, 100, 1),
      ]
    )
    #expect(
      try rule.parts(
        loud: loud,
        sampleRate: 1000,
        begin: .zero,
        end: end,
        part: RationalTime(1, 1)..<RationalTime(9, 2)
      ) == [play(10, 20, 1), play(40, 45, 2)]
    )
    rule.kept = [try SourceRange(parsing: "9-11")]
    #expect(throws: MapEditError.self) {
      try rule.parts(loud: loud, sampleRate: 1000, begin: .zero, end: end)
    }
    for text in ["3", "a-b", "3-", ""] {
      #expect(throws: MapEditError.notASourceRange(text)) { try SourceRange(parsing: text) }
    }
  }

  @Test(arguments: [
    ("12", "10/12", "10/12"), ("10", "1", "1"), ("6", "1", "3"), ("4.75", "1", "8"),
    ("3.75", "4/3", "8"),
  ])
  func `A duration is reached by the speed of silence first`(
    duration: String,
    loudSpeed: String,
    quietSpeed: String
  ) throws {
    func parts(_ duration: String) throws -> [TimeMap.Part] {
      var rule = Self.rule()
      rule.target = SilenceRule.Target(
        duration: try RationalTime(parsing: duration),
        fastestLoud: Rational(3, 2),
        fastestQuiet: Rational(8)
      )
      // Four seconds of ten are loud.
      return try rule.parts(
        loud: [1000..<3000, 6000..<8000],
        sampleRate: 1000,
        begin: .zero,
        end: RationalTime(10, 1)
      )
    }
    let made = try parts(duration)
    #expect(try made.total() == RationalTime(parsing: duration))
    let speeds = made.map { part in
      if case .play(_, _, let speed, _, _) = part { speed } else { Rational(0) }
    }
    let expected = try (Rational(parsing: quietSpeed), Rational(parsing: loudSpeed))
    #expect(speeds.first == expected.0 && (speeds.count == 1 || speeds[1] == expected.1))
    // Four seconds at 1.5 and six at 8 take 3.4166 s.
    let error = #expect(throws: MapEditError.self) { try parts("3.4") }
    #expect("\(try #require(error))".contains("at the highest speeds allowed it lasts 3.417 s"))
  }

  @Test func `The threshold is found between the levels of pauses and of speech`() {
    var random = SeededGenerator()
    for (pauses, speech) in [(0.001, 0.3), (0.01, 0.5), (0.03, 0.6), (0.0001, 0.02)] {
      var sound: [Float] = []
      for index in 0..<2100 {
        let level = (index / 150).isMultiple(of: 2) ? pauses : speech
        for _ in 0..<10 {
          sound.append(Float(level * Double.random(in: -1...1, using: &random)))
        }
      }
      var rule = Self.rule(shortest: 100)
      rule.threshold = nil
      let loud = Self.loud(sound, rule)
      #expect(loud.count == 7, "\(loud), seed \(SeededGenerator.seed)")
      #expect(loud.allSatisfy { $0.lowerBound % 3000 == 1500 && $0.count == 1500 })
    }
    // Levels that differ little have no pauses: only what is below -60 dB is silent.
    var rule = Self.rule()
    rule.threshold = nil
    #expect(Self.loud(.init(repeating: 0.1, count: 1000), rule) == [0..<1000])
    #expect(Self.loud(.init(repeating: 0.01, count: 1000), rule) == [0..<1000])
    #expect(Self.loud(.init(repeating: 0.0009, count: 1000), rule) == [])
    #expect(Self.loud([], rule) == [])
  }
}
