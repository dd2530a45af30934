// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import RetimeCore

@Suite struct `Dominant motion of a frame` {
  @Test(arguments: [(20, 6), (-24, 6), (28, 10)])
  func `Repeating slats follow the dominant motion`(move: (Int, Int)) {
    let scene = Scene(seed: 21)
    var generator = SeededGenerator(seed: 6)
    let shape = Shape.grey(320, 240)
    // Slats that repeat every eight rows, beside a wall that does not.
    func shown(_ moveX: Int, _ moveY: Int) -> MotionFrame<UInt8> {
      drawn(shape) { _, x, y in
        let (x, y) = (x - moveX, y - moveY)
        guard (150..<250).contains(x) else { return UInt8(scene[x, y]) }
        return UInt8(
          100 + 8 * abs((y + x / 4 + 800) % 8 - 4) + .random(in: -4...4, using: &generator)
        )
      }
    }
    let pair = MotionPair(
      shown(0, 0),
      shown(move.0, move.1),
      quality: .good,
      parallel: .serial
    )
    let made = made(pair, at: BlendWeight(q15: 16_384))[0]
    let right = components(shown(move.0 / 2, move.1 / 2))[0]
    var error = 0
    for y in 40..<200 {
      for x in 180..<220 { error += abs(Int(made[y * 320 + x]) - Int(right[y * 320 + x])) }
    }
    // The noise of both contributes 2.6 of it.
    #expect(error < 3 * 160 * 40, "\(move)")
  }

  @Test func `The dominant vector is that of the majority`() {
    let many = [SIMD4<Int32>](repeating: SIMD4(130, -260, 100, 4000), count: 40)
    let few = [SIMD4<Int32>](repeating: SIMD4(-900, 64, 100, 4000), count: 30)
    #expect(SharedVector.find(few + many) == SIMD2(130, -260))
  }

  @Test func `Vectors that all differ have no dominant one`() {
    let vectors = (0..<100).map { (index: Int32) -> SIMD4<Int32> in
      SIMD4(300 * (index % 10 - 5), 300 * (index / 10 - 5), 0, 4000)
    }
    #expect(SharedVector.find(vectors) == .zero)
  }

  @Test func `Without motion there is no dominant vector, and vectors may have any length`() {
    #expect(SharedVector.find([]) == .zero)
    #expect(SharedVector.find([SIMD4(640, 640, 5000, 4000)]) == .zero)
    let long = [SIMD4<Int32>](repeating: SIMD4(20_000, -20_000, 0, 4000), count: 9)
    #expect(SharedVector.find(long) == .zero)
    let rest = [SIMD4<Int32>](repeating: SIMD4(4031, -4031, 0, 4000), count: 5)
    #expect(SharedVector.find(long + rest) == SIMD2(4031, -4031))
  }

  @Test func `A flickering area is no worse than a blend`() {
    var generator = SeededGenerator(seed: 5)
    let (width, height) = (320, 240)
    let (scene, shape) = (Scene(seed: 8), Shape.grey(320, 240))
    // The lower half moves; the upper one has noise of four by four components, like glints on water.
    func drawnScene(_ move: Int) -> MotionFrame<UInt8> {
      let glints = (0..<80 * 60).map { _ in Int.random(in: -30...30, using: &generator) }
      return drawn(shape) { _, x, y in
        guard y < height / 2 else { return UInt8(scene[x - move, y]) }
        return UInt8(64 + scene[x, y] / 2 + glints[y / 4 * 80 + x / 4])
      }
    }
    let pair = MotionPair(drawnScene(0), drawnScene(12), quality: .good, parallel: .serial)
    #expect(pair.kind == .moved)
    let shown = made(pair, at: BlendWeight(q15: 16_384))[0]
    for (index, processor) in MotionKernelSet.all.enumerated() {
      let other = MotionPair(
        pair.first,
        pair.second,
        quality: .good,
        parallel: `Interpolated frames`.threads,
        processor: processor
      )
      #expect(made(other, at: BlendWeight(q15: 16_384))[0] == shown, "build \(index)")
    }
    let (one, two) = (components(pair.first)[0], components(pair.second)[0])
    var (ours, blended) = (0, 0)
    for y in 0..<height / 2 - 16 {
      for x in 0..<width {
        let (place, right) = (y * width + x, 64 + scene[x, y] / 2)
        let (a, b) = (
          Int(shown[place]) - right, (Int(one[place]) + Int(two[place]) + 1) / 2 - right
        )
        ours += a * a
        blended += b * b
      }
    }
    #expect(ours < blended, "\(ours) against \(blended)")
  }
}
