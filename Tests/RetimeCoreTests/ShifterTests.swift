// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import RetimeCore

@Suite(.timeLimit(.minutes(10))) struct `Pitch shift` {
  /// The output of a forward plan, in blocks of the given sizes.
  private static func shifted<Sample: AudioSample>(
    _ source: [Sample],
    _ plan: StretchPlan,
    channels: Int,
    keepsFormants: Bool = false,
    in blocks: Blocks = .whole
  ) -> [Double] {
    var shifter = MappedShifter<Sample>(
      plan,
      channelCount: channels,
      keepsFormants: keepsFormants
    )
    return shifter.output(of: source, in: blocks)
  }

  private static func plan(
    _ count: Int,
    _ length: Int,
    _ semitones: Int64
  ) throws -> StretchPlan {
    let ratio = try #require(Pitch.shift(semitones: Rational(semitones)).ratio)
    return StretchPlan(frameCount: count, length: length, rate: 48_000, ratio: ratio)
  }

  @Test(arguments: [-24, -5, 1, 12, 24], [false, true])
  func `The output has the exact length, and the same bits in any split`(
    semitones: Int64,
    keepsFormants: Bool
  ) throws {
    for (count, length) in [(1, 1), (1, 3), (997, 1), (6_000, 7_013)] {
      let source = noise(count * 2, of: Int16.self)
      let plan = try Self.plan(count, length, semitones)
      let whole = Self.shifted(source, plan, channels: 2, keepsFormants: keepsFormants)
      #expect(whole.count == length * 2)
      let blocks = Blocks(append: 101, render: 37)
      let split = Self.shifted(
        source,
        plan,
        channels: 2,
        keepsFormants: keepsFormants,
        in: blocks
      )
      #expect(whole == split, "RETIME_SEED=\(SeededGenerator.seed)")
    }
  }

  /// A map without a constant speed.
  private static let parts: [TimeMap.Part] = [
    .play(from: .zero, to: time(3_000), speed: Rational(1, 2)),
    .hold(at: time(3_000), duration: time(500)),
    .play(from: time(3_000), to: time(6_000), speed: Rational(1)),
    .play(
      from: time(9_000),
      to: time(12_000),
      speed: Rational(2),
      last: Rational(1, 2),
      ease: .smooth
    ),
    .play(from: time(12_000), to: time(60_000), speed: Rational(3, 4)),
  ]

  private static func time(_ frames: Int64) -> RationalTime { RationalTime(frames, 8000) }

  @Test(arguments: [Rational(-24), Rational(-12), Rational(-5, 2), Rational(3), Rational(24)])
  func `A stream gives the output of a track, for any blocks and any end`(
    semitones: Rational
  ) throws {
    let ratio = try #require(Pitch.shift(semitones: semitones).ratio)
    let (map, fade) = (try TimeMap(Self.parts), RationalTime(5, 1000))
    for count in [1, 2_999, 7_001, 14_003] {
      let source = noise(count, of: Float.self)
      let output = (RationalTime.zero, map.endTime(ofStream: Self.time(Int64(count))))
      let track = StretchPlan(
        map: map,
        start: .zero,
        frameCount: count,
        output: output,
        rate: 8000,
        fade: fade,
        ratio: ratio
      )
      let stream = StretchPlan(stream: map, rate: 8000, fade: fade, ratio: ratio)
      let expected = Self.shifted(source, track, channels: 1)
      #expect(expected.count == map.outputFrameCount(ofStream: count, rate: 8000))
      for blocks in [Blocks.whole, Blocks(append: 997, render: 37), Blocks(append: 64, render: 1)] {
        let made = Self.shifted(source, stream, channels: 1, in: blocks)
        #expect(
          made == expected,
          "\(count) frames by \(blocks.append), RETIME_SEED=\(SeededGenerator.seed)"
        )
      }
    }
  }

  @Test(arguments: [-7, 4])
  func `A change of the speed during playback is continuous`(semitones: Int64) throws {
    // 500 Hz: 16 frames a period.
    let source = (0..<40_000).map { Float(0.5 * unitRoot($0, of: 16).sine) }
    let ratio = try #require(Pitch.shift(semitones: Rational(semitones)).ratio)
    var map = TimeMap(factor: .identity)
    func plan() -> StretchPlan {
      StretchPlan(stream: map, rate: 8000, fade: RationalTime(5, 1000), copied: 0, ratio: ratio)
    }
    var shifter = MappedShifter<Float>(plan(), channelCount: 1)
    var (output, block) = ([Double](), [Double](repeating: 0, count: 999))
    for (index, factor) in ["1.5", "0.5", "1", "2"].enumerated() {
      let part = Array(source[10_000 * index..<10_000 * (index + 1)])
      shifter.append(part.span)
      if index == 3 { shifter.finish() }
      var count = 0
      repeat {
        var span = block.mutableSpan
        count = shifter.render(into: &span)
        output += block[..<count]
      } while count > 0
      let first = try #require(shifter.firstFree)
      let free = Self.time(Int64(first))
      #expect(first >= output.count)
      map.setFactor(try Factor(parsing: factor), fromSource: map.streamTime(ofOutput: free))
      if index < 3 { shifter.setMap(map) }
    }
    #expect(shifter.isFinished && abs(output.count - 40_000) < 8_000)
    // The second difference of a sine of 500 Hz · ratio with amplitude 0.5.
    let turn = 2 * Double.pi / 16 * ratio.doubleValue
    for n in 1_000..<output.count - 1_000 {
      let bend = abs(output[n + 1] - 2 * output[n] + output[n - 1])
      #expect(bend < 1.3 * 0.5 * turn * turn, "at \(n)")
    }
    for begin in stride(from: 1_000, to: output.count - 2_000, by: 400) {
      let energy = output[begin..<begin + 400].reduce(0) { $0 + $1 * $1 }
      #expect(abs((energy / 400).squareRoot() - 0.3536) < 0.03, "at \(begin)")
    }
  }

  @Test(arguments: [-12, 12])
  func `Twelve semitones shift every tone by an octave`(semitones: Int64) throws {
    let count = 24_000
    // 1000 Hz: 48 frames a period; an octave away 96 or 24.
    let source = (0..<count).map { Float(0.5 * unitRoot($0, of: 48).sine) }
    let plan = try Self.plan(count, count, semitones)
    let output = Self.shifted(source, plan, channels: 1)
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

  @Test(arguments: [-12, -5, 5, 12])
  func `Formants are preserved, or shifted with the pitch`(semitones: Int64) throws {
    // Harmonics of 125 Hz, 64 frames a period, loudest at 1000 Hz.
    let count = 24_000
    let levels = (1...24).map { harmonic in
      0.2 * exponential2(-Double((harmonic - 8) * (harmonic - 8)) / 8)
    }
    let source = (0..<count).map { n in
      levels.indices.reduce(Float(0)) {
        $0 + Float(levels[$1] * unitRoot(n * ($1 + 1) + 11 * $1 * $1, of: 64).sine)
      }
    }
    let plan = StretchPlan(
      frameCount: count,
      length: count,
      rate: 8000,
      ratio: try #require(Pitch.shift(semitones: Rational(semitones)).ratio)
    )
    let ratio = plan.ratio.doubleValue
    for keepsFormants in [false, true] {
      let output = Self.shifted(source, plan, channels: 1, keepsFormants: keepsFormants)
      let spectrum = Self.levels(output, ofHarmonics: 125 * ratio, rate: 8000)
      let (place, level) = try #require(spectrum.enumerated().max { $0.element < $1.element })
      let formant = Double(place + 1) * 125 * ratio
      let expected = keepsFormants ? 1000 : 1000 * ratio
      // As exact as the spacing of the harmonics, before or after the shift.
      #expect(abs(formant - expected) <= 125 * max(1, ratio), "\(formant) Hz")
      #expect(abs(logarithm2(level / 0.2)) < 0.33, "\(level)")
    }
  }

  /// The levels of a frequency's harmonics in the middle of the audio.
  private static func levels(_ sound: [Double], ofHarmonics base: Double, rate: Double) -> [Double]
  {
    let (size, turns) = (4096, 1 << 20)
    let window = StretchShape.window(size)
    return (1...Int(rate / 2 / base) - 1).map { harmonic in
      let step = Int((base * Double(harmonic) / rate * Double(turns)).rounded())
      var (re, im) = (0.0, 0.0)
      for n in 0..<size {
        let root = unitRoot(n * step, of: turns)
        let value = sound[sound.count / 2 + n] * Double(window[n])
        re += value * root.cosine
        im += value * root.sine
      }
      return 4 * (re * re + im * im).squareRoot() / Double(size)
    }
  }

  @Test(arguments: [1_000, 8_000, 11_025, 44_100, 48_000, 96_000, 192_000])
  func `No source before the stretcher's window is needed`(rate: Int) throws {
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

  @Test(arguments: [8_000, 16_000, 22_050, 48_000])
  func `Memory use does not grow with the length`(rate: Int) {
    let block = noise(rate, of: Float.self)
    var stretcher = Stretcher(StretchShape(rate: rate), channelCount: 1, frames: 0..<100 * rate) {
      Double($0) / 1.5
    }
    var output = [Float](repeating: 0, count: 2 * rate)
    for _ in 0..<20 {
      stretcher.append(block.span)
      var span = output.mutableSpan
      _ = stretcher.render(into: &span)
    }
    #expect(stretcher.heldFrameCount < 2 * rate, "RETIME_SEED=\(SeededGenerator.seed)")
  }

  @Test func `A pitch is parsed from words and semitones`() throws {
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
