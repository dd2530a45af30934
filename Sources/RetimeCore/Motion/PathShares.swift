// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

extension PairFlow {
  /// Computes the share of an in-place blend in each cell (`z`), and that of the second frame in the rest (`w`).
  ///
  /// Both shares are in 1/64, and replace the path's `z` and `w`. Content visible in one frame only
  /// is taken from that frame: there the motion at the path's end is the path's own, or the other end
  /// is outside of the frame. If both ends
  /// match well, both are used, because their mean has less noise. The less a path explains of the
  /// difference in place, as with water, grain and rotation, the larger is the share of the blend.
  ///
  /// - Parameters:
  ///   - paths: The paths of a grid of this level, or of one of twice the size.
  ///   - grid: That grid.
  ///   - choice: The position between the first and the second frame, and the vector shared by much of them.
  ///   - doubled: Whether it is of twice the size.
  ///   - isBrighter: Whether one frame is brighter than the other.
  func share(
    _ paths: inout [SIMD4<Int32>],
    _ grid: FlowGrid,
    _ choice: PathChoice,
    doubled: Bool,
    isBrighter: Bool
  ) {
    let own = self.grid
    let weight = choice.weight
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
        if choice.isShared(Int(path.x), Int(path.y)), !isBrighter {
          let isBefore = own.contains(left - dx, top - dy)
          if isBefore != own.contains(left - dx + x, top - dy + y) {
            (paths[index].z, paths[index].w) = (0, isBefore ? 0 : 64)
            continue
          }
        }
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

  /// Returns the share of the blend: none if a path leaves up to an eighth of the difference, 24/64 if it leaves all.
  private static func blend(_ path: SIMD4<Int32>) -> Int32 {
    let (left, all) = (Int(path.z), Int(path.w))
    guard left >= 2048 else { return 0 }
    let part = 64 * left / max(all, 1)
    return Int32(truncatingIfNeeded: max(0, min(24, 24 * (part - 8) / 56)))
  }

  /// Returns the agreement of the motion of the patch at a position with a vector, from 13 to 269.
  private static func agreement(
    _ vectors: [SIMD4<Int32>],
    _ grid: FlowGrid,
    _ x: Int,
    _ y: Int,
    _ dx: Int,
    _ dy: Int
  ) -> Int {
    guard grid.contains(x, y) else { return 13 }
    let vector = vectors[(y >> 8) * grid.columns + (x >> 8)]
    let (ex, ey) = (Int(vector.x) - dx, Int(vector.y) - dy)
    // By the squared length of the difference: 256 at 0, half of that at 1.7 components.
    let square = min((ex * ex + ey * ey) >> 6, 4096)
    return 256 * 65_536 / (65_536 + square * square * 2) + 13
  }
}

extension FlowGrid {
  /// Returns whether a place is in a cell; a cell is 256 wide and high.
  fileprivate func contains(_ x: Int, _ y: Int) -> Bool {
    x >= 0 && y >= 0 && x >> 8 < columns && y >> 8 < rows
  }
}
