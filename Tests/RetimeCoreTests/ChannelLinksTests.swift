// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import RetimeCore

@Suite struct `Pitch preservation across channels` {
  private typealias Sound = `Sound that keeps its pitch`

  /// Interleaved tones, one for each channel.
  private static func tones(_ frequencies: [Int], count: Int = 36_000) -> [Float] {
    (0..<count).flatMap { n in
      frequencies.map { Float(0.3 * unitRoot($0 * n, of: Sound.rate).sine) }
    }
  }

  /// The share of a channel's energy, from 0 to 1, that is one steady tone, and that tone's phase.
  private static func tone(
    _ frequency: Int,
    in output: [Double],
    channel: Int,
    of channels: Int
  ) -> (share: Double, re: Double, im: Double) {
    let frames = output.count / channels
    var (re, im, energy, count) = (0.0, 0.0, 0.0, 0.0)
    for n in frames / 4..<frames * 3 / 4 {
      let (value, root) = (output[n * channels + channel], unitRoot(frequency * n, of: Sound.rate))
      (re, im) = (re + value * root.cosine, im + value * root.sine)
      (energy, count) = (energy + value * value, count + 1)
    }
    return ((2 * (re * re + im * im) / (count * energy)).squareRoot(), re, im)
  }

  @Test(arguments: [[700, 750], [440, 452], [1000, 1013], [440, 452, 700, 750, 1000, 1013]])
  func `Different tones in each channel keep their own frequency`(frequencies: [Int]) throws {
    let source = Self.tones(frequencies)
    for factor in ["1.25", "0.77"] {
      let plan = try Sound.plan(factor, source.count / frequencies.count)
      let output = Sound.stretched(source, plan, channels: frequencies.count)
      for (channel, frequency) in frequencies.enumerated() {
        let tone = Self.tone(frequency, in: output, channel: channel, of: frequencies.count)
        #expect(tone.share > 0.99, "\(frequency) Hz at \(factor)")
      }
    }
  }

  @Test func `A source delayed between two channels keeps its delay`() throws {
    let source = (0..<36_000).flatMap { n in
      [0, 9].map { delay in
        [331, 1499, 4186].reduce(Float(0)) {
          $0 + 0.1 * Float(unitRoot($1 * (n - delay), of: Sound.rate).sine)
        }
      }
    }
    let output = Sound.stretched(source, try Sound.plan("0.77", 36_000), channels: 2)
    for frequency in [331, 1499, 4186] {
      let (one, other) = (
        Self.tone(frequency, in: output, channel: 0, of: 2),
        Self.tone(frequency, in: output, channel: 1, of: 2)
      )
      let root = unitRoot(9 * frequency, of: Sound.rate)
      let (cosine, sine) = (
        one.re * other.re + one.im * other.im, one.re * other.im - one.im * other.re
      )
      // The sine of the difference between the phase and the phase of the delay: 0.4 degrees.
      let size = (cosine * cosine + sine * sine).squareRoot()
      let error = abs(sine * root.cosine - cosine * root.sine)
      #expect(error / size < 0.007, "\(frequency) Hz")
    }
  }

  @Test func `Channels with different sources are the same in blocks of any size`() throws {
    let source = Self.tones([440, 452, 1000], count: 12_000)
    let plan = try Sound.plan("0.77", 12_000)
    let whole = Sound.stretched(source, plan, channels: 3)
    #expect(
      Sound.stretched(source, plan, channels: 3, in: Blocks(append: 100, render: 37)) == whole
    )
  }

  @Test(arguments: ["1.25", "0.77"])
  func `A constant offset passes unchanged`(factor: String) throws {
    let source = (0..<36_000).map { 0.4 + Float(0.2 * unitRoot(440 * $0, of: Sound.rate).sine) }
    let output = Sound.stretched(source, try Sound.plan(factor, source.count))
    let middle = Array(output[output.count / 4..<output.count * 3 / 4])
    let mean = middle.reduce(0, +) / Double(middle.count)
    #expect(abs(mean - 0.4) < 0.004)
    let tone = Self.tone(440, in: output.map { $0 - mean }, channel: 0, of: 1)
    #expect(tone.share > 0.995)
  }
}
