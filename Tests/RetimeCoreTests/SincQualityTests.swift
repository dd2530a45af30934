// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

@testable import RetimeCore

/// Tones against the sine that they should be, sample by sample and with nothing fitted.
@Suite(.timeLimit(.minutes(10))) struct `The sinc kernel` {
  /// By how many dB a tone lies above what is wrong with it: `frequency` ÷ sample rate, at amplitude 0.5.
  static func clarity<Sample: AudioSample>(
    of frequency: Double,
    _ controls: ControlBlocks,
    count: Int,
    scale: Double = 1,
    as _: Sample.Type = Double.self,
    position: (Int) -> Double
  ) -> Double {
    let source = (0..<count).map { n in
      Sample(rounding: scale * 0.5 * sin(2 * Double.pi * (frequency * Double(n)).remainder(dividingBy: 1)))
    }
    var scaler = ProgressiveScaler<Sample>(controls: controls, channelCount: 1)
    let output = scaler.scaled(source, in: Blocks(append: 4_096, render: 4_096))
    var (power, error) = (0.0, 0.0)
    for n in output.indices {
      let position = position(n)
      // Its ends are mirrored, which no endless tone is.
      guard position > 3_000, position < Double(count - 3_000) else { continue }
      let exact = 0.5 * sin(2 * Double.pi * (frequency * position).remainder(dividingBy: 1))
      let value = output[n].doubleValue / scale
      power += exact * exact
      error += (value - exact) * (value - exact)
    }
    return 10 * log10(power / error)
  }

  static func scaled<Sample: AudioSample>(
    _ frequency: Double,
    factor: String,
    count: Int = 48_000,
    scale: Double = 1,
    as type: Sample.Type = Double.self
  ) throws -> Double {
    let map = TimeMap(factor: try Factor(parsing: factor))
    let length = map.outputFrameCount(ofSource: count)
    let controls = ControlBlocks(count: count, length: length, method: .sinc)
    return clarity(of: frequency, controls, count: count, scale: scale, as: type) { n in
      Double(count - 1) * Double(n) / Double(length - 1)
    }
  }

  static let factors = ["0.1", "0.25", "0.37", "0.5", "0.75", "0.99", "1.001", "1.5", "2", "3.3", "10"]

  @Test(arguments: [44_100.0, 48_000], factors)
  func `keeps tones up to 20 kHz by 145 dB`(rate: Double, factor: String) throws {
    let speed = max(1, 1 / (Double(factor) ?? 1))
    var worst = Double.infinity
    for tone in [20, 100, 997, 6_000, 10_000, 15_000, 18_000, 19_000, 19_500, 20_000] {
      // What gets faster than 20 kHz is left out.
      let frequency = Double(tone) / max(1, speed) / rate
      let clarity = try Self.scaled(frequency, factor: factor, count: Int(48_000 * max(1, speed / 2)))
      print(rate, factor, tone, clarity)
      worst = min(worst, clarity)
    }
    #expect(worst >= 145)
  }
}
