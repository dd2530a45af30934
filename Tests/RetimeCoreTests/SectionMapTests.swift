// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `A map of sections` {
  typealias Part = TimeMap.Part

  private static func seconds(_ text: String) -> RationalTime {
    RationalTime(seconds: (try? Rational(parsing: text)) ?? Rational(0))
  }

  /// Forward, a slowdown, a hold, and back at twice the speed.
  private static let parts: [Part] = [
    .play(from: seconds("0"), to: seconds("3"), speed: Rational(1)),
    .play(
      from: seconds("3"),
      to: seconds("7/2"),
      speed: Rational(1),
      last: Rational(1, 4),
      ease: .smooth
    ),
    .hold(at: seconds("7/2"), duration: seconds("3/2")),
    .play(from: seconds("7/2"), to: seconds("2"), speed: Rational(2)),
  ]

  @Test func `Each section starts exactly where the one before ends`() throws {
    let map = try TimeMap(Self.parts)
    // Half a second at the mean speed of 1 and 1/4 takes 4/5 s.
    #expect(map.sections.map(\.start) == ["0", "3", "19/5", "53/10"].map(Self.seconds))
    #expect(map.duration == Self.seconds("121/20") && map.playedDuration == Self.seconds("5"))
    #expect(map.sourceTime(ofOutput: Self.seconds("2")) == Self.seconds("2"))
    #expect(map.sourceTime(ofOutput: Self.seconds("4")) == Self.seconds("7/2"))
    #expect(map.outputTime(ofSource: Self.seconds("7/2")) == Self.seconds("19/5"))
    #expect(map.section(at: Self.seconds("4")).isHold)
    #expect(
      map.tickCount(sourceDuration: Self.seconds("5"), frameRate: try FrameRate(parsing: "20"))
        == 121
    )
  }

  @Test func `A pass covers consecutive sections of one direction at any speed`() throws {
    let passes = try TimeMap(Self.parts).passes
    #expect(passes.map(\.isBackward) == [false, true])
    #expect(passes.map(\.start) == ["0", "7/2"].map(Self.seconds))
    #expect(passes.map(\.sourceStart) == ["0", "2"].map(Self.seconds))
    #expect(passes.map(\.sourceEnd) == ["7/2", "7/2"].map(Self.seconds))
    let back = passes[1].played(from: Self.seconds("3"), to: Self.seconds("13/4"))
    #expect(back.start == Self.seconds("15/4") && back.end == Self.seconds("4"))
    // A cut starts another pass, and so does a loop.
    let cut = try TimeMap([
      .play(from: .zero, to: Self.seconds("1"), speed: Rational(1)),
      .play(from: Self.seconds("2"), to: Self.seconds("3"), speed: Rational(1)),
      .play(from: Self.seconds("2"), to: Self.seconds("3"), speed: Rational(1)),
    ])
    #expect(cut.passes.count == 3)
  }

  @Test(arguments: ["0.1", "0.37", "1", "1.5", "7.3", "2/3"])
  func `A map of one section equals the map of its factor`(text: String) throws {
    var random = SeededGenerator()
    let factor = try Factor(parsing: text)
    let (plain, length) = (TimeMap(factor: factor), Self.seconds("3600"))
    let whole = try TimeMap([
      .play(from: .zero, to: length, speed: factor.rational.reciprocal)
    ])
    #expect(whole.duration == plain.outputTime(ofSource: length))
    for _ in 0..<100 {
      let time = RationalTime(
        nanoseconds: .random(in: -1_000_000_000...4_000_000_000_000, using: &random)
      )
      #expect(whole.outputTime(ofSource: time) == plain.outputTime(ofSource: time))
      #expect(whole.sourceTime(ofOutput: time) == plain.sourceTime(ofOutput: time))
    }
  }

  @Test func `A section may be split anywhere`() throws {
    var random = SeededGenerator()
    let rate = Rational(3, 7)
    for _ in 0..<50 {
      let cuts = (0..<20).map { _ in
        RationalTime(nanoseconds: .random(in: 1..<60_000_000_000, using: &random))
      }
      let times = [.zero] + Set(cuts).sorted() + [Self.seconds("60")]
      let split = try TimeMap(
        zip(times, times.dropFirst()).map { .play(from: $0, to: $1, speed: rate) }
      )
      let whole = try TimeMap([.play(from: .zero, to: Self.seconds("60"), speed: rate)])
      #expect(split.passes == whole.passes && split.duration == whole.duration)
      for time in cuts {
        #expect(split.sourceTime(ofOutput: time) == whole.sourceTime(ofOutput: time))
        #expect(split.outputTime(ofSource: time) == whole.outputTime(ofSource: time))
      }
    }
  }

  @Test(.timeLimit(.minutes(10))) func `Random maps equal an implementation in Python's fractions`()
    async throws
  {
    var random = SeededGenerator()
    for round in 0..<40 {
      let (parts, texts) = Self.randomParts(round, &random)
      let map = try TimeMap(parts)
      let (end, played) = (try #require(map.duration), try #require(map.playedDuration))
      func times(below most: RationalTime) -> [RationalTime] {
        (0..<50).map { _ in
          RationalTime(
            seconds: most.rational * Rational(.random(in: 0..<1_000_000, using: &random), 1_000_000)
          )
        }
      }
      let (output, source) = (times(below: end), times(below: played))
      let job = """
        {"sections": [\(texts.joined(separator: ", "))],
         "output": [\(output.map { "\"\($0.rational)\"" }.joined(separator: ", "))],
         "played": [\(source.map { "\"\($0.rational)\"" }.joined(separator: ", "))]}
        """
      let expected = try await Self.judged(job)
      let starts = map.sections.map(\.start) + [end]
      try #require(expected.count == starts.count + output.count + source.count)
      for (one, other) in zip(starts, expected) { #expect(one.rational == other) }
      let made = output.map(map.sourceTime) + source.map(map.outputTime)
      for (one, other) in zip(made, expected.dropFirst(starts.count)) {
        let distance = (one.rational - other).doubleValue
        #expect(abs(distance) < 1e-12, "round \(round), RETIME_SEED=\(SeededGenerator.seed)")
      }
    }
  }

  private static func randomParts(
    _ round: Int,
    _ random: inout SeededGenerator
  ) -> (parts: [Part], texts: [String]) {
    var (parts, texts): ([Part], [String]) = ([], [])
    for _ in 0...(round % 8) {
      func number(_ range: ClosedRange<Int64>) -> Rational {
        Rational(.random(in: range, using: &random), 8)
      }
      let (from, to) = (number(0...400), number(401...800))
      let isBackward = Bool.random(using: &random)
      let (a, b) = isBackward ? (to, from) : (from, to)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        parts.append(
          .hold(at: RationalTime(seconds: a), duration: RationalTime(seconds: number(1...40)))
        )
        guard case .hold(_, let duration) = parts[parts.count - 1] else { continue }
        texts.append("{\"hold\": \"\(a)\", \"for\": \"\(duration.rational)\"}")
      case let kind:
        let speed = number(1...80)
        let last = kind == 1 ? speed : number(1...80)
        let ease: Ease = kind == 2 ? .linear : .smooth
        parts.append(
          .play(
            from: RationalTime(seconds: a),
            to: RationalTime(seconds: b),
            speed: speed,
            last: last,
            ease: ease
          )
        )
        texts.append(
          "{\"from\": \"\(a)\", \"to\": \"\(b)\", \"speed\": [\"\(speed)\", \"\(last)\"], \"ease\": \"\(ease.rawValue)\"}"
        )
      }
    }
    return (parts, texts)
  }

  /// Parses the fractions that the reference prints.
  private static func judged(_ job: String) async throws -> [Rational] {
    try await Oracle.lines("time_map.py", input: job).map { line in
      // The reference's fractions can be longer than ours: as many digits as matter.
      let terms = line.split(separator: "/").map { Double($0) ?? 0 }
      if let exact = try? Rational(parsing: String(line)) { return exact }
      return Rational(
        Int64((terms[0] / (terms.count > 1 ? terms[1] : 1) * 1e14).rounded()),
        100_000_000_000_000
      )
    }
  }

  @Test(arguments: [
    ([] as [Part], "at least one"),
    ([.play(from: seconds("1"), to: seconds("1"), speed: Rational(1))], "section 1 plays nothing"),
    ([parts[0], .hold(at: .zero, duration: .zero)], "section 2 plays nothing"),
    (
      [.play(from: seconds("0"), to: seconds("1"), speed: Rational(0))], "section 1 has the speed 0"
    ),
    ([.play(from: seconds("0"), to: seconds("1"), speed: Rational(-2))], "speed -2"),
    ([.play(from: seconds("0"), to: seconds("1"), speed: Rational(2001, 2))], "speed 2001/2"),
    ([.play(from: seconds("-1"), to: seconds("1"), speed: Rational(1))], "begins before"),
  ])
  func `An invalid map is refused with its section`(parts: [Part], text: String) {
    let error = #expect(throws: MapError.self) { try TimeMap(parts) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(text))
  }

  @Test func `Ten thousand sections map times in both directions and never decrease`() throws {
    var random = SeededGenerator()
    let parts = (0..<10_000).map { index -> Part in
      .play(
        from: RationalTime(Int64(index), 3),
        to: RationalTime(Int64(index + 1), 3),
        speed: Rational(.random(in: 100...1_000_000, using: &random), 1000)
      )
    }
    let map = try TimeMap(parts)
    let end = try #require(map.duration)
    var latest = RationalTime.zero
    for step in 0..<2000 {
      let time = RationalTime(seconds: end.rational * Rational(Int64(step), 2000))
      let played = map.sourceTime(ofOutput: time)
      #expect(played >= latest)
      latest = played
      let back = map.outputTime(ofSource: played)
      #expect(abs((back - time).seconds) < 1e-12)
    }
  }
}
