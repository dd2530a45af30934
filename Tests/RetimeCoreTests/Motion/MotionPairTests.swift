// SPDX-License-Identifier: MPL-2.0

import Dispatch
import TestSupport
import Testing

@testable import RetimeCore

@Suite struct `Interpolated frames` {
  static let threads = Parallel { count, body in
    DispatchQueue.concurrentPerform(iterations: count, execute: body)
  }
  static let half = BlendWeight(q15: 16_384)

  /// Two frames of a scene, the second one moved.
  static func pan(
    _ width: Int,
    _ height: Int,
    by move: (x: Int, y: Int),
    seed: UInt64 = 7
  ) -> (MotionFrame<UInt8>, MotionFrame<UInt8>) {
    let scene = Scene(seed: seed)
    let shape = Shape.i420(width, height)
    func shown(_ x: Int, _ y: Int) -> MotionFrame<UInt8> {
      drawn(shape) { plane, column, row in
        let scale = plane == 0 ? 1 : 2
        return UInt8(scene[column * scale - x, row * scale - y])
      }
    }
    return (shown(0, 0), shown(move.x, move.y))
  }

  @Test(arguments: FlowQuality.allCases)
  func `Interpolation at the ends returns the source frames bit for bit`(quality: FlowQuality) {
    let (first, second) = Self.pan(96, 80, by: (6, 2))
    let pair = MotionPair(first, second, quality: quality, parallel: .serial)
    #expect(made(pair, at: .firstOnly) == components(first))
    #expect(made(pair, at: .secondOnly) == components(second))
  }

  @Test(arguments: FlowQuality.allCases, [(8, 0), (0, -4), (12, 8), (-20, 4), (0, 0)])
  func `Interpolation of a pan is exact`(quality: FlowQuality, move: (Int, Int)) {
    let (width, height) = (320, 240)
    let (first, second) = Self.pan(width, height, by: move)
    let middle = Self.pan(width, height, by: (move.0 / 2, move.1 / 2)).1
    let pair = MotionPair(first, second, quality: quality, parallel: .serial)
    let made = made(pair, at: Self.half)[0]
    let right = components(middle)[0]
    var wrong = 0
    // Areas that come into view at the edge are in one frame only.
    for row in 32..<height - 32 {
      for column in 32..<width - 32 {
        let place = row * width + column
        if abs(Int(made[place]) - Int(right[place])) > 1 { wrong += 1 }
      }
    }
    #expect(wrong == 0, "\(wrong) components of a pan by \(move)")
  }

  @Test(arguments: FlowQuality.allCases)
  func `Interpolation gives the same bits for any threads and processor`(quality: FlowQuality) {
    let (first, second) = Self.pan(333, 251, by: (9, -5))
    let weights = [BlendWeight(q15: 1000), Self.half, BlendWeight(q15: 30_000)]
    let pairs = MotionKernelSet.all.flatMap { processor in
      [.serial, Self.threads, Self.threads.limited(to: 2)].map { parallel in
        MotionPair(first, second, quality: quality, parallel: parallel, processor: processor)
      }
    }
    for weight in weights {
      let results = pairs.map { made($0, at: weight, Self.threads) }
      #expect(results.allSatisfy { $0 == results[0] })
      #expect(made(pairs[0], at: weight) == results[0])
    }
  }

