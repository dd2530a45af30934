// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Inverted maps` {
  typealias Part = TimeMap.Part

  private static func seconds(_ text: String) -> RationalTime { `A map's text`.seconds(text) }

  private static func inverse(
    _ parts: [Part],
    from start: String = "0",
    end: String? = nil
  ) throws -> MapInverse {
    let map = try TimeMap(parts)
    return try #require(
      MapInverse(of: map, from: seconds(start), end: end.map(seconds) ?? map.duration ?? .zero)
    )
  }

  private static func play(_ from: String, _ to: String, _ speed: String) throws -> Part {
    .play(from: seconds(from), to: seconds(to), speed: try Rational(parsing: speed))
  }

  @Test func `Speeds are inverted, freeze frames removed, and cut ranges held`() throws {
    let inverse = try Self.inverse([
      Self.play("1", "2", "1/2"), .hold(at: Self.seconds("2"), duration: Self.seconds("5")),
      Self.play("2", "4", "1"), Self.play("6", "8", "4"),
    ])
    #expect(
      try inverse.parts == [
        .hold(at: .zero, duration: Self.seconds("1")), Self.play("0", "2", "2"),
        Self.play("7", "9", "1"), .hold(at: Self.seconds("9"), duration: Self.seconds("2")),
        Self.play("9", "9.5", "1/4"),
      ]
    )
    #expect(inverse.missing == [.zero..<Self.seconds("1"), Self.seconds("4")..<Self.seconds("6")])
  }

  @Test func `Backward playback and other orders become the source's order, each moment once`()
    throws
  {
    let parts = try [
      Self.play("4", "2", "2"), Self.play("0", "3", "1/2"), Self.play("1", "2", "1"),
    ]
    let inverse = try Self.inverse(parts)
    #expect(
      try inverse.parts == [Self.play("1", "7", "2"), Self.play("0.5", "0", "1/2")]
    )
    #expect(inverse.missing.isEmpty)
    // Only what follows the start.
    #expect(try Self.inverse(parts, from: "3.5").parts == [Self.play("0.25", "0", "1/2")])
    #expect(
      MapInverse(of: try TimeMap(parts), from: Self.seconds("4"), end: Self.seconds("8")) == nil
    )
  }

  @Test func `The end of the result as its container rounds it is the end of the last section`()
    throws
  {
    let parts = try [Self.play("0", "2", "1/2"), Self.play("2", "3", "2")]
    #expect(
      try Self.inverse(parts, end: "4.501").parts == [
        Self.play("0", "4", "2"), Self.play("4", "4.501", "1/2"),
      ]
    )
    #expect(
      try Self.inverse(parts, end: "4.499").parts == [
        Self.play("0", "4", "2"), Self.play("4", "4.499", "1/2"),
      ]
    )
    #expect(try Self.inverse(parts, end: "3").parts == [Self.play("0", "3", "2")])
  }

  @Test func `The inverse of a random map gives each moment its time again`() throws {
    var random = SeededGenerator()
    for run in 0..<100 {
      let message = Comment(rawValue: "run \(run), seed \(SeededGenerator.seed)")
      var (time, parts) = (Rational(0), [Part]())
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let end = time + Rational(.random(in: 1...5000, using: &random), 1000)
        let (one, two) = (
          Rational(.random(in: 1...40, using: &random), 10),
          Rational(.random(in: 1...40, using: &random), 10)
        )
        parts.append(
          .play(
            from: RationalTime(seconds: time),
            to: RationalTime(seconds: end),
            speed: one,
            last: Bool.random(using: &random) ? one : two,
            ease: Bool.random(using: &random) ? .linear : .smooth
          )
        )
        if Bool.random(using: &random) {
          parts.append(.hold(at: RationalTime(seconds: end), duration: RationalTime(1, 3)))
        }
        time = end
      }
      let map = try TimeMap(parts)
      let inverse = try Self.inverse(parts)
      let back = try TimeMap(inverse.parts)
      #expect(inverse.missing.isEmpty && back.duration == RationalTime(seconds: time), message)
      for index in 0...200 {
        let moment = RationalTime(seconds: time * Rational(Int64(index), 200))
        let result = map.outputTime(ofSource: moment)
        let part = try #require(back.sections.first { $0.from <= result && result <= $0.to })
        let undone =
          part.start + RationalTime(seconds: (result - part.from).rational / part.speeds.0)
        #expect(abs((undone - moment).seconds) < 21e-6, message)
      }
    }
  }
}
