// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `The fidelity of audio` {
  private static let rate = 8000

  /// Ten seconds of two noisy tones, at -17 dBFS.
  private static let made: [Float] = {
    var generator = SeededGenerator(seed: 5)
    var phases = (0.0, 0.0)
    return (0..<10 * rate).map { index in
      phases.0 += 440.0 / Double(rate)
      phases.1 += 1210.0 / Double(rate)
      let tones = sine(phases.0) + sine(phases.1)
      return Float(0.1 * tones) + Float.random(in: -0.05...0.05, using: &generator)
    }
  }()

  /// A parabola for a sine, as the core has no trigonometry.
  private static func sine(_ turns: Double) -> Double {
    let phase = turns - turns.rounded(.down)
    return phase < 0.5 ? 16 * phase * (0.5 - phase) : -16 * (phase - 0.5) * (1 - phase)
  }

  /// The kinds of faults found if each expected sample is changed by `change`.
  private static func kinds(
    _ change: (_ value: Float, _ seconds: Double) -> Float
  ) -> Set<AudioFidelity.Fault.Kind> {
    let found = made.indices.map { change(made[$0], Double($0) / Double(rate)) }
    var matcher = AudioMatcher(rate: rate, channels: 1)
    matcher.begin(gap: 0)
    matcher.take(made: made.span)
    matcher.take(found: found.span)
    matcher.finish()
    return Set(matcher.fidelity.runs.runs.map(\.fault.kind))
  }

  @Test func `Infrasound that a codec removes is no dropout`() {
    var matcher = AudioMatcher(rate: Self.rate, channels: 1)
    matcher.begin(gap: 0)
    // Three hertz, 20 dB above the audio at its peaks.
    let made = Self.made.indices.map { index in
      Float(0.5 * Self.sine(3 * Double(index) / Double(Self.rate))) + 0.2 * Self.made[index]
    }
    matcher.take(made: made.span)
    matcher.take(found: Self.made.map { 0.2 * $0 }.span)
    matcher.finish()
    #expect(!matcher.fidelity.runs.runs.contains { $0.fault.kind == .dropout })
  }

  @Test func `Equal samples and codec noise of -40 dB are no fault`() {
    var generator = SeededGenerator(seed: 6)
    #expect(Self.kinds { value, _ in value }.isEmpty)
    #expect(
      Self.kinds { value, _ in value + .random(in: -0.0025...0.0025, using: &generator) }.isEmpty
    )
  }

  @Test func `A dropout of 40 ms is found`() {
    #expect(Self.kinds { value, time in (6..<6.04).contains(time) ? 0 : value } == [.dropout])
  }

  @Test func `Audio that is softer for 200 ms is found`() {
    #expect(
      Self.kinds { value, time in (6..<6.2).contains(time) ? 0.3 * value : value } == [.level]
    )
  }

  @Test func `A tone added for two seconds is found`() {
    let kinds = Self.kinds { value, time in
      (5..<7).contains(time) ? value + Float(0.1 * Self.sine(2700 * time)) : value
    }
    #expect(kinds == [.bands])
  }

  @Test func `A missing tone is found`() {
    let kinds = Self.kinds { value, time in
      (3..<6).contains(time)
        ? value - Float(0.1 * Self.sine(1210 * (time + 1 / Double(Self.rate)))) : value
    }
    #expect(kinds.contains(.bands))
  }
}
