// SPDX-License-Identifier: MPL-2.0

public import MotionLayout

extension MotionKernel {
  /// Takes the median of the nine vectors around instead of a vector, where the patch fits there almost as well.
  ///
  /// `vectors` are those of all rows, and `calmer` is room for those of `rows`; the rest is as for `findFlow`.
  ///
  /// - Complexity: O(patches); no allocation.
  public static func calmFlow(
    _ vectors: Span<SIMD4<Int32>>,
    from first: Span<UInt8>,
    to second: Span<UInt8>,
    _ layout: PlaneLayout,
    rows: Range<Int>,
    into calmer: inout MutableSpan<SIMD4<Int32>>
  ) {
    let grid = FlowGrid(layout)
    precondition(vectors.count >= grid.count && calmer.count >= rows.count &* grid.columns)
    unsafe first.withUnsafeBufferPointer { one in
      unsafe second.withUnsafeBufferPointer { two in
        let (from, to) = unsafe (PlaneView(one, layout), PlaneView(two, layout))
        var index = 0
        for row in rows {
          for column in 0..<grid.columns {
            let own = vectors[row &* grid.columns &+ column]
            let median = median(vectors, grid, column: column, row: row)
            let (dx, dy) = (Int(median.x &- own.x), Int(median.y &- own.y))
            let apart = abs(dx) &+ abs(dy)
            var chosen = own
            if apart > 3 {
              let (x, y) = (4 &* column &- 2, 4 &* row &- 2)
              let patch = Patch(from, column: x, row: y)
              let there = Patch(to, x: 64 &* x &+ Int(median.x), y: 64 &* y &+ Int(median.y))
              let distance = patch.distance(to: there)
              // A tenth more, and up to two steps of a component where the median is far away.
              let limit = Int(own.z) &* 11 / 10 &+ 16 &* min(apart, 128) &+ 51
              if distance < limit {
                chosen = SIMD4(median.x, median.y, Int32(truncatingIfNeeded: distance), own.w)
              }
            }
            calmer[index] = chosen
            index &+= 1
          }
        }
      }
    }
  }
}

/// The medians of x and of y, edges repeated.
@inline(__always)
func median(
  _ vectors: Span<SIMD4<Int32>>,
  _ grid: FlowGrid,
  column: Int,
  row: Int
) -> SIMD2<Int32> {
  let above = max(row &- 1, 0) &* grid.columns
  let here = row &* grid.columns
  let below = min(row &+ 1, grid.rows &- 1) &* grid.columns
  let (left, right) = (max(column &- 1, 0), min(column &+ 1, grid.columns &- 1))
  // Each row and column sorted, the median is the middle one of a diagonal (Smith 1996).
  let a = sorted(vectors[above &+ left], vectors[above &+ column], vectors[above &+ right])
  let b = sorted(vectors[here &+ left], vectors[here &+ column], vectors[here &+ right])
  let c = sorted(vectors[below &+ left], vectors[below &+ column], vectors[below &+ right])
  let low = larger(larger(a.0, b.0), c.0)
  let middle = sorted(a.1, b.1, c.1).1
  let high = smaller(smaller(a.2, b.2), c.2)
  return sorted(low, middle, high).1
}

@inline(__always)
private func sorted(
  _ a: SIMD4<Int32>,
  _ b: SIMD4<Int32>,
  _ c: SIMD4<Int32>
) -> (SIMD2<Int32>, SIMD2<Int32>, SIMD2<Int32>) {
  sorted(a.lowHalf, b.lowHalf, c.lowHalf)
}

@inline(__always)
private func sorted(
  _ a: SIMD2<Int32>,
  _ b: SIMD2<Int32>,
  _ c: SIMD2<Int32>
) -> (SIMD2<Int32>, SIMD2<Int32>, SIMD2<Int32>) {
  let (low, high) = (smaller(a, b), larger(a, b))
  let rest = larger(low, c)
  return (smaller(low, c), smaller(rest, high), larger(rest, high))
}

@inline(__always)
private func smaller(_ a: SIMD2<Int32>, _ b: SIMD2<Int32>) -> SIMD2<Int32> {
  a.replacing(with: b, where: b .< a)
}

@inline(__always)
private func larger(_ a: SIMD2<Int32>, _ b: SIMD2<Int32>) -> SIMD2<Int32> {
  a.replacing(with: b, where: b .> a)
}
