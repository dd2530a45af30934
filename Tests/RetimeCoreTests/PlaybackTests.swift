// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `The order of playback` {
  static let duration = RationalTime(5_011, 1_001)

  private static func passes(_ playback: Playback) throws -> [PlaybackPass] {
    let whole = TimeMap.Part.play(from: .zero, to: duration, speed: Rational(1))
    return try TimeMap([whole].played(playback)).passes
  }

  @Test func `A reversed pass mirrors each range, and mirroring twice restores it`() throws {
    var random = SeededGenerator()
    let pass = try #require(Self.passes(.backward).first)
    for _ in 0..<200 {
      let from = RationalTime(nanoseconds: .random(in: 0...2_000_000_000, using: &random))
      let to = from + RationalTime(1, .random(in: 1...90_000, using: &random))
      let once = pass.played(from: from, to: to)
      #expect(once.end - once.start == to - from)
      let twice = pass.played(from: once.start, to: once.end)
      #expect(twice.start == from && twice.end == to, "RETIME_SEED=\(SeededGenerator.seed)")
    }
  }

  @Test func `Forward playback leaves times unchanged`() throws {
    let passes = try Self.passes(.forward)
    #expect(passes.count == 1)
    let place = passes[0].played(from: RationalTime(1, 3), to: RationalTime(2, 3))
    #expect(place.start == RationalTime(1, 3) && place.end == RationalTime(2, 3))
  }

  @Test func `A boomerang turns at the source's end`() throws {
    let passes = try Self.passes(.boomerang)
    #expect(passes.map(\.isBackward) == [false, true])
    #expect(Playback.boomerang.passCount == 2)
    let last = passes[0].played(from: RationalTime(5, 1), to: Self.duration)
    let again = passes[1].played(from: RationalTime(5, 1), to: Self.duration)
    #expect(last.end == Self.duration && again.start == Self.duration)
    let first = passes[1].played(from: .zero, to: RationalTime(1, 25))
    #expect(first.end == Self.duration + Self.duration)
  }
}

@Suite struct `One channel` {
  @Test func `A channel is picked by its number`() {
    let samples: [UInt8] = [1, 2, 3, 4, 5, 6]
    var picked = [UInt8](repeating: 0, count: 2)
    var output = picked.mutableSpan
    pickChannel(1, of: samples.span, channelCount: 3, into: &output)
    #expect(picked == [2, 5])
  }
}

@Suite struct `A difference` {
  @Test func `Equal values have no difference and are counted`() {
    var difference = Difference()
    difference.note([1, 2, 3].span, [1, 2, 3].span as Span<UInt8>)
    #expect(difference.isNone && difference.count == 3 && difference.meanSquare == 0)
  }

  @Test func `Squares are summed and the largest difference is kept`() {
    var difference = Difference()
    difference.note([0, 255].span, [3, 251].span as Span<UInt8>)
    #expect(difference.squares == 25 && difference.largest == 4 && difference.meanSquare == 12.5)
    difference.note(Int16.min, Int16.max)
    #expect(difference.largest == 65_535)
  }

  @Test func `NaN is treated as a difference`() {
    var difference = Difference()
    difference.note(Float.nan, Float.nan)
    #expect(difference.isNone)
    difference.note(Float.nan, Float(0))
    #expect(difference.largest == .infinity)
  }
}
