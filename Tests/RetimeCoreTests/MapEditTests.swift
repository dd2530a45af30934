// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct Edits {
  typealias Part = TimeMap.Part

  private static func seconds(_ text: String) -> RationalTime { `A map's text`.seconds(text) }

  @Test func `Without edits there is one section at speed 1`() throws {
    let edits = try MapEdits()
    #expect(edits.isEmpty)
    let whole = Part.play(from: .zero, to: Self.seconds("7"), speed: Rational(1))
    #expect(try edits.parts(end: Self.seconds("7")) == [whole])
    let same = try MapEdits(keys: ["1=1", "2=1.0"], ranges: ["3-4=1", "4-end=2/2"])
    #expect(try same.parts(end: Self.seconds("7")) == [whole])
  }

  @Test func `Speed eases between keyframes and is constant before the first and after the last`()
    throws
  {
    let keys = ["1:00=1/4", "30=1", "end=2", "1:00=0.25"]
    let ends = ["30", "60", "90"].map(Self.seconds)
    let eased = try MapEdits(keys: keys).parts(end: Self.seconds("90"))
    #expect(
      eased == [
        .play(from: .zero, to: ends[0], speed: Rational(1)),
        .play(from: ends[0], to: ends[1], speed: Rational(1), last: Rational(1, 4), ease: .smooth),
        .play(from: ends[1], to: ends[2], speed: Rational(1, 4), last: Rational(2), ease: .smooth),
      ]
    )
    let steps = try MapEdits(keys: keys, ease: MapEdits.ease(parsing: "none"))
    #expect(
      try steps.parts(end: Self.seconds("90")) == [
        .play(from: .zero, to: ends[1], speed: Rational(1)),
        .play(from: ends[1], to: ends[2], speed: Rational(1, 4)),
      ]
    )
    #expect(try MapEdits.ease(parsing: "linear") == .linear)
    #expect(throws: MapEditError.notAnEase("soft")) { try MapEdits.ease(parsing: "soft") }
  }

  @Test func `Ranges, cuts, and holds at cuts and between them become sections`() throws {
    let edits = try MapEdits(
      ranges: ["6-8=cut", "2-4=1/2", "1e1-end=2"],
      holds: ["6=1.5", "2=1", "9=3/2"]
    )
    let times = (0...12).map { RationalTime($0, 1) }
    #expect(
      try edits.parts(end: times[12]) == [
        .play(from: .zero, to: times[2], speed: Rational(1)),
        .hold(at: times[2], duration: times[1]),
        .play(from: times[2], to: times[4], speed: Rational(1, 2)),
        .play(from: times[4], to: times[6], speed: Rational(1)),
        .hold(at: times[6], duration: Self.seconds("3/2")),
        .play(from: times[8], to: times[9], speed: Rational(1)),
        .hold(at: times[9], duration: Self.seconds("3/2")),
        .play(from: times[9], to: times[10], speed: Rational(1)),
        .play(from: times[10], to: times[12], speed: Rational(2)),
      ]
    )
  }

  @Test func `A range may replace all of a ramp, and times may have exponents`() throws {
    let edits = try MapEdits(keys: ["2=1", "4=3"], ranges: ["2-4=cut", "1e-3-1e-2=5"])
    let parts = try edits.parts(end: Self.seconds("5"))
    #expect(parts.count == 4)
    #expect(parts.last == .play(from: Self.seconds("4"), to: Self.seconds("5"), speed: Rational(3)))
    #expect(
      parts[1] == .play(from: Self.seconds("1/1000"), to: Self.seconds("1/100"), speed: Rational(5))
    )
  }

  @Test(.timeLimit(.minutes(10)))
  func `Random edits equal an implementation in Python's fractions`()
    async throws
  {
    var random = SeededGenerator()
    print("RETIME_SEED=\(SeededGenerator.seed)")
    var (jobs, made): ([String], [String]) = ([], [])
    for _ in 0..<600 {
      let (edits, job) = Self.randomEdits(&random)
      jobs.append(job)
      let end = RationalTime(60, 1)
      guard let parts = try? edits().parts(end: end) else {
        made.append("wrong")
        continue
      }
      made.append(Self.text(parts))
      // The printed map is compared too.
      let document = MapDocument(parts)
      jobs.append("{\"end\": \"60\", \"map\": \(document)}")
      made.append(Self.text(try document.parts(end: end)))
    }
    let input = "[\(jobs.joined(separator: ",\n"))]"
    let expected = try await Oracle.lines("time_map.py", ["resolve"], input: input)
    try #require(expected.count == made.count)
    for (index, pair) in zip(made, expected).enumerated() {
      #expect(pair.0 == pair.1, "\(jobs[index]), RETIME_SEED=\(SeededGenerator.seed)")
    }
    let good = made.count { $0 != "wrong" }
    #expect(good > 60 && good < made.count, "\(good) of \(made.count) are maps")
  }

  /// A few edits at whole and half seconds, so that some meet and some are invalid.
  private static func randomEdits(
    _ random: inout SeededGenerator
  ) -> (() throws -> MapEdits, job: String) {
    func time() -> String {
      let halves = Int.random(in: 0...121, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return "end"
      case 1: return "\(halves)/2"
      case 2: return "\(halves / 120):\(halves / 2 % 60)"
      default: return "\(halves / 2).\(halves % 2 * 5)"
      }
    }
    func speed() -> String {
      "\(Int.random(in: 1...4, using: &random))/\(Int.random(in: 1...4, using: &random))"
    }
    func some(_ make: () -> String) -> [String] {
      (0..<Int.random(in: 0...2, using: &random)).map { _ in make() }
    }
    let keys = some { "\(time())=\(speed())" }
    let holds = some { "\(time())=\(speed())" }
    let ranges = some {
      let halves = Int.random(in: 0...119, using: &random)
      let more = halves + Int.random(in: 0...24, using: &random)
      let cut = Bool.random(using: &random)
      return "\(halves)/2-\(more)/2=\(cut ? "cut" : speed())"
    }
    let name = ["smooth", "linear", "none"].randomElement(using: &random) ?? "none"
    func list(_ texts: [String]) -> String {
      "[\(texts.map { "\"\($0)\"" }.joined(separator: ", "))]"
    }
    let job = """
      {"end": "60", "edits": {"at": \(list(keys)), "range": \(list(ranges)), "hold": \(list(holds)), "ease": "\(name)"}}
      """
    return (
      {
        try MapEdits(
          keys: keys,
          ranges: ranges,
          holds: holds,
          ease: MapEdits.ease(parsing: name)
        )
      }, job
    )
  }

  private static func text(_ parts: [Part]) -> String {
    parts.map { part in
      switch part {
      case .play(let from, let to, let speed, let last, let ease):
        "play \(from.rational) \(to.rational) \(speed) \(last) \(ease.rawValue)"
      case .hold(let time, let duration): "hold \(time.rational) \(duration.rational)"
      }
    }.joined(separator: "; ")
  }

  @Test func `Ten thousand ranges are resolved`() throws {
    let ranges = (0..<10_000).map { "\($0)-\($0 + 1)=\($0 % 2 + 1)" }
    let parts = try MapEdits(ranges: ranges.shuffled()).parts(end: Self.seconds("10000"))
    #expect(parts.count == 10_000)
  }
}
