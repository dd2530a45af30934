// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// The motion between two pictures in both directions, at one level of their pyramids.
struct PairFlow: Sendable {
  /// Which level: 0 is half the picture's size.
  let depth: Int
  let first: MotionLevel, second: MotionLevel
  /// From each patch of the first picture to the second, and the other way.
  let forward: [SIMD4<Int32>], backward: [SIMD4<Int32>]

  var grid: FlowGrid { FlowGrid(first.layout) }

  /// Rows of patches that are searched one after the other, each beside the next so many.
  ///
  /// Part of what is found, so it does not depend on threads.
  static let bandRows = 8

  /// Finds it from the coarsest level down; of the last few levels it is given, the coarser one first.
  static func find(
    _ first: [MotionLevel],
    _ second: [MotionLevel],
    places: ClosedRange<Int>,
    steps: Int,
    parallel: Parallel,
    processor: MotionProcessor
  ) -> [PairFlow] {
    var found: [PairFlow] = []
    var fields: [[SIMD4<Int32>]] = [[], []]
    var parentGrid = FlowGrid(columns: 0, rows: 0)
    for depth in (places.lowerBound..<first.count).reversed() {
      let (one, two) = (first[depth], second[depth])
      let grid = FlowGrid(one.layout)
      let (parents, parentsGrid) = (fields, parentGrid)
      let searches = fields.map {
        FlowSearch(steps: steps, reach: 4, shared: 2 &* SharedVector.find($0))
      }
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
      guard places.contains(depth) else { continue }
      found.append(
        PairFlow(depth: depth, first: one, second: two, forward: fields[0], backward: fields[1])
      )
    }
    return found
  }
}

extension FlowGrid {
  /// The rows in bands that do not look at each other.
  var bands: [Range<Int>] { bands(of: PairFlow.bandRows) }

  /// The rows in bands of so many.
  func bands(of count: Int) -> [Range<Int>] {
    stride(from: 0, to: rows, by: count).map { $0..<min($0 + count, rows) }
  }

  /// Some rows' vectors, written by `body`.
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
  /// All vectors of a grid, made band by band.
  func fill(
    _ grid: FlowGrid,
    _ body: @Sendable (Range<Int>, inout MutableSpan<SIMD4<Int32>>) -> Void
  ) -> [SIMD4<Int32>] {
    let bands = grid.bands
    let parts = map(bands.count) { band in grid.fill(bands[band]) { body(bands[band], &$0) } }
    return Array(parts.joined())
  }

  /// The same of both directions: 0, and 1 back, all bands of both at once.
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
