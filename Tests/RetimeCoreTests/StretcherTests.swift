// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import RetimeCore

@Suite(.timeLimit(.minutes(10))) struct `Sound that keeps its pitch` {
  static let rate = 48_000

  private static func seconds(_ frames: Int) -> RationalTime {
    RationalTime(Int64(frames), Int64(rate))
  }

  private static func plan(
    _ parts: [TimeMap.Part],
    _ count: Int,
    sustains: Bool = false
  ) throws -> StretchPlan {
    let map = try TimeMap(parts)
    return StretchPlan(
      map: map,
      start: .zero,
      frameCount: count,
      output: (.zero, try #require(map.duration)),
      rate: rate,
      fade: RationalTime(5, 1000),
      sustainsHolds: sustains
    )
  }

  static func plan(_ factor: String, _ count: Int) throws -> StretchPlan {
    let speed = try Rational(parsing: factor).reciprocal
    return try plan([.play(from: .zero, to: seconds(count), speed: speed)], count)
  }

  /// All of the output, in blocks of the given sizes.
  static func stretched<Sample: AudioSample>(
    _ source: [Sample],
    _ plan: StretchPlan,
    channels: Int = 1,
    in blocks: Blocks = .whole
  ) -> [Double] {
    var stretcher = MappedStretcher<Sample>(plan, channelCount: channels)
    return stretcher.output(of: source, isForward: plan.isForward, in: blocks)
  }

  /// A chord with an onset every fifth of a second, over soft noise.
  static func music(_ count: Int, seed: UInt64 = SeededGenerator.seed) -> [Float] {
    let hiss = noise(count, of: Float.self, seed: seed)
    return (0..<count).map { n in
      var value = 0.001 * hiss[n]
      for (index, step) in [220, 331, 1499, 4186].enumerated() {
        value += 0.1 * Float(unitRoot(step * n + index * 5000, of: rate).sine)
      }
      let since = n % 9600
      if since < 1200 { value += 0.5 * hiss[(n * 7) % count] * Float(1200 - since) / 1200 }
      return value
    }
  }

  static func level(_ values: ArraySlice<Double>) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))).squareRoot()
  }

  @Test(arguments: ["0.01", "0.37", "0.5", "0.999", "1", "1.5", "2", "7.3"])
  func `The output has the exact length of the map`(factor: String) throws {
    for count in [1, 2, 997, 9_600] {
      let plan = try Self.plan(factor, count)
      let output = Self.stretched(Self.music(count), plan)
      #expect(output.count == plan.frames.count)
      #expect(output.allSatisfy { $0.isFinite && abs($0) < 3 })
      let map = TimeMap(factor: try Factor(parsing: factor))
      #expect(output.count == map.outputFrameCount(ofSource: count))
    }
  }

  @Test(arguments: [Blocks(append: 997, render: 101), Blocks(append: 64, render: 3)])
  func `Any split gives the same bits`(blocks: Blocks) throws {
    let source = Self.music(12_000)
    for factor in ["0.7", "1.5"] {
      let plan = try Self.plan(factor, 6_000)
      let whole = Self.stretched(source, plan, channels: 2)
      let split = Self.stretched(source, plan, channels: 2, in: blocks)
      #expect(whole == split, "RETIME_SEED=\(SeededGenerator.seed)")
    }
  }

  @Test func `Speed 1 returns the source bit for bit`() throws {
    func check<Sample: AudioSample>(_: Sample.Type) throws {
      let source = noise(3_000, of: Sample.self)
      let plan = try Self.plan("1", 1_000)
      let output = Self.stretched(source, plan, channels: 3)
      #expect(output.map(\.bitPattern) == bits(source), "RETIME_SEED=\(SeededGenerator.seed)")
    }
    try check(UInt8.self)
    try check(Int16.self)
    try check(Int24.self)
    try check(Int32.self)
    try check(Float.self)
    try check(Double.self)
  }

  @Test func `Sections at speed 1 return the source among others`() throws {
    let count = 24_000
    let source = Self.music(count)
    let parts: [TimeMap.Part] = [
      .play(from: .zero, to: Self.seconds(8_000), speed: Rational(2)),
      .play(from: Self.seconds(8_000), to: Self.seconds(16_000), speed: Rational(1)),
      .play(from: Self.seconds(16_000), to: Self.seconds(24_000), speed: Rational(1, 2)),
    ]
    let output = Self.stretched(source, try Self.plan(parts, count))
    #expect(output.count == 28_000)
    for n in 4_200..<11_800 { #expect(output[n] == Double(source[4_000 + n])) }
  }

  @Test func `Silence stays silent, and NaN becomes silence`() throws {
    let plan = try Self.plan("1.5", 9_600)
    let silence = Self.stretched([Int16](repeating: 0, count: 9_600), plan)
    #expect(silence.allSatisfy { $0 == 0 })
    var source = [Float](repeating: 0, count: 9_600)
    for (index, value) in [Float.nan, .infinity, -.infinity, 3e38].enumerated() {
      source[2_000 * index] = value
    }
    #expect(Self.stretched(source, plan).allSatisfy { $0.isFinite })
  }

  @Test(arguments: 1...8)
  func `All channels have the same phase`(channels: Int) throws {
    let mono = Self.music(6_000)
    let plan = try Self.plan("1.3", 6_000)
    let output = Self.stretched(
      mono.flatMap { Array(repeating: $0, count: channels) },
      plan,
      channels: channels
    )
    for frame in 0..<plan.frames.count {
      for channel in 1..<max(2, channels) where channel < channels {
        #expect(output[frame * channels + channel] == output[frame * channels])
      }
    }
    #expect(Self.level(output[...]) > 0.1)
  }

  @Test(arguments: ["0.1", "0.5", "1.01", "1.5", "10"])
  func `A tone keeps its pitch and level`(factor: String) throws {
    let count = 24_000
    // 1000 Hz: 48 frames a period.
    let source = (0..<count).map { Float(0.5 * unitRoot($0, of: 48).sine) }
    let output = Self.stretched(source, try Self.plan(factor, count))
    let middle = output[output.count / 4..<output.count * 3 / 4]
    var (re, im) = (0.0, 0.0)
    for n in middle.indices {
      let root = unitRoot(n, of: 48)
      re += output[n] * root.cosine
      im += output[n] * root.sine
    }
    let share = (re * re + im * im) * 2 / Double(middle.count)
    let energy = middle.reduce(0) { $0 + $1 * $1 }
    // All but a hundredth of the energy is at 1000 Hz; near an edge of a short output a little less.
    #expect(share / energy > 0.99)
    #expect(abs(Self.level(middle) / (0.5 / 2.0.squareRoot()) - 1) < 0.05)
  }

  @Test func `Output from a phase reset on can be computed alone`() throws {
    let count = 40_000
    // An onset after silence, and audio after it.
    let source = Self.music(count).enumerated().map { (12_000..<16_000).contains($0) ? 0 : $1 }
    func run(_ frames: Range<Int>) -> (output: [Float], restart: Int?, settling: Int) {
      let shape = StretchShape(rate: Self.rate)
      var stretcher = Stretcher(shape, channelCount: 1, frames: frames) { Double($0) / 1.4 }
      let first = max(0, stretcher.sourceStart)
      let part = Array(source[min(first, count)...])
      stretcher.append(part.span)
      stretcher.finish()
      var output = [Float](repeating: 0, count: frames.count)
      var span = output.mutableSpan
      _ = stretcher.render(into: &span)
      return (output, stretcher.restart, stretcher.settling)
    }
    let whole = run(0..<56_000)
    let restart = try #require(whole.restart, "RETIME_SEED=\(SeededGenerator.seed)")
    #expect(restart > 20_000)
    let part = run(restart..<56_000)
    #expect(
      part.output.dropFirst(whole.settling)
        == whole.output.dropFirst(restart + whole.settling),
      "RETIME_SEED=\(SeededGenerator.seed)"
    )
  }

  @Test func `Reversed playback stretches the reversed source`() throws {
    let count = 9_600
    let source = Self.music(count)
    let end = Self.seconds(count)
    let back = try Self.plan([.play(from: end, to: .zero, speed: Rational(2, 3))], count)
    let forth = try Self.plan([.play(from: .zero, to: end, speed: Rational(2, 3))], count)
    let output = Self.stretched(source, back)
    #expect(output == Self.stretched(Array(source.reversed()), forth))
    let mirrored = try Self.plan([.play(from: end, to: .zero, speed: Rational(1))], count)
    #expect(Self.stretched(source, mirrored) == source.reversed().map { Double($0) })
  }

  @Test(arguments: [false, true])
  func `Cuts, reversals, holds and ramps give the same bits in any split`(sustains: Bool) throws {
    let count = 12_000
    let source = Self.music(count)
    let parts: [TimeMap.Part] = [
      .play(from: .zero, to: Self.seconds(3_000), speed: Rational(1, 2)),
      .play(from: Self.seconds(3_000), to: Self.seconds(1_000), speed: Rational(2)),
      .hold(at: Self.seconds(1_000), duration: Self.seconds(1_500)),
      .play(from: Self.seconds(8_000), to: Self.seconds(9_000), speed: Rational(1)),
      .play(
        from: Self.seconds(4_000),
        to: Self.seconds(9_000),
        speed: Rational(1, 2),
        last: Rational(2),
        ease: .linear
      ),
      .play(from: Self.seconds(9_000), to: .zero, speed: Rational(100)),
    ]
    let plan = try Self.plan(parts, count, sustains: sustains)
    let whole = Self.stretched(source, plan)
    #expect(whole.count == 6_000 + 1_000 + 1_500 + 1_000 + 4_000 + 90)
    #expect(whole.allSatisfy { $0.isFinite && abs($0) < 3 })
    let split = Self.stretched(source, plan, in: Blocks(append: 100, render: 37))
    #expect(whole == split, "RETIME_SEED=\(SeededGenerator.seed)")
  }

  @Test func `A hold is silent or sustained`() throws {
    let count = 24_000
    let source = (0..<count).map { Float(0.5 * unitRoot($0, of: 48).sine) }
    let parts: [TimeMap.Part] = [
      .play(from: .zero, to: Self.seconds(12_000), speed: Rational(1, 2)),
      .hold(at: Self.seconds(12_000), duration: Self.seconds(12_000)),
      .play(from: Self.seconds(12_000), to: Self.seconds(24_000), speed: Rational(1, 2)),
    ]
    let silent = Self.stretched(source, try Self.plan(parts, count))
    let sounding = Self.stretched(source, try Self.plan(parts, count, sustains: true))
    #expect(silent.count == 60_000 && sounding.count == 60_000)
    #expect(silent[24_300..<35_700].allSatisfy { $0 == 0 })
    for begin in stride(from: 4_800, to: 54_000, by: 1_200) {
      #expect(abs(Self.level(sounding[begin..<begin + 1_200]) - 0.3536) < 0.02, "at \(begin)")
    }
  }

  @Test func `A speed ramp is free of clicks`() throws {
    let count = 36_000
    let source = (0..<count).map { Float(0.5 * unitRoot($0, of: 48).sine) }
    let parts: [TimeMap.Part] = [
      .play(
        from: .zero,
        to: Self.seconds(count),
        speed: Rational(1, 2),
        last: Rational(3),
        ease: .smooth
      )
    ]
    let output = Self.stretched(source, try Self.plan(parts, count))
    // The second difference of a sine of 1000 Hz with amplitude 0.5 is at most 0.5·(2π ÷ 48)².
    let most = 0.5 * (2 * Double.pi / 48) * (2 * Double.pi / 48)
    for n in 2_000..<output.count - 2_000 {
      #expect(abs(output[n + 1] - 2 * output[n] + output[n - 1]) < 1.3 * most, "at \(n)")
    }
  }
}
