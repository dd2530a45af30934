// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

extension PairFlow {
  /// How much of a blend where it stands each cell takes, in 1/64, as the path's `z`, and how much of the second picture
  /// the rest takes, as its `w`.
  ///
  /// What is seen in one picture alone is taken from that one: there the motion at the path's end is the path's own. Where
  /// both ends match well, both are taken: their mean has less noise. The less a path explains of what changes where it
  /// stands, as with water, grain and what turns, the less it is worth against a blend.
  ///
  /// - Parameters:
  ///   - paths: Paths of a grid of this level, or of one of twice the size.
  ///   - grid: That grid.
  ///   - doubled: Whether it is of twice the size.
  ///   - weight: How far the picture is from the first to the second, in 2⁻¹⁵.
  func share(_ paths: inout [SIMD4<Int32>], _ grid: FlowGrid, doubled: Bool, weight: Int) {
    let own = self.grid
    let plain = Int32(truncatingIfNeeded: (weight * 64 + 16_384) >> 15)
    let scale = doubled ? 1 : 0
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let index = row * grid.columns + column
        let path = paths[index]
        guard path.x != 0 || path.y != 0 else {
          paths[index] = SIMD4(0, 0, 0, plain)
          continue
        }
        // In this level's 1/64; a cell is 256 of them.
        let (x, y) = (Int(path.x) >> scale, Int(path.y) >> scale)
        let (left, top) = ((column * 256 + 128) >> scale, (row * 256 + 128) >> scale)
        let (dx, dy) = ((x * weight) >> 15, (y * weight) >> 15)
        let a = Self.agreement(forward, own, left - dx, top - dy, x, y)
        let b = Self.agreement(backward, own, left - dx + x, top - dy + y, -x, -y)
        let (one, two) = ((32_768 - weight) * a, weight * b)
        let seen = (64 * two + (one + two) / 2) / (one + two)
        let doubt = max(0, min(256, (Int(path.z) - 2048) / 16))
        let share = (seen * doubt + Int(plain) * (256 - doubt) + 128) >> 8
        paths[index].z = Self.blend(path)
        paths[index].w = Int32(truncatingIfNeeded: share)
      }
    }
  }

  /// How much of a blend there is: none up to an eighth of the difference, and 24/64 where a path leaves all of it.
  private static func blend(_ path: SIMD4<Int32>) -> Int32 {
    let (left, all) = (Int(path.z), Int(path.w))
    guard left >= 2048 else { return 0 }
    let part = 64 * left / max(all, 1)
    return Int32(truncatingIfNeeded: max(0, min(24, 24 * (part - 8) / 56)))
  }

  /// How well the motion of the patch at a place agrees with a vector, from 13 to 269.
  private static func agreement(
    _ vectors: [SIMD4<Int32>],
    _ grid: FlowGrid,
    _ x: Int,
    _ y: Int,
    _ dx: Int,
    _ dy: Int
  ) -> Int {
    let (column, row) = (x >> 8, y >> 8)
    guard column >= 0, row >= 0, column < grid.columns, row < grid.rows else { return 13 }
    let vector = vectors[row * grid.columns + column]
    let (ex, ey) = (Int(vector.x) - dx, Int(vector.y) - dy)
    // Squares of two components' length: 256 where it agrees, half of it at 1.7 components.
    let square = min((ex * ex + ey * ey) >> 6, 4096)
    return 256 * 65_536 / (65_536 + square * square * 2) + 13
  }
}
