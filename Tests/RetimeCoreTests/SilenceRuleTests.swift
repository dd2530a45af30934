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
    var finder = SilenceDetector(rule, sampleRate: 1000)
    finder.append(samples.span, channelCount: 1)
    return finder.loudParts
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
    var finder = SilenceDetector(rule, sampleRate: 1000)
    var start = 0
    while start < samples.count {
      let end = min(samples.count, start + Int.random(in: 1...300, using: &random))
      if samples[start..<end].allSatisfy({ $0 == 0 }) {
        finder.appendSilence(frames: end - start)
      } else {
        finder.append(both.span.extracting(2 * start..<2 * end), channelCount: 2)
      }
      start = end
    }
    #expect(finder.loudParts == Self.loud(samples, rule))
    #expect(finder.frameCount == samples.count)
  }

  @Test(arguments: [
    (20, 30, 2), (20, 31, 1), (30, 10, 2), (30, 11, 1), (34, 0, 2), (35, 0, 1), (36, 0, 1),
  ])
  func `Silence that is too short within its margins is kept`(
    margin: Int64,
    shortest: Int64,
    count: Int
  ) {
    // 70 frames between two loud windows.
    let sound = Self.sound(200, loud: [50, 130])
    let rule = Self.rule(margin: margin, shortest: shortest)
    let loud = Self.loud(sound, rule)
    let parts = rule.parts(loud: loud, sampleRate: 1000, begin: .zero, end: RationalTime(1, 5))
    #expect(parts.count == count, "\(loud)")
  }

  @Test func `Silence is cut or sped up, and times count from the start of the audio`() {
    let (begin, end) = (RationalTime(1, 2), RationalTime(2, 1))
    let loud = [100..<200, 600..<700]
    func play(_ from: Int64, _ to: Int64, _ speed: Int64) -> TimeMap.Part {
      .play(from: RationalTime(from, 100), to: RationalTime(to, 100), speed: Rational(speed))
    }
    #expect(
      Self.rule(margin: 50).parts(loud: loud, sampleRate: 1000, begin: begin, end: end)
        == [play(55, 75, 1), play(105, 125, 1)]
    )
    #expect(
      Self.rule(margin: 50, quiet: Rational(4))
        .parts(loud: loud, sampleRate: 1000, begin: begin, end: end)
        == [
          play(0, 55, 4), play(55, 75, 1), play(75, 105, 4), play(105, 125, 1), play(125, 200, 4),
        ]
    )
    #expect(Self.rule().parts(loud: [], sampleRate: 1000, begin: begin, end: end) == [])
    #expect(
      Self.rule(quiet: Rational(8)).parts(loud: [], sampleRate: 1000, begin: begin, end: end)
        == [play(0, 200, 8)]
    )
  }

  @Test func `Silence does not exceed the ends of the source`() {
    let rule = Self.rule(margin: 300, quiet: Rational(2))
    let parts = rule.parts(
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
}
