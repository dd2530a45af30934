// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// The optical flow between two frames in both directions, at one level of their pyramids.
struct PairFlow: Sendable {
  /// The level; 0 has half the frame size.
  let depth: Int
  let first: MotionLevel, second: MotionLevel
  /// The vectors of the first frame's patches to the second frame, and the reverse.
  let forward: [SIMD4<Int32>], backward: [SIMD4<Int32>]
  /// The vector shared by much of the first frame, in 1/64 of the level's components; zero for none.
  let shared: SIMD2<Int32>

  var grid: FlowGrid { FlowGrid(first.layout) }

  /// The sum of the distances of all patches at their vectors.
  var distance: Int { (forward + backward).reduce(0) { $0 + Int($1.z) } }

  /// The number of rows of patches in a band; the rows of a band are searched in order.
  ///
  /// The number affects the result, so it does not depend on threads.
  static let bandRows = 8
  /// The range of the first search, in components of the coarsest level.
  private static let reach = 4

  /// Finds the flow from the coarsest level down; returns it for the levels `places`, the coarser one first.
  static func find(
    _ first: [MotionLevel],
    _ second: [MotionLevel],
    places: ClosedRange<Int>,
    steps: Int,
    parallel: Parallel,
    processor: MotionKernelSet
  ) -> [PairFlow] {
    var found: [PairFlow] = []
    var fields: [[SIMD4<Int32>]] = [[], []]
    var parentGrid = FlowGrid(columns: 0, rows: 0)
    var expected = shifts(first[first.count - 1], second[second.count - 1])
    for depth in (places.lowerBound..<first.count).reversed() {
      let (one, two) = (first[depth], second[depth])
      let grid = FlowGrid(one.layout)
      let (parents, parentsGrid) = (fields, parentGrid)
      let searches = expected.map { FlowSearch(steps: steps, reach: reach, shared: $0) }
      let rough = parallel.fillBoth(grid) { direction, rows, span in
        let parents = parents[direction]
        processor.findFlow(
          searches[direction],
          (direction == 0 ? one : two).components.span,
          (direction == 0 ? two : one).components.span,
          one.layout,
          parents.span,
          parentsGrid,
          rows,
          &span
        )
      }
      fields = parallel.fillBoth(grid) { direction, rows, span in
        let rough = rough[direction]
        processor.calmFlow(
          rough.span,
          (direction == 0 ? one : two).components.span,
          (direction == 0 ? two : one).components.span,
          one.layout,
          rows,
          &span
        )
      }
      parentGrid = grid
      let shared = fields.map(SharedVector.find)
      expected = shared.map { 2 &* $0 }
      guard places.contains(depth) else { continue }
      found.append(
        PairFlow(
          depth: depth,
          first: one,
          second: two,
          forward: fields[0],
          backward: fields[1],
          shared: shared[0]
        )
      )
    }
    return found
  }

  /// Returns the shift of the whole frame in both directions, in 1/64 of a component.
  private static func shifts(_ first: MotionLevel, _ second: MotionLevel) -> [SIMD2<Int32>] {
    let shift = FrameShift.find(first, second, beyond: reach) &<< 6
    return [shift, .zero &- shift]
  }
}

extension FlowGrid {
  /// The rows in bands that do not depend on each other.
  var bands: [Range<Int>] { bands(of: PairFlow.bandRows) }

  /// Returns the rows in bands of `count`.
  func bands(of count: Int) -> [Range<Int>] {
    stride(from: 0, to: rows, by: count).map { $0..<min($0 + count, rows) }
  }

  /// Returns the vectors of some rows, written by `body`.
  func fill(
    _ rows: Range<Int>,
    _ body: (inout MutableSpan<SIMD4<Int32>>) -> Void
  ) -> [SIMD4<Int32>] {
    var vectors = [SIMD4<Int32>](repeating: .zero, count: rows.count * columns)
    var span = vectors.mutableSpan
    body(&span)
    return vectors
  }
}

extension Parallel {
  /// Returns all vectors of a grid, computed band by band.
  func fill(
    _ grid: FlowGrid,
    _ body: @Sendable (Range<Int>, inout MutableSpan<SIMD4<Int32>>) -> Void
  ) -> [SIMD4<Int32>] {
    let bands = grid.bands
    let parts = map(bands.count) { band in grid.fill(bands[band]) { body(bands[band], &$0) } }
    return Array(parts.joined())
  }

  /// Returns the vectors of both directions, 0 forward and 1 backward, with all bands of both in parallel.
  func fillBoth(
    _ grid: FlowGrid,
    _ body: @Sendable (Int, Range<Int>, inout MutableSpan<SIMD4<Int32>>) -> Void
  ) -> [[SIMD4<Int32>]] {
    let bands = grid.bands
    let parts = map(2 * bands.count) { task in
      let (direction, band) = task.quotientAndRemainder(dividingBy: bands.count)
      return grid.fill(bands[band]) { body(direction, bands[band], &$0) }
    }
    return [Array(parts[..<bands.count].joined()), Array(parts[bands.count...].joined())]
  }
}
