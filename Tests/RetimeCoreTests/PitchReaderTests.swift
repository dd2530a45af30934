// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import RetimeCore

@Suite struct `The pitch reader` {
  private static let filters = [("best", WideFilter.single), ("live", .short)]

  /// The audio, read at a speed in one block.
  private static func read(
    _ audio: [Double],
    speed: Double,
    channels: Int = 1,
    _ filter: WideFilter = .single,
    _ processor: AudioKernelSet = .best
  ) -> [Double] {
    let count = audio.count / channels
    let length = Int((Double(count) / speed).rounded())
    let controls = ControlBlocks(count: count, length: length, method: .sinc)
    var reader = PitchReader(controls, speed: speed, channelCount: channels, filter)
    reader.processor = processor
    reader.append(audio.span)
    reader.finish()
    var output = [Double](repeating: 0, count: (length + 1) * channels)
    var span = output.mutableSpan
    #expect(reader.render(into: &span) == length)
    return Array(output.prefix(length * channels))
  }

  @Test(arguments: [0.25, 0.79, 1.26, 4])
  func `A straight line stays straight up to its ends`(speed: Double) {
    for count in [2, 5, 60, 1_000] {
      let output = Self.read((0..<count).map { Double($0) / 64 }, speed: speed)
      let step = output.count > 1 ? Double(count - 1) / Double(output.count - 1) : 0
      for (n, value) in output.enumerated() {
        #expect(abs(value - Double(n) * step / 64) < 1e-5 * Double(count))
      }
    }
  }

  @Test(arguments: filters, [0.79, 1.26])
  func `A tone keeps its level, without images or aliases`(
    filter: (name: String, value: WideFilter),
    speed: Double
  ) {
    let (count, most) = (24_000, filter.name == "best" ? 3e-6 : 3e-4)
    // In cycles per frame of the audio.
    for frequency in [0.01, 0.2, 0.39, 0.399] where frequency * speed < 0.4 {
      func tone(_ position: Double) -> Double {
        let turns = position * frequency
        return unitRoot(Int(((turns - turns.rounded(.down)) * 0x1p30).rounded()), of: 1 << 30).sine
      }
      let output = Self.read((0..<count).map { tone(Double($0)) }, speed: speed, filter.value)
      let step = Double(count - 1) / Double(output.count - 1)
      let error = (1_000..<output.count - 1_000).reduce(0) { most, n in
        max(most, abs(output[n] - tone(Double(n) * step)))
      }
      #expect(error < most, "\(filter.name) at \(frequency): \(error)")
    }
  }

  @Test(arguments: [0.79, 1.26], [1, 2, 3])
  func `Every vector width gives the same samples, and each channel its own`(
    speed: Double,
    channels: Int
  ) {
    let audio = noise(2_000 * channels, of: Double.self)
    let made = AudioKernelSet.all.map {
      Self.read(audio, speed: speed, channels: channels, .short, $0)
    }
    #expect(Set(made.map { bits($0) }).count == 1)
    for channel in 0..<channels {
      func only(_ samples: [Double]) -> [Double] {
        stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
      }
      #expect(bits(only(made[0])) == bits(Self.read(only(audio), speed: speed, .short)))
    }
  }
}
