// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Detection of repeated frames` {
  static let shape = Shape.grey(160, 120)
  static let scene = Scene(seed: 21)

  /// A scene with noise of up to `steps` on each value.
  static func noisy(_ steps: Int, moved: Int = 0, seed: UInt64) -> MotionFrame<UInt8> {
    var generator = SeededGenerator(seed: seed)
    return drawn(shape) { _, x, y in
      let noise = Int.random(in: -steps...steps, using: &generator)
      return UInt8(max(0, min(255, scene[x - moved, y] + noise)))
    }
  }

  @Test func `A frame that is the same up to coding noise is a repeat`() {
    let seed = SeededGenerator.seed
    let plain = Self.noisy(0, seed: seed)
    #expect(plain.repeats(plain))
    #expect(Self.noisy(1, seed: seed).repeats(plain), "RETIME_SEED=\(seed)")
  }

  @Test func `A frame that moves by a component or more is no repeat`() {
    let plain = Self.noisy(0, seed: 1)
    for move in [1, 2, 8] { #expect(!Self.noisy(0, moved: move, seed: 1).repeats(plain)) }
  }

  @Test func `A frame with a small change is no repeat`() {
    let plain = Self.noisy(0, seed: 1)
    let other: MotionFrame<UInt8> = drawn(Self.shape) { _, x, y in
      (40..<46).contains(x) && (40..<48).contains(y) ? 255 : UInt8(Self.scene[x, y])
    }
    #expect(!other.repeats(plain))
  }
}
