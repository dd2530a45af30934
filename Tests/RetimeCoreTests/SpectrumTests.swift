// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import TestSupport
import Testing

@Suite struct `Spectrum frames` {
  /// Every frame of audio that is appended in blocks of one size, and taken in blocks of another.
  static func frames(
    _ samples: [Int16],
    channels: Int = 1,
    _ shape: SpectrumShape,
    append: Int,
    take: Int,
    _ shown: SpectrumChannels = .mean
  ) -> [[Float]] {
    var framer = SpectrumFramer(shape: shape, channels: shown)
    var frames: [[Float]] = []
    var block = SpectrumBlock()
    func drain() {
      while framer.take(atMost: take, into: &block) {
        #expect(block.first == frames.count)
        for index in 0..<block.count {
          frames.append(Array(block.samples[index * block.hop..<index * block.hop + shape.size]))
        }
      }
    }
    var rest = samples[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(append * channels))
      framer.append(part.span, channelCount: channels)
      rest = rest.dropFirst(part.count)
      drain()
    }
    framer.finish()
    drain()
    #expect(framer.sampleCount == samples.count / channels)
    return frames
  }

  @Test(arguments: [(64, 32), (64, 64), (96, 7), (64, 200)])
  func `Frames are the same for any split`(size: Int, hop: Int) throws {
    let shape = try SpectrumShape(size: size, hop: hop)
    for count in [1, size - 1, size, size + 1, size + hop - 1, size + hop, 3_001] {
      let sound: [Int16] = noise(count)
      let expected = (0..<shape.frameCount(ofSamples: count)).map { frame in
        (0..<size).map { n in
          frame * hop + n < count ? Float(sound[frame * hop + n]) : 0
        }
      }
      for (append, take) in [(count, 1_000), (1, 1), (7, 3), (size, 2), (997, 64)] {
        let got = Self.frames(sound, shape, append: append, take: take)
        #expect(
          got == expected,
          "\(count) in \(append)/\(take) RETIME_SEED=\(SeededGenerator.seed)"
        )
      }
    }
  }

  @Test func `Frames contain the mean of all channels, or one channel`() throws {
    let shape = try SpectrumShape(size: 64)
    let sound: [Int16] = noise(64 * 3)
    let mean = Self.frames(sound, channels: 3, shape, append: 10, take: 1)
    let expected = (0..<64).map { n in
      Float(sound[3 * n..<3 * n + 3].reduce(0) { $0 + Double($1) } / 3)
    }
    #expect(mean == [expected])
    let second = Self.frames(sound, channels: 3, shape, append: 10, take: 1, .one(1))
    #expect(second == [(0..<64).map { Float(sound[3 * $0 + 1]) }])
  }

  @Test func `Frames have the 16-bit range for any format`() throws {
    func first<Sample: AudioSample>(_ sample: Sample) throws -> Float {
      var framer = SpectrumFramer(shape: try SpectrumShape(size: 64))
      framer.append([sample].span, channelCount: 1)
      framer.finish()
      var block = SpectrumBlock()
      #expect(framer.take(atMost: 1, into: &block))
      return block.samples[0]
    }
    #expect(try first(Int16(-32_768)) == -32_768)
    #expect(try first(UInt8(0)) == -32_768)
    #expect(try first(Int8(-128)) == -32_768)
    #expect(try first(Int24(rounding: -8_388_608)) == -32_768)
    #expect(try first(Int24In32(rounding: -8_388_608)) == -32_768)
    #expect(try first(Int32.min) == -32_768)
    #expect(try first(Float(-1)) == -32_768)
    #expect(try first(0.5) == 16_384)
  }

  @Test(arguments: [
    (0, nil), (62, nil), (63, nil), (65, nil), (1_022, nil), (8_194, nil), (1_024, 0),
  ])
  func `Sizes without a transform are refused`(size: Int, hop: Int?) {
    #expect(throws: SpectrumShapeError.self) { try SpectrumShape(size: size, hop: hop) }
  }
}

@Suite struct `Spectrum levels` {
  @Test(arguments: [64, 960, 1_024, 8_192])
  func `Levels equal the formula, rounded down`(size: Int) {
    let levels = SpectrumLevels(size: size)
    let top = 2 * 20 * log10(32_767.0 / 1_024)
    var generator = SeededGenerator()
    #expect(abs(SpectrumLevels.decibels - top) < 1e-12)
    for _ in 0..<20_000 {
      let value = Double(size) * pow(10, .random(in: -1...5, using: &generator))
      let level = min(max(20 * log10(value / Double(size)) / top, 0), 1) * 255
      // Where the logarithm's rounding is ambiguous, either is right.
      let near = abs(level - level.rounded()) < 1e-9
      let index = Int(levels.index(of: value))
      #expect(index == Int(level) || near, "\(value) RETIME_SEED=\(SeededGenerator.seed)")
    }
  }

  @Test func `Levels are clamped to the lowest and the highest`() {
    let levels = SpectrumLevels(size: 1_024)
    let low = [0, Double.leastNonzeroMagnitude, 1_023, 1_024, 1_052, .nan]
    #expect(low.map { levels.index(of: $0) } == [0, 0, 0, 0, 0, 0])
    let high = [1_048_511, 1_048_513, Double.greatestFiniteMagnitude, .infinity]
    #expect(high.map { levels.index(of: $0) } == [254, 255, 255, 255])
    #expect(levels.index(of: 1_024 * 1.0276) == 1)
  }
}

@Suite struct `Spectrum colours` {
  @Test func `The original palette runs from black over red to green`() {
    let table = SpectrumColors.original.table
    #expect(table.count == 256 && table[0] == 0 && table[255] == 0x00FF00)
    for (index, color) in table.enumerated() {
      let n = Double(index) / 255
      let hue = (0.6666 - 0.6666 * n) * 6
      let part = { (k: Double) -> Double in
        let a = (k + hue).truncatingRemainder(dividingBy: 6)
        return n.squareRoot() * (1 - max(0, min(a, 4 - a, 1)))
      }
      let expected = [part(3), part(5), part(1)].map { $0 * 255 }
      let got = [16, 8, 0].map { Double(color >> UInt32($0) & 0xFF) }
      for (one, other) in zip(expected, got) { #expect(abs(one - other) <= 0.5, "\(index)") }
    }
  }

  @Test func `The grey palette is grey`() {
    #expect(SpectrumColors.grey.table == (0..<256).map { UInt32($0) * 0x010101 })
  }

  /// CIE 1976 lightness, 0 to 100.
  static func lightness(_ color: UInt32) -> Double {
    let linear = [16, 8, 0].map { shift -> Double in
      let value = Double(color >> UInt32(shift) & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return y > 0.008856 ? 116 * cbrt(y) - 16 : 903.3 * y
  }

  @Test func `Viridis grows lighter in even steps`() {
    let lightness = SpectrumColors.viridis.table.map(Self.lightness)
    let step = (lightness[255] - lightness[0]) / 255
    for index in stride(from: 0, to: 240, by: 16) {
      let part = lightness[index + 15] - lightness[index]
      #expect(abs(part / 15 - step) < step * 0.35, "\(index)")
    }
  }
}
