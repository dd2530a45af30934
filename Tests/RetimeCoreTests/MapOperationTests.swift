// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Operations on a whole map` {
  typealias Part = TimeMap.Part

  private static func seconds(_ text: String) -> RationalTime { `A map's text`.seconds(text) }

  private static func parts() throws -> [Part] {
    try MapDocument(parsing: `A map's text`.example).parts(end: seconds("10"))
  }

  @Test func `A reversed map mirrors the source time in its duration`() throws {
    let parts = try Self.parts()
    let backward = try parts.played(.backward)
    #expect(try backward.played(.backward) == parts && parts.played(.forward) == parts)
    let (map, other) = (try TimeMap(parts), try TimeMap(backward))
    let (end, played) = (try #require(map.duration), try #require(map.playedDuration))
    #expect(other.duration == end)
    for step in 0...1000 {
      let time = RationalTime(seconds: end.rational * Rational(Int64(step), 1000))
      let there = map.sourceTime(ofOutput: time)
      let back = played - other.sourceTime(ofOutput: end - time)
      #expect(abs((there - back).seconds) < 1e-12)
    }
  }

  @Test func `A boomerang is twice as long, with one pass in each direction`() throws {
    let plain: [Part] = [.play(from: .zero, to: Self.seconds("7"), speed: Rational(3))]
    let both = try plain.played(.boomerang)
    let passes = try TimeMap(both).passes
    #expect(passes.map(\.isBackward) == [false, true])
    for (pass, begin) in zip(passes, ["0", "7/3"]) {
      #expect((pass.sourceStart, pass.sourceEnd) == (.zero, Self.seconds("7")))
      #expect(pass.outputStart == Self.seconds(begin))
    }
    #expect(try both.total() == Self.seconds("14/3"))
    #expect(try Self.parts().played(.boomerang).count == 12)
  }

  @Test func `A looped map is the count times as long`() throws {
    let parts = try Self.parts()
    let total = try parts.total().rational
    for count in [1, 2, 7, 1000] {
      let looped = try parts.looped(count)
      #expect(looped.count == 6 * count && Array(looped.suffix(6)) == parts)
      #expect(try looped.total().rational == total * Rational(Int64(count)))
    }
    for count in [0, -1, 10_001, .max] {
      #expect(throws: MapError.loops(count)) { try parts.looped(count) }
    }
    let many = try parts.looped(1000)
    #expect(throws: MapError.tooMany(60_000_000)) { try many.looped(10_000) }
    #expect(throws: MapError.tooMany(120_000)) { try parts.looped(10_000).played(.boomerang) }
  }

  @Test func `Scaling a map scales every section alike`() throws {
    let parts = try Self.parts()
    let before = try TimeMap(parts)
    let scaled = try TimeMap(parts.scaled(to: Self.seconds("100/3")))
    #expect(scaled.duration == Self.seconds("100/3"))
    let factor = Rational(100, 3) / (try #require(before.duration)).rational
    for (section, other) in zip(before.sections, scaled.sections) {
      #expect(other.start.rational == section.start.rational * factor)
      #expect(other.from == section.from && other.to == section.to && other.ease == section.ease)
    }
    let error = #expect(throws: MapError.self) { try parts.scaled(to: Self.seconds("1/100000")) }
    #expect("\(try #require(error))".contains("section 1 has the speed"))
    #expect(throws: MapError.total(.zero)) { try parts.scaled(to: .zero) }
    #expect(throws: MapError.empty) { try [Part]().scaled(to: Self.seconds("1")) }
  }

  @Test func `A clipped map plays what is within, and a moved map shifts its clock`() throws {
    let parts = try Self.parts()
    let clipped = try parts.clipped(from: Self.seconds("3"), to: Self.seconds("4"))
    #expect(
      clipped == [
        parts[1], parts[2], parts[3],
        .play(from: Self.seconds("4"), to: Self.seconds("3"), speed: Rational(2)),
        .play(from: Self.seconds("3"), to: Self.seconds("4"), speed: Rational(1)),
      ]
    )
    let moved = try clipped.shifted(by: .zero - Self.seconds("3"))
    #expect(moved[4] == .play(from: .zero, to: Self.seconds("1"), speed: Rational(1)))
    #expect(try moved.shifted(by: Self.seconds("3")) == clipped)
    #expect(throws: MapError.beforeStart(1)) { try parts.shifted(by: .zero - Self.seconds("1")) }
    #expect(throws: MapError.easedAcross(2, time: Self.seconds("13/4"))) {
      try parts.clipped(from: Self.seconds("13/4"), to: Self.seconds("10"))
    }
    #expect(throws: MapError.easedAcross(2, time: Self.seconds("13/4"))) {
      try parts.clipped(from: .zero, to: Self.seconds("13/4"))
    }
    #expect(throws: MapError.nothingWithin(Self.seconds("20"), Self.seconds("30"))) {
      try parts.clipped(from: Self.seconds("20"), to: Self.seconds("30"))
    }
  }
}
