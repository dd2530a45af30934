// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `The fidelity of coded audio` {
  private static let rate = 44_100

  /// Five seconds of noise in two channels, at -20 dBFS.
  private static let made: [Float] = {
    var generator = SeededGenerator(seed: 7)
    return (0..<10 * rate).map { _ in .random(in: -0.17...0.17, using: &generator) }
  }()

  /// The faults found if each expected sample is changed by `change`, and noise of -26 dB relative to it is added.
  private static func faults(
    late: Int = 0,
    _ change: (_ index: Int, _ seconds: Double) -> Float
  ) -> [(fault: CodedAudioFidelity.Fault, start: Double, end: Double)] {
    var generator = SeededGenerator(seed: 8)
    var found = made.indices.map { index in
      change(index, Double(index / 2) / Double(rate))
        + .random(in: -0.0085...0.0085, using: &generator)
    }
    found.insert(contentsOf: [Float](repeating: 0, count: 2 * late), at: 0)
    var matcher = AudioMatcher(rate: rate, channels: 2, isCoded: true)
    matcher.begin(gap: 0)
    matcher.take(made: made.span)
    matcher.take(found: found.span)
    matcher.finish()
    return matcher.coded?.faults ?? []
  }

  @Test(arguments: [0, 1, 7, 700])
  func `Codec noise is no fault, also in late audio`(late: Int) {
    let faults = Self.faults(late: late) { index, _ in Self.made[index] }
    #expect(faults.isEmpty, "\(faults)")
  }

  @Test func `A different waveform of 60 ms is found in its channel`() {
    let faults = Self.faults { index, time in
      index % 2 == 1 && (2..<2.06).contains(time) ? Self.made[index - 4410] : Self.made[index]
    }
    #expect(faults.map(\.fault) == [.waveform(channel: 2)])
    #expect(faults.allSatisfy { $0.start > 1.97 && $0.end < 2.09 }, "\(faults)")
  }

  @Test func `A level of -3.5 dB for 100 ms is found`() {
    let faults = Self.faults { index, time in
      Self.made[index] * ((3..<3.1).contains(time) ? 0.66 : 1)
    }
    #expect(
      faults.contains { $0.fault == .level(channel: 1, isLouder: false, step: 0) },
      "\(faults)"
    )
    #expect(faults.allSatisfy { $0.start > 2.95 && $0.end < 3.15 }, "\(faults)")
  }

  @Test func `A low-pass filter of two seconds is found in the treble`() {
    let faults = Self.faults { index, time in
      guard (1.5..<3.5).contains(time) else { return Self.made[index] }
      // The mean of four samples has a zero at 11 kHz.
      return (0..<4).reduce(0) { $0 + Self.made[max(0, index - 2 * $1)] } / 4
    }
    #expect(
      faults.contains { $0.fault == .lacking(.treble) && $0.start < 2 && $0.end > 3 },
      "\(faults)"
    )
    #expect(faults.allSatisfy { $0.start > 0.4 && $0.end < 4.6 }, "\(faults)")
  }

  @Test func `A click is found by its spectrum`() {
    let made = Self.made.map { $0 * 0.008 }
    var found = made
    found[Self.rate * 4] += 0.8
    var matcher = AudioMatcher(rate: Self.rate, channels: 2, isCoded: true)
    matcher.begin(gap: 0)
    matcher.take(made: made.span)
    matcher.take(found: found.span)
    matcher.finish()
    let faults = matcher.coded?.faults ?? []
    #expect(
      faults.contains { $0.fault == .added(.treble) && $0.start < 2 && $0.end > 2 },
      "\(faults)"
    )
  }

  @Test func `A certificate without lossy audio has no such comparison`() {
    #expect(AudioMatcher(rate: Self.rate, channels: 2).coded == nil)
  }
}