  @Test func `Interpolation works with planes of every layout and size`() {
    var generator = SeededGenerator()
    func check<Component: PictureComponent>(
      _ shape: MotionShape,
      _: Component.Type,
      _ quality: FlowQuality,
      _ message: String
    ) {
      let counts = shape.planes.map { $0.width * $0.height }
      let pictures = (0..<2).map { _ in
        counts.map { (0..<$0).map { _ in Component.random(in: 0 ... .max, using: &generator) } }
      }
      .map { picture(shape, $0) }
      let pair = MotionPair(pictures[0], pictures[1], quality: quality, parallel: .serial)
      #expect(made(pair, at: Self.half).map(\.count) == counts, "\(message)")
    }
    for (width, height) in [
      (1, 1), (2, 1), (1, 9), (3, 5), (16, 16), (17, 33), (40, 7), (97, 61), (200, 100),
    ] {
      for chroma in Shape.chromas {
        for bits in [8, 10, 16] {
          let planes = Shape.planes(width, height, chroma: chroma, alpha: true)
          let shape = MotionShape(planes: planes, bits: bits)
          let message = "\(width)x\(height) \(bits) bits RETIME_SEED=\(SeededGenerator.seed)"
          if bits == 8 {
            check(shape, UInt8.self, .best, message)
          } else {
            // Values beyond the nominal bit depth are included.
            check(shape, UInt16.self, .good, message)
          }
        }
      }
    }
  }

  @Test(
    arguments: [(10, .good), (12, .good), (16, .good), (10, .best), (12, .best)]
      as [(Int, FlowQuality)]
  )
  func `Higher bit depths give the frames of 8 bits with finer values`(
    bits: Int,
    quality: FlowQuality
  ) {
    let scene = Scene(seed: 3)
    let (narrow, wide) = (Shape.grey(240, 176), Shape.grey(240, 176, bits: bits))
    func pair<C: PictureComponent>(_ shape: MotionShape, _ scale: C) -> MotionPair<C> {
      MotionPair(
        drawn(shape) { C(scene[$1, $2]) * scale },
        drawn(shape) { C(scene[$1 - 5, $2 + 3]) * scale },
        quality: quality,
        parallel: .serial
      )
    }
    let eight = made(pair(narrow, UInt8(1)), at: Self.half)[0]
    let more = made(pair(wide, UInt16(1) << (bits - 8)), at: Self.half)[0]
    for (a, b) in zip(eight, more) {
      #expect(abs(Int(a) << (bits - 8) - Int(b)) <= 1 << (bits - 8))
    }
  }

