// SPDX-License-Identifier: MPL-2.0

public import MotionLayout

/// The kernels of motion that are the same for every type of component.
public enum MotionKernel {
  /// Finds the motion vectors of some rows of patches, from a pyramid level of one frame to that of another.
  ///
  /// Each row uses the results of the rows before it in this call, so the division of the rows among calls changes
  /// the result; callers must divide them the same way each time.
  ///
  /// - Parameters:
  ///   - search: The search parameters.
  ///   - first: The level of the first frame.
  ///   - second: The level of the second frame.
  ///   - layout: The layout of both levels.
  ///   - parents: The vectors of the next coarser level; empty at the coarsest.
  ///   - parentGrid: The grid of `parents`.
  ///   - rows: The rows of patches.
  ///   - vectors: The output, one vector for each patch.
  /// - Complexity: O(patches); no allocation.
  public static func findFlow(
    _ search: FlowSearch,
    from first: Span<UInt8>,
    to second: Span<UInt8>,
    _ layout: PlaneLayout,
    parents: Span<SIMD4<Int32>>,
    _ parentGrid: FlowGrid,
    rows: Range<Int>,
    into vectors: inout MutableSpan<SIMD4<Int32>>
  ) {
    let grid = FlowGrid(layout)
    precondition(vectors.count >= rows.count &* grid.columns)
    precondition(parents.isEmpty || parents.count >= parentGrid.count)
    unsafe first.withUnsafeBufferPointer { one in
      unsafe second.withUnsafeBufferPointer { two in
        let (from, to) = unsafe (PlaneView(one, layout), PlaneView(two, layout))
        var index = 0
        for row in rows {
          for column in 0..<grid.columns {
            var seeker = Seeker(from, to, column: 4 &* column &- 2, row: 4 &* row &- 2)
            if parents.isEmpty {
              seeker.sweep(search.reach, around: search.shared)
            } else {
              seeker.inherit(parents, parentGrid, column: column, row: row)
            }
            if column > 0 { seeker.ask(vectors[index &- 1]) }
            if row > rows.lowerBound {
              seeker.ask(vectors[index &- grid.columns])
              if column &+ 1 < grid.columns { seeker.ask(vectors[index &- grid.columns &+ 1]) }
            }
            seeker.prefer(search.shared)
            seeker.refine(search.steps)
            vectors[index] = seeker.vector
            index &+= 1
          }
        }
      }
    }
  }
}

/// The penalties of vectors, in units of a patch's distance.
private enum Cost {
  /// The advantage of zero motion, in units of a patch's distance.
  static let stillness = 256
  /// The penalty of a more distant parent.
  static let otherParent = 51
  /// The penalty for each component of an initial vector.
  static let length = 102
  /// The tolerance for the shared vector.
  static let shared = 1536
  /// The distance above which the shared vector is taken where it leaves the frame.
  static let outside = 2048
}

/// Looks for where a patch went.
private struct Seeker {
  let from, to: PlaneView<UInt8>
  let column, row: Int
  let patch: Patch
  var x = 0, y = 0, best: Int
  let still: Int

  @inline(__always)
  init(_ from: PlaneView<UInt8>, _ to: PlaneView<UInt8>, column: Int, row: Int) {
    (self.from, self.to, self.column, self.row) = (from, to, column, row)
    patch = Patch(from, column: column, row: row)
    still = patch.distance(to: Patch(to, column: column, row: row))
    best = still &- Cost.stillness
  }

  var vector: SIMD4<Int32> {
    SIMD4(
      Int32(truncatingIfNeeded: x),
      Int32(truncatingIfNeeded: y),
      Int32(truncatingIfNeeded: max(best, 0)),
      Int32(truncatingIfNeeded: still)
    )
  }

  @inline(__always)
  func distance(_ x: Int, _ y: Int) -> Int {
    patch.distance(to: Patch(to, x: column &* 64 &+ x, y: row &* 64 &+ y))
  }

  @inline(__always)
  mutating func weigh(_ x: Int, _ y: Int, penalty: Int) {
    let found = distance(x, y) &+ penalty
    if found < best { (best, self.x, self.y) = (found, x, y) }
  }

  /// Tries every whole component around, and around the shared vector.
  mutating func sweep(_ reach: Int, around shared: SIMD2<Int32>) {
    let (left, top) = (Int(shared.x), Int(shared.y))
    for y in -reach...reach {
      for x in -reach...reach {
        let length = Cost.length &* (abs(x) &+ abs(y))
        if length > 0 { weigh(64 &* x, 64 &* y, penalty: length) }
        if left != 0 || top != 0 { weigh(left &+ 64 &* x, top &+ 64 &* y, penalty: length) }
      }
    }
  }

  /// Tries the four parents around.
  @inline(__always)
  mutating func inherit(_ parents: Span<SIMD4<Int32>>, _ grid: FlowGrid, column: Int, row: Int) {
    let (x0, x1) = grid.parents(column, of: grid.columns)
    let (y0, y1) = grid.parents(row, of: grid.rows)
    let nearest = parents[y0 &* grid.columns &+ x0]
    weigh(2 &* Int(nearest.x), 2 &* Int(nearest.y), penalty: 0)
    weigh(parents[y0 &* grid.columns &+ x1], unlike: nearest)
    weigh(parents[y1 &* grid.columns &+ x0], unlike: nearest)
    weigh(parents[y1 &* grid.columns &+ x1], unlike: nearest)
  }

  @inline(__always)
  private mutating func weigh(_ parent: SIMD4<Int32>, unlike nearest: SIMD4<Int32>) {
    guard parent.x != nearest.x || parent.y != nearest.y else { return }
    weigh(2 &* Int(parent.x), 2 &* Int(parent.y), penalty: Cost.otherParent)
  }

  /// Tries a neighbour's vector, unless it is the same.
  @inline(__always)
  mutating func ask(_ neighbour: SIMD4<Int32>) {
    let (x, y) = (Int(neighbour.x), Int(neighbour.y))
    guard abs(x &- self.x) &+ abs(y &- self.y) > 6 else { return }
    weigh(x, y, penalty: 0)
  }

  /// Takes the shared vector, unless it is much worse, or leaves the frame and another one matches.
  @inline(__always)
  mutating func prefer(_ shared: SIMD2<Int32>) {
    let (x, y) = (Int(shared.x), Int(shared.y))
    guard x != 0 || y != 0, abs(x &- self.x) &+ abs(y &- self.y) > 6 else { return }
    let found = distance(x, y)
    guard to.containsPatch(x: column &* 64 &+ x, y: row &* 64 &+ y) else {
      if best > Cost.outside { (best, self.x, self.y) = (min(best, found), x, y) }
      return
    }
    if found < best &+ Cost.shared { (best, self.x, self.y) = (found, x, y) }
  }

  /// Steps downhill.
  @inline(__always)
  mutating func refine(_ steps: Int) {
    let slopes = Slopes(from, column: column, row: row)
    var (x, y) = (self.x, self.y)
    for _ in 0..<steps {
      let other = Patch(to, x: column &* 64 &+ x, y: row &* 64 &+ y)
      let step = slopes.step(from: patch, to: other)
      if abs(step.x) &+ abs(step.y) < 2 { break }
      x &-= max(-128, min(128, step.x))
      y &-= max(-128, min(128, step.y))
      if abs(x &- self.x) &+ abs(y &- self.y) > 512 { return }
    }
    if x != self.x || y != self.y { weigh(x, y, penalty: 0) }
  }
}
