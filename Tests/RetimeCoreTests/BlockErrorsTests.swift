// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `The errors of blocks` {
  private static let width = 160, height = 96

  /// The runs of ten frames of noise with a deviation of 20, where `change` changes values.
  private static func runs(
    depth: Int = 8,
    _ change: (_ frame: Int, _ x: Int, _ y: Int, _ value: Int) -> Int
  ) -> [FaultRuns<BlockRuns.Fault>.Run] {
    var generator = SeededGenerator(seed: 11)
    var runs = BlockRuns()
    for frame in 0..<10 {
      var errors = BlockErrors(.good, depth: depth)
      for y in 0..<height {
        let made = (0..<width).map { _ in Int.random(in: 93...163, using: &generator) }
        let found = made.indices.map { change(frame, $0, y, made[$0]) }
        let scale = 1 << (depth - 8)
        let (wanted, there) = (made.map { UInt16($0 * scale) }, found.map { UInt16($0 * scale) })
        errors.note(wanted.span, there.span, at: y)
      }
      runs.take(errors, at: Double(frame) / 10)
    }
    runs.finish()
    return runs.runs.runs
  }

  @Test(arguments: [8, 10])
  func `An error of five steps in every value passes`(depth: Int) {
    #expect(Self.runs(depth: depth) { _, x, _, value in value + (x % 2 == 0 ? 5 : -5) }.isEmpty)
  }

  @Test(arguments: [8, 10])
  func `Four blocks of other values in three frames are found with their times`(depth: Int) {
    let runs = Self.runs(depth: depth) { frame, x, y, value in
      (4..<7).contains(frame) && x < 32 && y < 32 ? 255 - value : value
    }
    #expect(runs.map(\.start) == [0.4] && runs.map(\.end) == [0.6] && runs.map(\.count) == [1])
  }

  @Test func `Two frames, three blocks, and blocks that move, pass`() {
    #expect(Self.runs { frame, _, _, value in (4..<6).contains(frame) ? 128 : value }.isEmpty)
    #expect(Self.runs { _, x, y, value in x < 48 && y < 16 ? 255 - value : value }.isEmpty)
    #expect(
      Self.runs { frame, x, y, value in x / 16 == frame && y < 64 ? 255 - value : value }.isEmpty
    )
  }
}