  @Test func `Still text over a moving background stays still`() {
    let scene = Scene(seed: 11)
    let shape = Shape.grey(320, 240)
    // Letters of two values on a plate of one brightness, like a logo.
    func isPlate(_ x: Int, _ y: Int) -> Bool { (48..<272).contains(x) && (80..<144).contains(y) }
    func shown(_ move: Int) -> MotionFrame<UInt8> {
      drawn(shape) { _, x, y in
        guard isPlate(x, y) else { return UInt8(scene[x - move, y]) }
        return (x / 3 + y / 5) % 4 == 0 || x % 7 == 0 && y % 11 < 6 ? 235 : 20
      }
    }
    let pair = MotionPair(shown(0), shown(10), quality: .good, parallel: .serial)
    let made = made(pair, at: Self.half)[0]
    let still = components(pair.first)[0]
    for y in 104..<120 {
      for x in 80..<240 { #expect(made[y * 320 + x] == still[y * 320 + x], "\(x), \(y)") }
    }
  }

  @Test func `At a cut the nearer frame is returned`() {
    let (first, _) = Self.pan(320, 240, by: (0, 0), seed: 1)
    let (second, _) = Self.pan(320, 240, by: (0, 0), seed: 2)
    let pair = MotionPair(first, second, quality: .good, parallel: .serial)
    #expect(pair.kind == .cut)
    #expect(made(pair, at: BlendWeight(q15: 16_384)) == components(first))
    #expect(made(pair, at: BlendWeight(q15: 16_385)) == components(second))
  }

  @Test func `A dissolve is blended`() {
    let (one, two) = (Scene(seed: 1), Scene(seed: 2))
    let shape = Shape.grey(320, 240)
    func shown(_ share: Int) -> MotionFrame<UInt8> {
      drawn(shape) { _, x, y in UInt8((one[x, y] * (8 - share) + two[x, y] * share) / 8) }
    }
    let pair = MotionPair(shown(3), shown(4), quality: .good, parallel: .serial)
    #expect(pair.kind == .dissolve)
    let (a, b) = (components(pair.first)[0], components(pair.second)[0])
    let mixed = zip(a, b).map { UInt8((Int($0) + Int($1) + 1) / 2) }
    #expect(made(pair, at: Self.half)[0] == mixed)
  }

  @Test func `A small object on still noisy background moves`() {
    var generator = SeededGenerator(seed: 9)
    let shape = Shape.grey(320, 240)
    let scene = Scene(seed: 4)
    func shown(_ move: Int) -> MotionFrame<UInt8> {
      drawn(shape) { _, x, y in
        let noise = Int.random(in: -6...6, using: &generator)
        let isBall = (100..<132).contains(x - move) && (100..<132).contains(y)
        return UInt8(max(0, min(255, (isBall ? 255 - scene[x - move, y] : scene[x, y]) + noise)))
      }
    }
    let pair = MotionPair(shown(0), shown(16), quality: .good, parallel: .serial)
    #expect(pair.kind == .moved)
    let made = made(pair, at: Self.half)[0]
    var error = 0
    for y in 108..<124 {
      for x in 116..<132 { error += abs(Int(made[y * 320 + x]) - (255 - scene[x - 8, y])) }
    }
    #expect(error < 8 * 256, "The ball is at its expected position, up to noise.")
  }

  @Test(arguments: FlowQuality.allCases)
  func `Large frames are interpolated`(quality: FlowQuality) {
    let (first, second) = Self.pan(523, 487, by: (24, 8))
    let pair = MotionPair(first, second, quality: quality, parallel: Self.threads)
    let (made, right) = (
      made(pair, at: Self.half)[0], components(Self.pan(523, 487, by: (12, 4)).1)[0]
    )
    var wrong = 0
    for y in 64..<420 {
      for x in 64..<460 where abs(Int(made[y * 523 + x]) - Int(right[y * 523 + x])) > 1 {
        wrong += 1
      }
    }
    #expect(wrong == 0)
  }

  @Test func `A pair returns its motion vectors`() {
    let (first, second) = Self.pan(320, 240, by: (12, -8))
    let field = MotionPair(first, second, quality: .good, parallel: .serial).field
    #expect(field.cell == 8 && field.columns == 40 && field.vectors.count == 40 * 30)
    let middle = 15 * 40 + 20
    #expect(abs(field.vectors[middle].x - 12 * 16) < 4 && abs(field.vectors[middle].y + 8 * 16) < 4)
    #expect(field.trust[middle] > 0.9)
  }

  @Test func `Two equal frames give the same frame`() {
    let (first, second) = Self.pan(120, 90, by: (0, 0))
    let pair = MotionPair(first, second, quality: .good, parallel: .serial)
    #expect(pair.kind == .same)
    #expect(made(pair, at: Self.half) == components(first))
  }

  @Test(arguments: [(120, 0, MotionPair<UInt8>.Kind.moved), (40, 80, .flash)])
  func `A flash is blended`(light: Int, slope: Int, kind: MotionPair<UInt8>.Kind) {
    let scene = Scene(seed: 5)
    let shape = Shape.grey(320, 240)
    let first: MotionFrame<UInt8> = drawn(shape) { UInt8(scene[$1, $2] / 2 + $0) }
    // Light from one side is more than a change of the whole frame's brightness.
    let second: MotionFrame<UInt8> = drawn(shape) {
      UInt8(scene[$1, $2] / 2 + light + $1 * slope / 320)
    }
    let pair = MotionPair(first, second, quality: .good, parallel: .serial)
    #expect(pair.kind == kind)
    let (one, two) = (components(first)[0], components(second)[0])
    let blended = zip(one, two).map { UInt8((Int($0) + Int($1) + 1) / 2) }
    #expect(made(pair, at: Self.half)[0] == blended)
  }
}
