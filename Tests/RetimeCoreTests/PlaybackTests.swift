// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `The order of playback` {
  static let duration = RationalTime(5_011, 1_001)

  @Test func `mirrors every stretch of the source, and twice gives it back`() throws {
    var random = SeededGenerator()
    let pass = try #require(Playback.backward.passes(sourceDuration: Self.duration).first)
    for _ in 0..<200 {
      let from = RationalTime(nanoseconds: .random(in: 0...2_000_000_000, using: &random))
      let to = from + RationalTime(1, .random(in: 1...90_000, using: &random))
      let once = pass.played(from: from, to: to)
      #expect(once.end - once.start == to - from)
      let twice = pass.played(from: once.start, to: once.end)
      #expect(twice.start == from && twice.end == to, "RETIME_SEED=\(SeededGenerator.seed)")
    }
  }

  @Test func `leaves times alone when it runs forward`() {
    let passes = Playback.forward.passes(sourceDuration: Self.duration)
    #expect(passes.count == 1)
    let place = passes[0].played(from: RationalTime(1, 3), to: RationalTime(2, 3))
    #expect(place.start == RationalTime(1, 3) && place.end == RationalTime(2, 3))
  }

  @Test func `of a boomerang turns where the source ends`() {
    let passes = Playback.boomerang.passes(sourceDuration: Self.duration)
    #expect(passes.map(\.isBackward) == [false, true])
    #expect(Playback.boomerang.passCount == 2)
    let last = passes[0].played(from: RationalTime(5, 1), to: Self.duration)
    let again = passes[1].played(from: RationalTime(5, 1), to: Self.duration)
    #expect(last.end == Self.duration && again.start == Self.duration)
    let first = passes[1].played(from: .zero, to: RationalTime(1, 25))
    #expect(first.end == Self.duration + Self.duration)
  }
}

@Suite struct `Reversed frames` {
  @Test(arguments: [1, 2, 5])
  func `keep the order of their channels`(channels: Int) {
    let samples = (0..<7 * channels).map { Int16($0) }
    let expected = (0..<7).reversed().flatMap { frame in
      (0..<channels).map { Int16(frame * channels + $0) }
    }
    #expect(reversed(samples, channels) == expected)
  }

  @Test func `are the source when reversed twice, in any split`() {
    var random = SeededGenerator()
    let samples = (0..<3_000).map { _ in Double.random(in: -1...1, using: &random) }
    #expect(reversed(reversed(samples, 3), 3) == samples)
    var (blocks, rest) = ([[Double]](), samples[...])
    while !rest.isEmpty {
      let count = min(rest.count, 3 * Int.random(in: 1...100, using: &random))
      blocks.insert(reversed(Array(rest.prefix(count)), 3), at: 0)
      rest = rest.dropFirst(count)
    }
    #expect(blocks.flatMap { $0 } == reversed(samples, 3), "RETIME_SEED=\(SeededGenerator.seed)")
  }

  @Test func `of one channel are picked by its number`() {
    let samples: [UInt8] = [1, 2, 3, 4, 5, 6]
    var picked = [UInt8](repeating: 0, count: 2)
    var output = picked.mutableSpan
    pickChannel(1, of: samples.span, channelCount: 3, into: &output)
    #expect(picked == [2, 5])
  }

  private func reversed<Value: BitwiseCopyable>(_ samples: [Value], _ channels: Int) -> [Value] {
    var result = samples
    var output = result.mutableSpan
    reverseFrames(samples.span, channelCount: channels, into: &output)
    return result
  }
}

@Suite struct `A difference` {
  @Test func `is none for equal values and counts them`() {
    var difference = Difference()
    difference.note([1, 2, 3].span, [1, 2, 3].span as Span<UInt8>)
    #expect(difference.isNone && difference.count == 3 && difference.meanSquare == 0)
  }

  @Test func `sums squares and keeps the largest`() {
    var difference = Difference()
    difference.note([0, 255].span, [3, 251].span as Span<UInt8>)
    #expect(difference.squares == 25 && difference.largest == 4 && difference.meanSquare == 12.5)
    difference.note(Int16.min, Int16.max)
    #expect(difference.largest == 65_535)
  }

  @Test func `does not take a NaN for a number`() {
    var difference = Difference()
    difference.note(Float.nan, Float.nan)
    #expect(difference.isNone)
    difference.note(Float.nan, Float(0))
    #expect(difference.largest == .infinity)
  }
}
