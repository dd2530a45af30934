// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct Hits {
  typealias Part = TimeMap.Part

  private static func seconds(_ text: String) -> RationalTime { `A map's text`.seconds(text) }

  @Test func `One hit gives one speed, and no hits give speed 1`() throws {
    #expect(
      try MapHits(["2=4"]).parts(to: Self.seconds("7")) == [
        .play(from: .zero, to: Self.seconds("7"), speed: Rational(1, 2))
      ]
    )
    #expect(
      try MapHits([]).parts(to: Self.seconds("7")) == [
        .play(from: .zero, to: Self.seconds("7"), speed: Rational(1))
      ]
    )
    // The start's own place, a hit that is given twice, and the source's end.
    let same = try MapHits(["0=0", "1:00=30", "60=30.0", "end=40"])
    #expect(try TimeMap(same.parts(to: Self.seconds("70"))).duration == Self.seconds("40"))
  }

  @Test func `Two hits are joined by two ramps on each side`() throws {
    let parts = try MapHits(["10=10", "30=20"], within: SpeedLimits(slowest: "1/4", fastest: "4"))
      .parts(to: Self.seconds("40"))
    func ramp(_ from: String, _ to: String, _ speed: String, _ last: String) throws -> Part {
      .play(
        from: Self.seconds(from),
        to: Self.seconds(to),
        speed: try Rational(parsing: speed),
        last: try Rational(parsing: last),
        ease: .linear
      )
    }
    #expect(
      try parts == [
        ramp("0", "4.0625", "0.75", "0.875"), ramp("4.0625", "10", "0.875", "1.5"),
        ramp("10", "19.0625", "1.5", "2.125"), ramp("19.0625", "30", "2.125", "2.25"),
        .play(from: Self.seconds("30"), to: Self.seconds("40"), speed: Rational(9, 4)),
      ]
    )
  }

  @Test func `Random hits are reached exactly, with continuous speed within the limits`() throws {
    var random = SeededGenerator()
    for run in 0..<300 {
      let message = Comment(rawValue: "run \(run), seed \(SeededGenerator.seed)")
      let unit = [10, 1000, 1_000_000_000].randomElement(using: &random) ?? 10
      let limits = try SpeedLimits(
        slowest: "1/\(Int.random(in: 2...4, using: &random))",
        fastest: "\(Int.random(in: 2...5, using: &random))"
      )
      var (source, output, texts) = (Rational(0), Rational(0), [String]())
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let length = Rational(Int64.random(in: 1...Int64(40 * unit), using: &random), Int64(unit))
        let share = Rational(Int64.random(in: 1...999, using: &random), 1000)
        let speed = limits.slowest + (limits.fastest - limits.slowest) * share
        let duration = Rational(
          max(1, Int64((length / speed).rounded(times: Int64(unit)))),
          Int64(unit)
        )
        guard limits.slowest < length / duration, length / duration < limits.fastest else {
          continue
        }
        (source, output) = (source + length, output + duration)
        texts.append("\(source)=\(output)")
      }
      let end = RationalTime(seconds: source + Rational(3))
      let parts = try MapHits(texts.shuffled(using: &random), within: limits).parts(to: end)
      let sections = try TimeMap(parts).sections
      var reached = Set(sections.map { "\($0.from.rational)=\($0.start.rational)" })
      for (one, two) in zip(sections, sections.dropFirst()) {
        #expect(one.to == two.from && one.speeds.1 == two.speeds.0, message)
      }
      let speeds = sections.flatMap { [$0.speeds.0, $0.speeds.1] }
      #expect(
        speeds.allSatisfy { limits.slowest <= $0 && $0 <= limits.fastest || texts.isEmpty },
        message
      )
      // Hits between sections of one speed lie within a section.
      let map = try TimeMap(parts)
      for text in texts where !reached.contains(text) {
        let sides = text.split(separator: "=").map { Self.seconds(String($0)) }
        if map.outputTime(ofSource: sides[0]) == sides[1] { reached.insert(text) }
      }
      #expect(reached.isSuperset(of: texts), message)
    }
  }

  @Test func `Limits are reached, and a jump between both limits is refused`() throws {
    let fast = try MapHits(["10=5", "15=10"]).parts(to: Self.seconds("15"))
    #expect(fast.first == .play(from: .zero, to: Self.seconds("10"), speed: Rational(2)))
    let error = #expect(throws: MapEditError.self) {
      try MapHits(["10=5", "15=15"]).parts(to: Self.seconds("15"))
    }
    #expect(
      "\(try #require(error))".contains("before and after 10 s need all of the speeds of 0.5 to 2")
    )
  }

  @Test func `A table has the same hits as the texts`() throws {
    let table = "source;output\n# a remark\n\n12.5;20\n0:31;45\n"
    let end = Self.seconds("40")
    #expect(
      try MapHits(table: Array(table.utf8)).parts(to: end)
        == MapHits(["12.5=20", "31=45"]).parts(to: end)
    )
    let error = #expect(throws: MapEditError.self) {
      try MapHits(table: Array((table + "35,50\n38,51\n").utf8)).parts(to: end)
    }
    #expect("\(try #require(error))".contains("'line 7' needs a mean speed of 3"))
  }

  @Test(arguments: [
    ("", "there are no hits"), ("a,b\n", "line 1, column 1: a source time"),
    ("1,2\n3,end\n", "line 2, column 1"), ("1,2,3", "line 1"), ("1", "line 1"),
  ])
  func `A table with a fault names its line`(table: String, message: String) throws {
    let error = #expect(throws: MapTextError.self) { try MapHits(table: Array(table.utf8)) }
    #expect("\(try #require(error))".contains(message))
  }

  @Test(arguments: [
    (["3"], "'--hit 3' is no hit"), (["=3"], "is no hit"), (["3="], "is no hit"),
    (["3=end"], "the output's is not end"), (["1=2=3"], "is no hit"), (["-1=3"], "is no hit"),
    (["3=NaN"], "is no hit"), (["61=61"], "'--hit 61=61' is at 61 s, and the source ends at 60 s"),
    (["0=1"], "'--hit 0=1' is not later than the start in both source and output (0 s at 0 s)"),
    (["3=0"], "is not later than the start"),
    (["3=3", "4=3"], "'--hit 4=3' is not later than '--hit 3=3'"),
    (["3=3", "3=4"], "is not later than '--hit 3=3' in both source and output (3 s at 3 s)"),
    (["3=3", "4=7"], "'--hit 4=7' needs a mean speed of 0.25 since the hit before it"),
    (["3=1"], "needs a mean speed of 3 since the hit before it or the start: 0.5 to 2 is allowed"),
  ])
  func `Invalid hits are refused with the option's own text`(hits: [String], message: String) throws
  {
    let error = #expect(throws: MapEditError.self) {
      try MapHits(hits).parts(to: RationalTime(60, 1))
    }
    #expect("\(try #require(error))".contains(message), "\(error.map { "\($0)" } ?? "")")
  }

  @Test(
    arguments: [
      ("0", nil, "'--slowest 0' has the speed '0'"), (nil, "x", "'--fastest x' has the speed 'x'"),
      ("3", nil, "--slowest 3 is above --fastest 2"), (nil, "1/4", "is above --fastest 1/4"),
    ] as [(String?, String?, String)]
  )
  func `Invalid limits are refused`(slowest: String?, fastest: String?, message: String) throws {
    let error = #expect(throws: MapEditError.self) {
      try SpeedLimits(slowest: slowest, fastest: fastest)
    }
    #expect("\(try #require(error))".contains(message))
  }
}
