// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import RetimeCore

@Suite struct `Sinc` {
  static let factors = ["0.003", "0.1", "0.37", "0.5", "0.999", "1.5", "2", "7.3"]

  @Test(arguments: factors)
  func `Both ends and every frame read exactly are hit`(factor: String) throws {
    for count in [2, 3, 97, 5_000] {
      let source = noise(count, of: Float.self)
      let controls = try `The progressive scaler`.fixed(count, factor, .sinc)
      guard controls.count > 1 else { continue }
      let output = `The progressive scaler`.scale(source, controls)
      #expect(output.first == source.first && output.last == source.last)
      guard controls.count >= count else { continue }
      for (n, position) in controls.enumerated() where position == position.rounded() {
        #expect(output[n] == source[Int(position)])
      }
    }
  }

  @Test(arguments: factors)
  func `A straight line stays straight up to its ends`(factor: String) throws {
    for count in [2, 5, 60, 1_000] {
      let source = (0..<count).map { 3 * Double($0) - 7 }
      let controls = try `The progressive scaler`.fixed(count, factor, .sinc)
      let output = `The progressive scaler`.scale(source, controls)
      for (n, value) in output.enumerated() {
        #expect(abs(value - (3 * controls[n] - 7)) < 1e-5 * Double(count))
      }
    }
  }

  @Test(arguments: factors)
  func `Every vector width gives the same samples`(factor: String) throws {
    let source = noise(3 * 2_000, of: Double.self)
    let controls = try `The progressive scaler`.fixed(2_000, factor, .sinc)
    let rule = controls.rule
    let choice = SincChoice(rule, isOpen: false)
    let made = AudioKernelSet.all.map { processor in
      var sound = SincInterpolator(channelCount: 3)
      sound.processor = processor
      sound.frames.append(source.span, frameCount: 2_000)
      var output = [Double](repeating: 0, count: 3 * controls.count)
      var span = output.mutableSpan
      sound.render(0..<controls.count, of: rule, choice, in: 0..<2_000, into: &span)
      return bits(output)
    }
    #expect(Set(made).count == 1, "\(AudioKernelSet.all.count) builds")
    let scaled = `The progressive scaler`.scale(source, controls, channels: 3)
    #expect(made.first == bits(scaled))
  }

  @Test(arguments: factors, [1, 2, 3, 6])
  func `Each channel is computed independently`(factor: String, channels: Int) throws {
    let count = 700
    let source = noise(count * channels, of: Float.self)
    let controls = try `The progressive scaler`.fixed(count, factor, .sinc)
    let output = `The progressive scaler`.scale(source, controls, channels: channels)
    for channel in 0..<channels {
      func only(_ samples: [Float]) -> [Float] {
        stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
      }
      #expect(bits(`The progressive scaler`.scale(only(source), controls)) == bits(only(output)))
    }
  }

  @Test func `Positions are exact after two hours`() throws {
    let (count, length) = (345_600_000, 518_400_000)
    let rule = ControlBlocks(count: count, length: length, method: .sinc).rule
    var points = Points()
    for first in [0, 1_000, 17_000_000, length - 100] {
      rule.locateExactly(first, in: &points)
      for index in 0..<min(Points.capacity, length - first) {
        let numerator = (count - 1) * (first + index)
        #expect(points.frames[index] == numerator / (length - 1))
        let part = Double(numerator % (length - 1)) / Double(length - 1)
        #expect(abs(points.parts[index] - part) <= part.ulp)
      }
    }
  }

  @Test func `The short filter stops what would alias, and passes what is audible`() {
    let filter = WideFilter.short
    /// The response at a frequency, in hundredths of the sample rate.
    func response(_ frequency: Int) -> Double {
      (-16 * filter.half...16 * filter.half).reduce(0) { sum, step in
        sum + filter.value(at: Double(step) / 16) / 16
          * unitRoot(step * frequency, of: 1_600).cosine
      }
    }
    for frequency in 0...39 { #expect(abs(response(frequency) - 1) < 0.01, "\(frequency)") }
    for frequency in 50...700 { #expect(abs(response(frequency)) < 1.3e-4, "\(frequency)") }
  }
}
