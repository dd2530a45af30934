// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Mixing to mono` {
  static func mixed<Sample: AudioSample>(_ samples: [Sample], channels: Int) -> [Sample] {
    var output = [Sample](repeating: .silence, count: samples.count / channels)
    var span = output.mutableSpan
    mixToMono(samples.span, channelCount: channels, into: &span)
    return output
  }

  static func checkAgainstReference<Sample: AudioSample>(_: Sample.Type) {
    for channels in [1, 2, 3, 6, 8] {
      let samples = noise(101 * channels, of: Sample.self)
      let expected = (0..<101).map { frame in
        let values = samples[frame * channels..<(frame + 1) * channels].map(\.doubleValue)
        return Sample(rounding: values.dropFirst().reduce(values[0], +) / Double(channels))
      }
      #expect(
        bits(mixed(samples, channels: channels)) == bits(expected),
        "\(Sample.self)×\(channels) RETIME_SEED=\(SeededGenerator.seed)"
      )
    }
  }

  @Test func `A mono mix averages every format`() {
    Self.checkAgainstReference(UInt8.self)
    Self.checkAgainstReference(Int16.self)
    Self.checkAgainstReference(Int24.self)
    Self.checkAgainstReference(Int24In32.self)
    Self.checkAgainstReference(Int32.self)
    Self.checkAgainstReference(Float.self)
    Self.checkAgainstReference(Double.self)
  }

  @Test func `A mono mix rounds ties to even and never overflows`() {
    #expect(Self.mixed([0, 1, 1, 2, 2, 3] as [Int16], channels: 2) == [0, 2, 2])
    #expect(Self.mixed([Int32.max, .max, .min, .min], channels: 2) == [.max, .min])
    #expect(
      Self.mixed([128, 128, 0, 255, 0, 0, 127, 128] as [UInt8], channels: 2) == [128, 128, 0, 128]
    )
  }

  @Test func `A single channel stays unchanged`() {
    #expect(Self.mixed([3, -4, 5] as [Int16], channels: 1) == [3, -4, 5])
    #expect(Self.mixed([] as [Float], channels: 2).isEmpty)
  }
}
