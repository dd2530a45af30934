// SPDX-License-Identifier: MPL-2.0

public import MotionLayout

/// Chooses, for each cell of some rows of a picture in between, the path along which it is seen in both pictures.
///
/// - Parameters:
///   - weight: How far the picture is from the first to the second, in 2⁻¹⁵.
///   - first: The level in the first picture.
///   - second: The level in the second picture.
///   - layout: How both lie.
///   - ahead: For each cell what of the first picture's motion passes it; `w` is 0 where nothing does.
///   - back: The same of the second picture's motion, turned round.
///   - forward: The first picture's motion, for where nothing passes.
///   - backward: The second picture's motion.
///   - rows: The rows.
///   - paths: Room for theirs: x, y, the distance, and 0.
/// - Complexity: O(cells); no allocation.
public func choosePaths(
  weight: Int,
  _ first: Span<UInt8>,
  _ second: Span<UInt8>,
  _ layout: PlaneLayout,
  ahead: Span<SIMD4<Int32>>,
  back: Span<SIMD4<Int32>>,
  forward: Span<SIMD4<Int32>>,
  backward: Span<SIMD4<Int32>>,
  rows: Range<Int>,
  into paths: inout MutableSpan<SIMD4<Int32>>
) {
  let grid = FlowGrid(layout)
  precondition(paths.count >= rows.count &* grid.columns)
  precondition(ahead.count >= grid.count && back.count >= grid.count)
  precondition(forward.count >= grid.count && backward.count >= grid.count)
  unsafe first.withUnsafeBufferPointer { one in
    unsafe second.withUnsafeBufferPointer { two in
      let (from, to) = unsafe (PlaneView(one, layout), PlaneView(two, layout))
      var place = 0
      for row in rows {
        for column in 0..<grid.columns {
          let cell = row &* grid.columns &+ column
          var search = PathSearch(
            from,
            to,
            weight,
            column: 4 &* column &- 2,
            row: 4 &* row &- 2
          )
          search.best &-= Penalty.stillness
          let (one, other) = (ahead[cell], back[cell])
          if one.w != 0 { search.weigh(Int(one.x), Int(one.y), penalty: 0) }
          if other.w != 0 { search.weigh(Int(other.x), Int(other.y), penalty: 0) }
          if one.w == 0 || other.w == 0 {
            let (one, other) = (forward[cell], backward[cell])
            search.weigh(Int(one.x), Int(one.y), penalty: Penalty.neighbour)
            search.weigh(-Int(other.x), -Int(other.y), penalty: Penalty.neighbour)
          }
          if column > 0 {
            let left = paths[place &- 1]
            search.weigh(Int(left.x), Int(left.y), penalty: Penalty.neighbour)
          }
          if row > rows.lowerBound {
            let above = paths[place &- grid.columns]
            search.weigh(Int(above.x), Int(above.y), penalty: Penalty.neighbour)
          }
          // No match worth having: both pictures, unmoved.
          if search.best > Penalty.bad && search.best > search.still &* 7 / 10 {
            (search.x, search.y) = (0, 0)
          }
          paths[place] = search.path
          place &+= 1
        }
      }
    }
  }
}

/// Chooses among the coarser paths around for a level of twice the size or the same, and steps downhill from there.
///
/// - Parameters:
///   - weight: How far the picture is from the first to the second, in 2⁻¹⁵.
///   - coarse: The paths of the coarser level, or of this one.
///   - coarseGrid: Its grid.
///   - doubled: Whether it is a coarser level's.
///   - first: The level in the first picture.
///   - second: The level in the second picture.
///   - layout: How both lie.
///   - steps: How many steps are made.
///   - rows: The rows.
///   - paths: Room for theirs.
/// - Complexity: O(cells); no allocation.
public func refinePaths(
  weight: Int,
  _ coarse: Span<SIMD4<Int32>>,
  _ coarseGrid: FlowGrid,
  doubled: Bool,
  _ first: Span<UInt8>,
  _ second: Span<UInt8>,
  _ layout: PlaneLayout,
  steps: Int,
  rows: Range<Int>,
  into paths: inout MutableSpan<SIMD4<Int32>>
) {
  let grid = FlowGrid(layout)
  precondition(paths.count >= rows.count &* grid.columns)
  precondition(coarse.count >= coarseGrid.count)
  unsafe first.withUnsafeBufferPointer { one in
    unsafe second.withUnsafeBufferPointer { two in
      let (from, to) = unsafe (PlaneView(one, layout), PlaneView(two, layout))
      var place = 0
      for row in rows {
        for column in 0..<grid.columns {
          var search = PathSearch(
            from,
            to,
            weight,
            column: 4 &* column &- 2,
            row: 4 &* row &- 2
          )
          search.best &-= Penalty.stillness
          if doubled {
            let (x0, x1) = coarseGrid.parents(column, of: coarseGrid.columns)
            let (y0, y1) = coarseGrid.parents(row, of: coarseGrid.rows)
            let near = coarse[y0 &* coarseGrid.columns &+ x0]
            search.weigh(2 &* Int(near.x), 2 &* Int(near.y), penalty: 0)
            search.weigh(coarse[y0 &* coarseGrid.columns &+ x1], unlike: near)
            search.weigh(coarse[y1 &* coarseGrid.columns &+ x0], unlike: near)
            search.weigh(coarse[y1 &* coarseGrid.columns &+ x1], unlike: near)
          } else {
            let path = coarse[row &* coarseGrid.columns &+ column]
            search.weigh(Int(path.x), Int(path.y), penalty: 0)
          }
          if search.x != 0 || search.y != 0 { search.refine(steps) }
          paths[place] = search.path
          place &+= 1
        }
      }
    }
  }
}
