// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import RetimeCore

@Suite(.timeLimit(.minutes(10))) struct `Sound at another pitch` {
  /// All of the output of a forward plan, in blocks of so many frames.
  private static func shifted<Sample: AudioSample>(
    _ source: [Sample],
    _ plan: StretchPlan,
    length: Int,
    channels: Int,
    in blocks: Blocks = .whole
  ) -> [Double] {
    var shifter = MappedShifter<Sample>(plan, length: length, channelCount: channels)
    var (output, rest) = ([Double](), source[...])
    var block = [Double](repeating: 0, count: blocks.render * channels)
    while !shifter.isFinished {
      let part = Array(rest.prefix(min(blocks.append, rest.count) * channels))
      rest = rest.dropFirst(part.count)
      shifter.append(part.span)
      if rest.isEmpty { shifter.finish() }
      var count = 0
      repeat {
        var span = block.mutableSpan
        count = shifter.render(into: &span)
        output += block[..<(count * channels)]
      } while count > 0
    }
    return output
  }

  private static func plan(
    _ count: Int,
    _ length: Int,
    _ semitones: Int64
  ) throws -> StretchPlan {
    let ratio = try #require(Pitch.shift(semitones: Rational(semitones)).ratio)
    let stretched = max(1, Int((Rational(Int64(length)) * ratio).rounded()))
    return StretchPlan(frameCount: count, length: stretched, rate: 48_000)
  }

  @Test(arguments: [-24, -5, 1, 12, 24])
  func `is exactly as long, and has the same bits in any split`(semitones: Int64) throws {
    for (count, length) in [(1, 1), (1, 3), (997, 1), (6_000, 7_013)] {
      let source = noise(count * 2, of: Int16.self)
      let plan = try Self.plan(count, length, semitones)
      let whole = Self.shifted(source, plan, length: length, channels: 2)
      #expect(whole.count == length * 2)
      let blocks = Blocks(append: 101, render: 37)
      let split = Self.shifted(source, plan, length: length, channels: 2, in: blocks)
      #expect(whole == split, "RETIME_SEED=\(SeededGenerator.seed)")
    }
  }

  @Test(arguments: [-12, 12])
  func `has every tone an octave off at twelve semitones`(semitones: Int64) throws {
    let count = 24_000
    // 1000 Hz: 48 frames a turn; an octave off 96 or 24.
    let source = (0..<count).map { Float(0.5 * unitRoot($0, of: 48).sine) }
    let plan = try Self.plan(count, count, semitones)
    let output = Self.shifted(source, plan, length: count, channels: 1)
    let middle = 6_000..<18_000
    let turn = semitones > 0 ? 24 : 96
    var (re, im, energy) = (0.0, 0.0, 0.0)
    for n in middle {
      let root = unitRoot(n, of: turn)
      re += output[n] * root.cosine
      im += output[n] * root.sine
      energy += output[n] * output[n]
    }
    #expect((re * re + im * im) * 2 / Double(middle.count) / energy > 0.99)
    #expect(abs((2 * energy / Double(middle.count)).squareRoot() - 0.5) < 0.02)
  }

  @Test(arguments: [1_000, 8_000, 11_025, 44_100, 48_000, 96_000, 192_000])
  func `needs no source before what its stretcher lets go`(rate: Int) throws {
    let shape = StretchShape(rate: rate)
    for speed in [Rational(1, 100), Rational(3, 2), Rational(10), Rational(1000)] {
      let map = try TimeMap([
        .play(from: .zero, to: RationalTime(1, 1), speed: Rational(1)),
        .play(from: RationalTime(2000, 1), to: RationalTime(3000, 1), speed: speed),
      ])
      let plan = StretchPlan(
        map: map,
        start: .zero,
        frameCount: 3000 * rate,
        output: (.zero, try #require(map.duration)),
        rate: rate,
        fade: RationalTime(5, 1000)
      )
      let run = try #require(plan.runs.last)
      let stretcher = Stretcher(shape, channelCount: 1, frames: run.reach) { run.position($0) }
      let earliest = MappedStretcher<Float>.earliest(run, rate)
      #expect(stretcher.sourceStart >= earliest, "at the speed \(speed)")
    }
  }

  @Test func `is named by words and by semitones`() throws {
    for text in ["follow", "keep", "+3", "-2.5", "+24", "-24", "+1/3"] {
      #expect(try Pitch(parsing: text).description == text)
    }
    #expect(try Pitch(parsing: "0") == .keep)
    #expect(try Pitch(parsing: "12").ratio == Rational(2))
    #expect(try Pitch(parsing: "-24").ratio == Rational(1, 4))
    #expect(Pitch.shift(semitones: Rational(-1_000_000)).ratio == Rational(1, 4))
    #expect(Pitch.follow.ratio == nil && Pitch.keep.ratio == Rational(1))
    for text in ["", "up", "24.1", "-25", "nan", "1e30", "+", "3 "] {
      #expect(throws: PitchError.self) { try Pitch(parsing: text) }
    }
  }
}
