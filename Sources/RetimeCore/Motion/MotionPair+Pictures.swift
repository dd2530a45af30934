// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

extension MotionPair {
  /// Renders the frame at a position between the two.
  ///
  /// At the weights 0 and 1 it equals the first or the second frame, bit for bit.
  ///
  /// - Parameters:
  ///   - weight: The position between the first and the second frame.
  ///   - parallel: The executor that shares the work; it does not affect the result.
  ///   - write: Receives the plane's number, the row's number and the row's components; called on
  ///     this thread.
  /// - Complexity: O(components); it allocates.
  public func makePicture(
    at weight: BlendWeight,
    parallel: Parallel,
    write: (Int, Int, Span<Component>) -> Void
  ) {
    switch (weight, kind) {
    case (.firstOnly, _), (_, .same): copy(first, write)
    case (.secondOnly, _): copy(second, write)
    case (_, .cut): copy(weight.q15 <= 16_384 ? first : second, write)
    case (_, .dissolve), (_, .flash): blend(weight, write)
    case (_, .moved): move(Int(weight.q15), parallel, write)
    }
  }

  private func copy(
    _ picture: MotionFrame<Component>,
    _ write: (Int, Int, Span<Component>) -> Void
  ) {
    for (index, plane) in picture.shape.planes.enumerated() {
      let components = picture.planes[index]
      let all = components.span
      for row in 0..<plane.height {
        let start = plane.layout.start(ofRow: row)
        write(index, row, all.extracting(start..<start + plane.width))
      }
    }
  }

  private func blend(_ weight: BlendWeight, _ write: (Int, Int, Span<Component>) -> Void) {
    for (index, plane) in first.shape.planes.enumerated() {
      let (one, two) = (first.planes[index], second.planes[index])
      var mixed = zeros(plane.width, Component.self)
      for row in 0..<plane.height {
        let start = plane.layout.start(ofRow: row)
        let range = start..<start + plane.width
        var room = mixed.mutableSpan
        mixComponents(
          one.span.extracting(range),
          two.span.extracting(range),
          weight: weight,
          into: &room
        )
        write(index, row, mixed.span)
      }
    }
  }

  private func move(
    _ weight: Int,
    _ parallel: Parallel,
    _ write: (Int, Int, Span<Component>) -> Void
  ) {
    let (paths, grid, depth) = paths(weight, parallel)
    let bands = grid.bands(of: 4)
    let planes = first.shape.planes
    let parts = parallel.map(planes.count * bands.count) { task in
      render(plane: task / bands.count, bands[task % bands.count], paths, grid, depth, weight)
    }
    for (index, plane) in planes.enumerated() {
      var row = 0
      for part in parts[index * bands.count..<(index + 1) * bands.count] {
        let span = part.span
        for start in stride(from: 0, to: part.count, by: plane.width) {
          write(index, row, span.extracting(start..<start + plane.width))
          row += 1
        }
      }
    }
  }

  /// Returns the path of each cell of an interpolated frame, the grid of the cells and its level.
  func paths(_ weight: Int, _ parallel: Parallel) -> ([SIMD4<Int32>], FlowGrid, Int) {
    var paths: [SIMD4<Int32>] = []
    var grid = FlowGrid(columns: 0, rows: 0)
    for flow in flows {
      let passing = PassingPaths(flow, weight: weight)
      let (coarse, coarseGrid) = (paths, grid)
      grid = flow.grid
      let choice = PathChoice(weight: weight, shared: flow.shared)
      paths = parallel.fill(grid) { rows, span in
        processor.choosePaths(
          choice,
          flow.first.components.span,
          flow.second.components.span,
          flow.first.layout,
          passing.ahead.span,
          passing.back.span,
          flow.forward.span,
          flow.backward.span,
          coarse.span,
          coarseGrid,
          rows,
          &span
        )
      }
    }
    let flow = flows[flows.count - 1]
    let doubled = flow.depth > 0
    let depth = doubled ? flow.depth - 1 : flow.depth
    let (one, two) = (levels.first[depth], levels.second[depth])
    let choice = PathChoice(weight: weight, shared: doubled ? 2 &* flow.shared : flow.shared)
    if doubled {
      let (coarse, coarseGrid) = (paths, grid)
      grid = FlowGrid(one.layout)
      paths = parallel.fill(grid) { rows, span in
        processor.inheritPaths(
          choice,
          coarse.span,
          coarseGrid,
          one.components.span,
          two.components.span,
          one.layout,
          rows,
          &span
        )
      }
    }
    let rough = paths
    paths = parallel.fill(grid) { rows, span in
      processor.calmPaths(
        rough.span,
        choice,
        one.components.span,
        two.components.span,
        one.layout,
        rows,
        &span
      )
    }
    flow.share(&paths, grid, choice, doubled: doubled, isBrighter: isBrighter)
    return (paths, grid, depth)
  }

  private func render(
    plane index: Int,
    _ cellRows: Range<Int>,
    _ paths: [SIMD4<Int32>],
    _ grid: FlowGrid,
    _ depth: Int,
    _ weight: Int
  ) -> [Component] {
    let plane = first.shape.planes[index]
    let halvings = first.shape.halvings(ofPlane: index)
    // A cell is four components wide at its level, which has half the frame size or less.
    let cell = (width: (8 << depth) >> halvings.x, height: (8 << depth) >> halvings.y)
    // The last row of cells renders the rest of a plane that is larger than expected.
    let end = cellRows.upperBound == grid.rows ? plane.height : cellRows.upperBound * cell.height
    let lines = max(0, min(end, plane.height) - cellRows.lowerBound * cell.height)
    var output = zeros(lines * plane.width, Component.self)
    guard lines > 0 else { return output }
    var span = output.mutableSpan
    let (one, two) = (first.planes[index], second.planes[index])
    let last = (cellRows.lowerBound * cell.height + lines + cell.height - 1) / cell.height
    processor.render(
      Overlap(
        layout: plane.layout,
        cell: cell,
        reach: quality.reach(bits: first.shape.bits),
        // From 1/64 of a component of the level to 1/16 of one of the plane.
        shift: (1 + halvings.x - depth, 1 + halvings.y - depth),
        weight: weight,
        limit: Int32((1 << first.shape.bits) - 1)
      ),
      one.span,
      two.span,
      paths.span,
      grid.columns,
      cellRows.lowerBound..<last,
      into: &span
    )
    return output
  }
}
