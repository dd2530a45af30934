// SPDX-License-Identifier: MPL-2.0

import Foundation
import Resampling
import TestSupport
import Testing

@Suite struct `Resampling quality` {
  /// Measured on 2026-11-21: 185 to 213 dB.
  @Test(
    arguments: [(44_100, 48_000), (48_000, 44_100), (48_000, 96_000), (44_100, 48_001)],
    [997.0, 6_000, 15_000]
  )
  func `A tone has an SNR of 180 dB`(rates: (Int, Int), frequency: Double) throws {
    let samples = try tone(frequency, rate: rates.0, destination: rates.1)
    let fit = Fit(of: frequency, at: rates.1, in: middle(samples))
    #expect(fit.signalOverRest > 180)
    #expect(abs(fit.amplitude - 0.5) < 1e-5)
  }

  @Test func `A tone above the new Nyquist frequency is removed`() throws {
    let samples = try tone(15_000, rate: 44_100, destination: 16_000)
    #expect(20 * log10(rootMeanSquare(middle(samples)) / (0.5 / 2.0.squareRoot())) < -180)
  }

  @Test(
    arguments: `The length of resampled sound`.rates.filter {
      max($0.0, $0.1) <= 96_000 && $0.0 > 3
    }
  )
  func `The output is aligned with the source`(source: Int, destination: Int) throws {
    // A slow rise and fall, far below half of either rate, compared at every output frame.
    let length = 0.4
    let wave = { (time: Double) in pow(sin(.pi * time / length), 4) }
    let samples = (0..<Int(length * Double(source))).map { wave(Double($0) / Double(source)) }
    let output = try resampled(samples, from: source, to: destination)
    for (number, sample) in output.enumerated() {
      #expect(abs(sample - wave(Double(number) / Double(destination))) < 1e-7, "frame \(number)")
    }
  }

  @Test func `The first and the last frames are kept`() throws {
    let count = 4_410
    for place in [0, 1, count - 2, count - 1] {
      var samples = [Double](repeating: 0, count: count)
      samples[place] = 1
      let output = try resampled(samples, from: 44_100, to: 48_000)
      let peak = output.indices.max { abs(output[$0]) < abs(output[$1]) } ?? -1
      let wanted = Double(place) * 48_000 / 44_100
      #expect(abs(Double(peak) - wanted) <= 0.5 && output[peak] > 0.5, "impulse at \(place)")
    }
  }

  @Test(arguments: [1, 2, 3, 8, 256])
  func `Equal rates copy the samples bit for bit`(channels: Int) throws {
    var random = SeededGenerator()
    var samples = (0..<3_000 * channels).map { _ in Double(bitPattern: random.next()) }
    samples[5] = .nan
    samples[6] = -.infinity
    let output = try resampled(samples, from: 48_000, to: 48_000, channelCount: channels)
    #expect(
      output.map(\.bitPattern) == samples.map(\.bitPattern),
      "RETIME_SEED=\(SeededGenerator.seed)"
    )
  }

  @Test(arguments: [(48_000, 48_000), (48_000, 44_100)])
  func `Mono goes into each output channel`(source: Int, destination: Int) throws {
    let samples = (0..<3_000).map { sin(Double($0) / 9) }
    let mono = try resampled(samples, from: source, to: destination)
    for channels in [2, 5] {
      let output = try resampled(samples, from: source, to: destination, outputChannels: channels)
      #expect(output == mono.flatMap { [Double](repeating: $0, count: channels) })
    }
  }

  @Test func `Channels are independent`() throws {
    let (left, right) = ((0..<3_000).map { sin(Double($0) / 9) }, (0..<3_000).map { Double($0) })
    let stereo = try resampled(
      zip(left, right).flatMap { [$0, $1] },
      from: 44_100,
      to: 48_000,
      channelCount: 2
    )
    let alone = try [left, right].map { try resampled($0, from: 44_100, to: 48_000) }
    #expect(stereo == zip(alone[0], alone[1]).flatMap { [$0, $1] })
  }

  @Test func `32-bit integers survive upsampling and downsampling`() throws {
    let tone = try SineGenerator(frequency: 997, amplitude: 0.9, sampleRate: 48_000)
    let integers = (0..<48_000).map { (tone.sample(ofFrame: $0) * 0x1p31).rounded() }
    let up = try resampled(integers.map { $0 / 0x1p31 }, from: 48_000, to: 96_000)
    let back = try resampled(up, from: 96_000, to: 48_000).map { ($0 * 0x1p31).rounded() }
    let worst = zip(middle(integers), middle(back)).map { abs($0 - $1) }.max() ?? .infinity
    #expect(worst <= 1)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude])
  func `The output recovers after NaN and infinity`(sample: Double) throws {
    for destination in [48_000, 16_000, 48_001] {
      var samples = [Double](repeating: 0.25, count: 60_000)
      samples[20_000] = sample
      let output = try resampled(samples, from: 44_100, to: destination)
      #expect(output.count == Int((60_000.0 * Double(destination) / 44_100).rounded()))
      for number in [output.count / 12, output.count * 11 / 12] {
        #expect(abs(output[number] - 0.25) < 1e-7)
      }
    }
  }

  private func tone(_ frequency: Double, rate: Int, destination: Int) throws -> [Double] {
    var resampler = try Resampler(
      sourceRate: rate,
      destinationRate: destination,
      provider: SineGenerator(frequency: frequency, sampleRate: rate, frameCount: rate * 2)
    )
    return try everything(&resampler)
  }

  private func middle(_ samples: [Double]) -> [Double] {
    Array(samples[(samples.count / 4)..<(samples.count * 3 / 4)])
  }
}
