// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// What paths have to be better by, in units of a patch's distance.
enum Penalty {
  /// What stillness is given, in units of a patch's distance.
  static let stillness = 512
  /// What a neighbour's path has to be better by.
  static let neighbour = 1024
  /// A distance from which on a match is none.
  static let bad = 12 * 1024
  /// What the path of a coarser cell further away has to be better by.
  static let otherCell = 256
}

/// Weighs the paths of a cell.
struct PathSearch {
  let from, to: PlaneView<UInt8>
  let weight, column, row: Int
  var x = 0, y = 0, best = 0
  let still: Int

  @inline(__always)
  init(
    _ from: PlaneView<UInt8>,
    _ to: PlaneView<UInt8>,
    _ weight: Int,
    column: Int,
    row: Int
  ) {
    (self.from, self.to, self.weight, self.column, self.row) = (from, to, weight, column, row)
    still = Patch(from, column: column, row: row).distance(
      to: Patch(to, column: column, row: row)
    )
    best = still
  }

  var path: SIMD4<Int32> {
    SIMD4(
      Int32(truncatingIfNeeded: x),
      Int32(truncatingIfNeeded: y),
      Int32(truncatingIfNeeded: max(best, 0)),
      0
    )
  }

  /// Where a path begins and ends, from the cell's place on.
  @inline(__always)
  func ends(_ x: Int, _ y: Int) -> (x0: Int, y0: Int, x1: Int, y1: Int) {
    let (dx, dy) = ((x &* weight &+ 16_384) &>> 15, (y &* weight &+ 16_384) &>> 15)
    return (
      64 &* column &- dx, 64 &* row &- dy, 64 &* column &+ x &- dx, 64 &* row &+ y &- dy
    )
  }

  @inline(__always)
  mutating func weigh(_ x: Int, _ y: Int, penalty: Int) {
    guard abs(x &- self.x) &+ abs(y &- self.y) > 7 else { return }
    let ends = ends(x, y)
    let found =
      Patch(from, x: ends.x0, y: ends.y0).distance(to: Patch(to, x: ends.x1, y: ends.y1))
      &+ penalty
    if found < best { (best, self.x, self.y) = (found, x, y) }
  }

  /// Tries the path of a coarser cell further away.
  @inline(__always)
  mutating func weigh(_ path: SIMD4<Int32>, unlike near: SIMD4<Int32>) {
    guard path.x != near.x || path.y != near.y else { return }
    weigh(2 &* Int(path.x), 2 &* Int(path.y), penalty: Penalty.otherCell)
  }

  /// Steps downhill, both ends at once.
  @inline(__always)
  mutating func refine(_ steps: Int) {
    var (x, y) = (self.x, self.y)
    for _ in 0..<steps {
      let ends = ends(x, y)
      let one = Surroundings(from, x: ends.x0, y: ends.y0)
      let other = Surroundings(to, x: ends.x1, y: ends.y1)
      let step = Surroundings.step(from: one, to: other)
      if abs(step.x) &+ abs(step.y) < 2 { break }
      x &-= max(-128, min(128, step.x))
      y &-= max(-128, min(128, step.y))
    }
    guard x != self.x || y != self.y else { return }
    let ends = ends(x, y)
    let found = Patch(from, x: ends.x0, y: ends.y0).distance(
      to: Patch(to, x: ends.x1, y: ends.y1)
    )
    if found < best { (best, self.x, self.y) = (found, x, y) }
  }
}
