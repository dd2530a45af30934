// SPDX-License-Identifier: MPL-2.0

public import MotionLayout

extension MotionKernel {
  /// Chooses, for some rows of cells of an interpolated frame, the motion path that matches best in both source frames.
  ///
  /// - Parameters:
  ///   - choice: The position of the interpolated frame, and the shared vector.
  ///   - first: The pyramid level of the first frame.
  ///   - second: The pyramid level of the second frame.
  ///   - layout: The layout of both levels.
  ///   - ahead: The first frame's motion projected onto each cell; `w` is 0 for none.
  ///   - back: The second frame's motion projected onto each cell, reversed; `w` is 0 for none.
  ///   - forward: The first frame's motion, for cells without projected motion.
  ///   - backward: The second frame's motion, for cells without projected motion.
  ///   - coarse: The paths of the next coarser level; empty for none.
  ///   - coarseGrid: The grid of `coarse`.
  ///   - rows: The rows of cells.
  ///   - paths: The output for each cell: x, y, the patch distance, and the patch distance without motion.
  /// - Complexity: O(cells); no allocation.
  public static func choosePaths(
    _ choice: PathChoice,
    _ first: Span<UInt8>,
    _ second: Span<UInt8>,
    _ layout: PlaneLayout,
    ahead: Span<SIMD4<Int32>>,
    back: Span<SIMD4<Int32>>,
    forward: Span<SIMD4<Int32>>,
    backward: Span<SIMD4<Int32>>,
    coarse: Span<SIMD4<Int32>>,
    _ coarseGrid: FlowGrid,
    rows: Range<Int>,
    into paths: inout MutableSpan<SIMD4<Int32>>
  ) {
    let grid = FlowGrid(layout)
    precondition(paths.count >= rows.count &* grid.columns)
    precondition(ahead.count >= grid.count && back.count >= grid.count)
    precondition(forward.count >= grid.count && backward.count >= grid.count)
    precondition(coarse.isEmpty || coarse.count >= coarseGrid.count)
    unsafe first.withUnsafeBufferPointer { one in
      unsafe second.withUnsafeBufferPointer { two in
        let (from, to) = unsafe (PlaneView(one, layout), PlaneView(two, layout))
        var index = 0
        for row in rows {
          for column in 0..<grid.columns {
            let cell = row &* grid.columns &+ column
            var search = PathSearch(from, to, choice, patch: column, row)
            let (one, other) = (ahead[cell], back[cell])
            let isAgreed = agree(one, other) && isMoving(forward[cell]) && isMoving(backward[cell])
            if !isAgreed { search.best &-= Penalty.stillness }
            if !coarse.isEmpty { search.inherit(coarse, coarseGrid, column, row) }
            let level = coarse.isEmpty ? 0 : Penalty.own
            let own = isAgreed ? level &- Penalty.agreement : level
            if one.w != 0 { search.weigh(Int(one.x), Int(one.y), penalty: own) }
            if other.w != 0 { search.weigh(Int(other.x), Int(other.y), penalty: own) }
            if one.w == 0 || other.w == 0 {
              let (one, other) = (forward[cell], backward[cell])
              search.weigh(Int(one.x), Int(one.y), penalty: Penalty.neighbour)
              search.weigh(-Int(other.x), -Int(other.y), penalty: Penalty.neighbour)
            }
            if choice.shared != .zero {
              search.weigh(Int(choice.shared.x), Int(choice.shared.y), penalty: level)
            }
            if column > 0 {
              let left = paths[index &- 1]
              search.weigh(Int(left.x), Int(left.y), penalty: Penalty.neighbour)
            }
            if row > rows.lowerBound {
              let above = paths[index &- grid.columns]
              search.weigh(Int(above.x), Int(above.y), penalty: Penalty.neighbour)
            }
            // Without a usable match, blend both frames without motion.
            if search.best > Penalty.bad && search.best > search.still &* 8 / 10 {
              (search.x, search.y) = (0, 0)
            }
            paths[index] = search.path
            index &+= 1
          }
        }
      }
    }
  }

  /// Chooses among the paths of the next coarser level alone; what it is given is what `choosePaths` is.
  ///
  /// - Complexity: O(cells); no allocation.
  public static func inheritPaths(
    _ choice: PathChoice,
    _ coarse: Span<SIMD4<Int32>>,
    _ coarseGrid: FlowGrid,
    _ first: Span<UInt8>,
    _ second: Span<UInt8>,
    _ layout: PlaneLayout,
    rows: Range<Int>,
    into paths: inout MutableSpan<SIMD4<Int32>>
  ) {
    let grid = FlowGrid(layout)
    precondition(paths.count >= rows.count &* grid.columns)
    precondition(coarse.count >= coarseGrid.count)
    unsafe first.withUnsafeBufferPointer { one in
      unsafe second.withUnsafeBufferPointer { two in
        let (from, to) = unsafe (PlaneView(one, layout), PlaneView(two, layout))
        var index = 0
        for row in rows {
          for column in 0..<grid.columns {
            var search = PathSearch(from, to, choice, patch: column, row)
            let parent = coarse[coarseGrid.parent(column: column, row: row)]
            // Where the coarser cell moves, zero motion is not the rule.
            search.best &+= parent.lowHalf == .zero ? -Penalty.stillness : Penalty.agreement
            search.inherit(coarse, coarseGrid, column, row)
            paths[index] = search.path
            index &+= 1
          }
        }
      }
    }
  }

  /// Takes the median of the nine paths around instead of a path, where both ends match there almost as well.
  ///
  /// `paths` are those of all rows, and `calmer` is room for those of `rows`; the rest is as for `choosePaths`.
  ///
  /// - Complexity: O(cells); no allocation.
  public static func calmPaths(
    _ paths: Span<SIMD4<Int32>>,
    _ choice: PathChoice,
    _ first: Span<UInt8>,
    _ second: Span<UInt8>,
    _ layout: PlaneLayout,
    rows: Range<Int>,
    into calmer: inout MutableSpan<SIMD4<Int32>>
  ) {
    let grid = FlowGrid(layout)
    precondition(paths.count >= grid.count && calmer.count >= rows.count &* grid.columns)
    unsafe first.withUnsafeBufferPointer { one in
      unsafe second.withUnsafeBufferPointer { two in
        let (from, to) = unsafe (PlaneView(one, layout), PlaneView(two, layout))
        var index = 0
        for row in rows {
          for column in 0..<grid.columns {
            let own = paths[row &* grid.columns &+ column]
            let median = median(paths, grid, column: column, row: row)
            let (dx, dy) = (Int(median.x &- own.x), Int(median.y &- own.y))
            let apart = abs(dx) &+ abs(dy)
            var chosen = own
            // Parts without motion keep their position.
            if apart > 3 && (own.x != 0 || own.y != 0) {
              let search = PathSearch(from, to, choice, patch: column, row)
              let distance = search.distance(Int(median.x), Int(median.y))
              if distance < Int(own.z) &+ Penalty.calm &* min(apart, 128) / 128 {
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

/// Returns whether two paths that cross a cell are the same motion.
@inline(__always)
private func agree(_ one: SIMD4<Int32>, _ other: SIMD4<Int32>) -> Bool {
  one.w != 0 && other.w != 0 && isMoving(one)
    && abs(one.x &- other.x) &+ abs(one.y &- other.y) < 48
}

/// Returns whether a vector is longer than a component.
@inline(__always)
private func isMoving(_ vector: SIMD4<Int32>) -> Bool { abs(vector.x) &+ abs(vector.y) > 64 }
