// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import RetimeCore

@Suite struct `The fast path for evenly spaced positions` {
  /// Frame counts of every magnitude, with and without common divisors.
  static func shapes(_ generator: inout SeededGenerator) -> [(count: Int, length: Int)] {
    var shapes = [
      (2, 3), (2, 1 << 50), (1 << 26, 1 << 26), (1 << 26 - 1, 3 << 25), (100_000_001, 50_000_001),
      (1_000_001, 2_000_001), (28_800_000, 43_200_000), (90_000_000, 9_000_000), (1 << 40, 4_000),
    ]
    for _ in 0..<300 {
      let count = Int.random(
        in: 2...1 << Int.random(in: 2...40, using: &generator),
        using: &generator
      )
      let most = max(10, Int(0x1p53 / Double(count)) - 32)
      let length = Int.random(
        in: 9...max(9, min(most, 1 << Int.random(in: 4...50, using: &generator))),
        using: &generator
      )
      shapes.append((count, length))
    }
    return shapes
  }

  @Test func `Positions equal the formula bit for bit`() {
    var generator = SeededGenerator()
    var compared = 0
    for (count, length) in Self.shapes(&generator) {
      let rule = ControlBlocks(count: count, length: length, method: .linear).rule
      guard let even = rule.even, even.isExact, length > 9 else { continue }
      for _ in 0..<10 {
        let n = Int.random(in: 0...length - 9, using: &generator)
        // A window that starts a little before.
        let start = max(0, Int(rule.position(n)) - Int.random(in: 1...1_000, using: &generator))
        guard rule.position(min(n + 63, length - 1)) - Double(start) < 0x1p31 else { continue }
        var run = EvenRun(even, first: n, start: start)
        var (wholes, parts) = (
          InlineArray<32, Pair>(repeating: .zero), InlineArray<32, Pair>(repeating: .zero)
        )
        run.locate(&wholes, &parts)
        for m in n..<min(n + 64, length - 1) {
          let (whole, part) = (
            wholes[(m - n) / 2][m % 2 ^ n % 2], parts[(m - n) / 2][m % 2 ^ n % 2]
          )
          let place = start + Int(UInt32(truncatingIfNeeded: whole.bitPattern))
          let position = referencePosition(m, count: count, length: length, method: .linear)
          // On a frame, the end of the segment from the frame before is equivalent.
          let isSame =
            position == position.rounded(.down)
            ? Double(place) + part == position
            : place == Int(position) && part == position - position.rounded(.down)
          #expect(isSame, "n = \(m) of \(count) to \(length), RETIME_SEED=\(SeededGenerator.seed)")
          compared += 1
        }
      }
    }
    #expect(compared > 10_000)
  }

  @Test func `Positions on a frame are recognised`() {
    var generator = SeededGenerator()
    for (count, length) in Self.shapes(&generator) {
      let rule = ControlBlocks(count: count, length: length, method: .linear).rule
      guard let even = rule.even, even.isExact, even.spacing <= length - 1 else { continue }
      var near = [0, even.spacing, 2 * even.spacing, length - 1]
      near += (0..<20).map { _ in Int.random(in: 0..<length, using: &generator) }
      for n in near.flatMap({ [$0 - 1, $0, $0 + 1] }) where n >= 0 && n < length {
        let position = referencePosition(n, count: count, length: length, method: .linear)
        #expect(
          n.isMultiple(of: even.spacing) == (position == position.rounded(.down)),
          "n = \(n) of \(count) to \(length), RETIME_SEED=\(SeededGenerator.seed)"
        )
      }
    }
  }

  /// 16-bit audio of which the first second takes the general path.
  @Test(arguments: [(1, 0.1), (1, 1.5), (2, 0.67), (2, 2), (3, 0.2), (6, 0.3), (8, 0.1)])
  func `16-bit samples equal the formula after a second`(channels: Int, factor: Double) {
    var generator = SeededGenerator()
    let count = 65_536 + Int.random(in: 2_000...9_000, using: &generator)
    let length = Int(Double(count) * factor)
    let begin = 65_400
    var source = [Int16](repeating: 0, count: begin * channels)
    source += noise((count - begin) * channels, of: Int16.self)
    // Samples where rounding is critical: small steps, and the largest.
    for place in 0..<500 {
      let near: Int16 = place % 2 == 0 ? .min : .max
      source[(begin + 500) * channels + place] = place < 250 ? near : Int16(place % 3)
    }
    let controls = ControlBlocks(count: count, length: length, method: .linear)
    var scaler = ProgressiveScaler<Int16>(controls: controls, channelCount: channels)
    let output = scaler.scaled(source, in: Blocks(append: 4_096, render: 1_024))
    #expect(output.count == length * channels)
    var compared = 0
    for n in 0..<length {
      let position = referencePosition(n, count: count, length: length, method: .linear)
      guard Int(position) >= begin else { continue }
      let (place, part) = (Int(position) * channels, position - position.rounded(.down))
      for channel in 0..<channels {
        let first = Double(source[place + channel])
        let second = part > 0 ? Double(source[place + channels + channel]) : first
        let value = (first + part * (second - first)).rounded(.toNearestOrEven)
        #expect(
          Double(output[n * channels + channel]) == value,
          "\(n) of \(count) to \(length) RETIME_SEED=\(SeededGenerator.seed)"
        )
        compared += 1
      }
    }
    #expect(compared > 200)
  }

  @Test(arguments: [(1_001, 2_001), (1_001, 4_001), (2_001, 1_001), (3_001, 4_501), (1_500, 1_500)])
  func `Frames read exactly are kept beside infinity and NaN`(count: Int, length: Int) {
    var source = noise(count, of: Float.self)
    for place in stride(from: 3, to: count, by: 61) {
      source[place] = [.nan, .infinity, -0.0][place % 3]
    }
    let controls = ControlBlocks(count: count, length: length, method: .linear)
    let expected = referenceScaled(source, channelCount: 1, length: length, method: .linear)
    var scaler = ProgressiveScaler<Float>(controls: controls, channelCount: 1)
    let output = scaler.scaled(source, in: Blocks(append: 100, render: 64))
    for (found, wanted) in zip(output, expected) where !(found.isNaN && wanted.isNaN) {
      #expect(found.bitPattern == wanted.bitPattern)
    }
    #expect(output.count == length)
  }
}
