// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import RetimeCore

@Suite(.timeLimit(.minutes(10))) struct `Time stretching of live audio` {
  private static func music(_ count: Int) -> [Float] { `Sound that keeps its pitch`.music(count) }

  private static func plan(
    _ factor: String,
    rate: Int = 48_000,
    ratio: Rational = Rational(1)
  ) throws -> StretchPlan {
    let map = TimeMap(factor: try Factor(parsing: factor))
    let fade = RationalTime(5, 1000)
    var plan = StretchPlan(stream: map, rate: rate, fade: fade, copied: 0, ratio: ratio)
    plan.quality = .live
    return plan
  }

  private static func stretched(
    _ source: [Float],
    _ plan: StretchPlan,
    channels: Int = 1,
    in blocks: Blocks = .whole
  ) -> [Double] {
    var shifter = MappedShifter<Float>(plan, channelCount: channels)
    return shifter.output(of: source, in: blocks)
  }

  @Test(arguments: ["0.25", "0.5", "0.999", "1.5", "4"])
  func `The output has the exact length`(factor: String) throws {
    for count in [1, 997, 9_600] {
      for ratio in [Rational(1), Rational(3, 2)] {
        let output = Self.stretched(Self.music(count), try Self.plan(factor, ratio: ratio))
        let map = TimeMap(factor: try Factor(parsing: factor))
        #expect(output.count == map.outputFrameCount(ofStream: count, rate: 48_000))
        #expect(output.allSatisfy { $0.isFinite && abs($0) < 3 })
      }
    }
  }

  @Test(arguments: [Blocks(append: 997, render: 101), Blocks(append: 64, render: 3)])
  func `Any split gives the same bits`(blocks: Blocks) throws {
    let source = Self.music(48_000)
    for (factor, ratio) in [("0.3", Rational(1)), ("0.7", Rational(1)), ("1.5", Rational(4, 5))] {
      let plan = try Self.plan(factor, ratio: ratio)
      let whole = Self.stretched(source, plan, channels: 2)
      let split = Self.stretched(source, plan, channels: 2, in: blocks)
      #expect(whole == split, "RETIME_SEED=\(SeededGenerator.seed)")
    }
  }

  @Test func `At factor 1 the output equals the source`() throws {
    let source = Self.music(24_000)
    let output = Self.stretched(source, try Self.plan("1"))
    #expect(output.count == source.count)
    for (made, sample) in zip(output, source) { #expect(abs(made - Double(sample)) < 1e-4) }
  }

  @Test(arguments: 1...5)
  func `All channels have the same phase`(channels: Int) throws {
    let mono = Self.music(12_000)
    let source = mono.flatMap { sample in (0..<channels).map { _ in sample } }
    let output = Self.stretched(source, try Self.plan("1.5"), channels: channels)
    for index in output.indices {
      #expect(abs(output[index] - output[index - index % channels]) < 1e-5)
    }
  }

  @Test(arguments: [8_000, 44_100, 48_000])
  func `The delay is at most the stated one, and that is at most a tenth of a second`(
    rate: Int
  ) throws {
    for (factor, speed) in [("4", 0.25), ("1", 1.0), ("0.5", 2.0), ("0.25", 4.0)] {
      var stretcher = MappedStretcher<Float>(try Self.plan(factor, rate: rate), channelCount: 1)
      let most = StretchPlan.lookahead(rate: rate, .live, atSpeed: speed)
      #expect(most <= rate / 10)
      let longest = stretcher.longestDelay(of: Self.music(2 * rate), atSpeed: speed)
      let told = "\(longest) of \(most) frames at \(rate) Hz and the speed \(speed)"
      #expect(longest <= most && longest >= most - rate * 15 / 1000, "\(told)")
    }
  }

  @Test(arguments: [("0.5", 0.5), ("1.5", 1.5), ("2.5", 2.5)])
  func `Nothing of an onset is heard before its time`(factor: String, number: Double) throws {
    let (count, onsets) = (96_000, [20_011, 47_777, 70_001])
    let hiss = noise(count, of: Float.self, seed: SeededGenerator.seed)
    var source = [Float](repeating: 0, count: count)
    for onset in onsets {
      for index in 0..<600 { source[onset + index] = hiss[index] * Float(600 - index) / 600 }
    }
    let output = Self.stretched(source, try Self.plan(factor))
    for onset in onsets {
      let place = Int((Double(onset) * number).rounded(.up))
      let before = output[place - 1_000..<place - 200].map(abs).max() ?? 1
      #expect(before < 1e-4, "RETIME_SEED=\(SeededGenerator.seed)")
    }
  }

  @Test func `Silence stays silent, and NaN becomes silence`() throws {
    let silence = Self.stretched([Float](repeating: 0, count: 9_600), try Self.plan("1.5"))
    #expect(silence.allSatisfy { $0 == 0 })
    var source = [Float](repeating: 0, count: 9_600)
    for (index, value) in [Float.nan, .infinity, -.infinity, 3e38].enumerated() {
      source[2_000 * index] = value
    }
    #expect(Self.stretched(source, try Self.plan("1.5")).allSatisfy { $0.isFinite })
  }
}
