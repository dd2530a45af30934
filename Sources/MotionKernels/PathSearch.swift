// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// The penalties of paths, in units of a patch's distance.
enum Penalty {
  /// The advantage of zero motion, in units of a patch's distance.
  static let stillness = 512
  /// The penalty of a neighbor's path.
  static let neighbour = 1024
  /// A distance from which on a match is none.
  static let bad = 16 * 1024
  /// The penalty of the path of a more distant coarser cell.
  static let otherCell = 1024
  /// The penalty of a level's own path against a coarser one.
  static let own = 768
  /// The penalty of a path far from the median of its neighbors.
  static let calm = 16 * 1024
  /// The advantage of motion that both frames agree on over zero motion, which neither frame has there.
  static let agreement = 1024
  /// The distance of a path of the shared vector that has one of its ends outside of the frame, where nothing can be compared.
  static let outside = 3 * 1024
}

/// Weighs the paths of a cell.
struct PathSearch {
  let from, to: PlaneView<UInt8>
  let choice: PathChoice
  let column, row: Int
  var x = 0, y = 0, best = 0
  let still: Int

  @inline(__always)
  init(
    _ from: PlaneView<UInt8>,
    _ to: PlaneView<UInt8>,
    _ choice: PathChoice,
    patch column: Int,
    _ row: Int
  ) {
    (self.from, self.to, self.choice) = (from, to, choice)
    (self.column, self.row) = (4 &* column &- 2, 4 &* row &- 2)
    still = Patch(from, column: self.column, row: self.row).distance(
      to: Patch(to, column: self.column, row: self.row)
    )
    best = still
  }

  var path: SIMD4<Int32> {
    SIMD4(
      Int32(truncatingIfNeeded: x),
      Int32(truncatingIfNeeded: y),
      Int32(truncatingIfNeeded: max(best, 0)),
      Int32(truncatingIfNeeded: still)
    )
  }

  /// Where a path begins and ends, from the cell's place on.
  @inline(__always)
  func ends(_ x: Int, _ y: Int) -> (x0: Int, y0: Int, x1: Int, y1: Int) {
    let (dx, dy) = (
      (x &* choice.weight &+ 16_384) &>> 15, (y &* choice.weight &+ 16_384) &>> 15
    )
    return (
      64 &* column &- dx, 64 &* row &- dy, 64 &* column &+ x &- dx, 64 &* row &+ y &- dy
    )
  }

  /// Returns the distance between both ends of a path.
  @inline(__always)
  func distance(_ x: Int, _ y: Int) -> Int {
    let ends = ends(x, y)
    if choice.isShared(x, y),
      from.containsPatch(x: ends.x0, y: ends.y0) != to.containsPatch(x: ends.x1, y: ends.y1)
    {
      return Penalty.outside
    }
    return Patch(from, x: ends.x0, y: ends.y0).distance(
      to: Patch(to, x: ends.x1, y: ends.y1)
    )
  }

  @inline(__always)
  mutating func weigh(_ x: Int, _ y: Int, penalty: Int) {
    guard abs(x &- self.x) &+ abs(y &- self.y) > 7 else { return }
    let found = distance(x, y) &+ penalty
    if found < best { (best, self.x, self.y) = (found, x, y) }
  }

  /// Tries the paths of the four coarser cells around.
  @inline(__always)
  mutating func inherit(_ coarse: Span<SIMD4<Int32>>, _ grid: FlowGrid, _ column: Int, _ row: Int) {
    let (x0, x1) = grid.parents(column, of: grid.columns)
    let (y0, y1) = grid.parents(row, of: grid.rows)
    let near = coarse[y0 &* grid.columns &+ x0]
    weigh(2 &* Int(near.x), 2 &* Int(near.y), penalty: 0)
    weigh(coarse[y0 &* grid.columns &+ x1], unlike: near)
    weigh(coarse[y1 &* grid.columns &+ x0], unlike: near)
    weigh(coarse[y1 &* grid.columns &+ x1], unlike: near)
  }

  /// Tries the path of a coarser cell further away.
  @inline(__always)
  private mutating func weigh(_ path: SIMD4<Int32>, unlike near: SIMD4<Int32>) {
    guard path.x != near.x || path.y != near.y else { return }
    weigh(2 &* Int(path.x), 2 &* Int(path.y), penalty: Penalty.otherCell)
  }
}
