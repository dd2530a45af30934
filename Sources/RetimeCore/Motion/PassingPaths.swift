// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// The paths through the cells of an interpolated frame, from the motion of the frames before and after it.
struct PassingPaths {
  /// The best path from the first frame and the best from the second for each cell: x, y, cost, and 1.
  ///
  /// Both run from the first frame to the second. All values are 0 if no path crosses the cell.
  var ahead: [SIMD4<Int32>], back: [SIMD4<Int32>]

  init(_ flow: PairFlow, weight: Int) {
    let grid = flow.grid
    ahead = Self.land(flow.forward, grid, share: weight, sign: 1)
    back = Self.land(flow.backward, grid, share: 32_768 - weight, sign: -1)
  }

  /// Moves each vector along by its share, and records it in the four cells around.
  private static func land(
    _ vectors: [SIMD4<Int32>],
    _ grid: FlowGrid,
    share: Int,
    sign: Int32
  ) -> [SIMD4<Int32>] {
    var landed = [SIMD4<Int32>](repeating: .zero, count: grid.count)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let vector = vectors[row * grid.columns + column]
        // A cell is 256 steps wide.
        let x = column * 256 + (Int(vector.x) * share + 16_384) >> 15
        let y = row * 256 + (Int(vector.y) * share + 16_384) >> 15
        for cellY in (y >> 8)...(y >> 8) + 1 where cellY >= 0 && cellY < grid.rows {
          for cellX in (x >> 8)...(x >> 8) + 1 where cellX >= 0 && cellX < grid.columns {
            let away = abs(x - cellX * 256) + abs(y - cellY * 256)
            let cost = vector.z + Int32(truncatingIfNeeded: 4 * away)
            let cell = cellY * grid.columns + cellX
            if landed[cell].w == 0 || cost < landed[cell].z {
              landed[cell] = SIMD4(sign * vector.x, sign * vector.y, cost, 1)
            }
          }
        }
      }
    }
    return landed
  }
}
