// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

@testable import RetimeCore

/// Tones compared with the exact sine, sample by sample and without fitting.
@Suite(.timeLimit(.minutes(10))) struct `The sinc kernel` {
  /// The error of a tone in dB of the tone, whose amplitude is half of full scale; `frequency` is relative to the
  /// sample rate.
  static func error<Sample: AudioSample>(
    of frequency: Double,
    _ controls: ControlBlocks,
    count: Int,
    scale: Double = 1,
    as _: Sample.Type = Double.self,
    isLeftOut: Bool = false,
    position: (Int) -> Double
  ) -> Double {
    func tone(_ position: Double) -> Double {
      0.5 * scale * sin(2 * Double.pi * (frequency * position).remainder(dividingBy: 1))
    }
    let source = (0..<count).map { Sample(rounding: tone(Double($0))) }
    var scaler = ProgressiveScaler<Sample>(controls: controls, channelCount: 1)
    let output = scaler.scaled(source, in: Blocks(append: 4_096, render: 4_096))
    var (power, error, compared) = (0.0, 0.0, 0)
    for n in output.indices {
      let position = position(n)
      // At its ends the tone is mirrored, unlike an endless tone.
      guard position > 1_200, position < Double(count - 1_200) else { continue }
      let exact = tone(position)
      let value = output[n].doubleValue
      power += exact * exact
      error += isLeftOut ? value * value : (value - exact) * (value - exact)
      compared += 1
    }
    #expect(compared > 100)
    return 10 * log10(error / (isLeftOut ? Double(compared) * scale * scale / 8 : power))
  }

  static func error<Sample: AudioSample>(
    of frequency: Double,
    factor: String,
    scale: Double = 1,
    as type: Sample.Type = Double.self,
    isLeftOut: Bool = false
  ) throws -> Double {
    let map = TimeMap(factor: try Factor(parsing: factor))
    let count = 5_000
    let length = map.outputFrameCount(ofSource: count)
    let controls = ControlBlocks(count: count, length: length, method: .sinc)
    return error(
      of: frequency,
      controls,
      count: count,
      scale: scale,
      as: type,
      isLeftOut: isLeftOut
    ) { n in Double(count - 1) * Double(n) / Double(length - 1) }
  }

  @Test(
    arguments: [44_100.0, 48_000],
    ["0.1", "0.37", "0.5", "0.99", "1.001", "1.5", "3.3", "10"]
  )
  func `Tones up to 20 kHz have an SNR of 145 dB`(rate: Double, factor: String) throws {
    // Of 5,000 frames, with first and last aligned.
    let length = (5_000 * (Double(factor) ?? 1)).rounded(.down)
    let speed = max(1, 4_999 / (length - 1))
    for tone in [20.0, 997, 10_000, 15_000, 19_000, 20_000] {
      // Tones that would exceed 20 kHz are not in the passband.
      let error = try Self.error(of: tone / speed / rate, factor: factor)
      #expect(error < -145, "\(tone) Hz at \(rate) Hz")
    }
  }

  @Test(arguments: ["0.1", "0.37", "0.5", "0.9"])
  func `Aliases are attenuated by 140 dB`(factor: String) throws {
    let edge = (Double(factor) ?? 1) / 2
    for frequency in [edge + 1e-4, edge + 0.02, 1.5 * edge, 2 * edge, 0.45, 0.499]
    where frequency > edge && frequency < 0.5 {
      let error = try Self.error(of: frequency, factor: factor, isLeftOut: true)
      #expect(error < -140, "\(frequency) of the rate")
    }
  }

  @Test func `Every format reaches its own noise floor`() throws {
    for tone in [997.0, 19_000] {
      let frequency = tone / 48_000
      let float = try Self.error(of: frequency, factor: "1.5", as: Float.self)
      let wide = try Self.error(of: frequency, factor: "1.5", scale: 0x1p23, as: Int24.self)
      let short = try Self.error(of: frequency, factor: "1.5", scale: 0x1p15, as: Int16.self)
      // Twice the rounding noise, of source and output: step² ÷ 12.
      func floor(_ bits: Double) -> Double { 10 * log10(2 / 12 / (pow(4, bits - 1) / 8)) }
      #expect(float < -145)
      #expect(wide < floor(24) + 0.5)
      #expect(short < floor(16) + 0.5)
    }
  }

  @Test func `A speed ramp has an SNR of 120 dB`() throws {
    let rate = 48_000
    for (speeds, tones) in [((1, 4), [997.0, 9_500, 9_990]), ((4, 1), [997, 9_990])] {
      let map = try TimeMap([
        .play(
          from: .zero,
          to: RationalTime(1, 2),
          speed: Rational(Int64(speeds.0), 2),
          last: Rational(Int64(speeds.1), 2),
          ease: .linear
        )
      ])
      let controls = ControlBlocks(map, rate: rate, method: .sinc)
      for tone in tones {
        let error = Self.error(of: tone / Double(rate), controls, count: rate / 2) { n in
          // Source and output: 0.5 s and 0.4 s.
          let u = Double(n) / (0.4 * Double(rate))
          let (a, b) = (Double(speeds.0) / 2, Double(speeds.1) / 2)
          return 0.4 * Double(rate) * (a * u + (b - a) * u * u / 2)
        }
        #expect(error < -120, "\(tone) Hz, \(speeds)")
      }
    }
  }
}
