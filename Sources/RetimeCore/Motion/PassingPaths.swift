// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// What passes the cells of a picture in between, of the motion of the pictures before and behind it.
struct PassingPaths {
  /// For each cell the best that comes from the first picture and the best from the second, both as paths from the first
  /// to the second: x, y, how bad it is, and 1; 0 where nothing passes.
  var ahead: [SIMD4<Int32>], back: [SIMD4<Int32>]

  init(_ flow: PairFlow, weight: Int) {
    let grid = flow.grid
    ahead = Self.land(flow.forward, grid, share: weight, sign: 1)
    back = Self.land(flow.backward, grid, share: 32_768 - weight, sign: -1)
  }

  /// Carries each vector on by its share and leaves it in the four cells around.
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
