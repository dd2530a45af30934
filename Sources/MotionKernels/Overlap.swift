// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

extension Overlap {
  /// The window that a block is multiplied with; all that make a component add up to 4 · reach⁴ times the cell's area.
  func window() -> [SIMD8<Int32>] {
    let chunks = max(2 &* reach &* cellWidth / 8, 1)
    var window = [SIMD8<Int32>](repeating: .zero, count: chunks &* 2 &* reach &* cellHeight)
    for row in 0..<2 &* reach &* cellHeight {
      for column in 0..<2 &* reach &* cellWidth {
        window[row &* chunks &+ column / 8][column % 8] =
          Self.slope(row, reach &* cellHeight) &* Self.slope(column, reach &* cellWidth)
      }
    }
    return window
  }

  private static func slope(_ distance: Int, _ cell: Int) -> Int32 {
    Int32(distance < cell ? 2 &* distance &+ 1 : 2 &* (2 &* cell &- distance) &- 1)
  }

  /// See `renderOverlap`.
  @inline(__always)
  func render<Component: FixedWidthInteger & UnsignedInteger>(
    _ first: Span<Component>,
    _ second: Span<Component>,
    paths: Span<SIMD4<Int32>>,
    columns: Int,
    cellRows: Range<Int>,
    into output: inout MutableSpan<Component>
  ) {
    let lines =
      cellRows.lowerBound &* cellHeight..<min(cellRows.upperBound &* cellHeight, layout.height)
    guard !lines.isEmpty else { return }
    precondition(output.count >= lines.count &* layout.width && columns > 0)
    let rows = paths.count / columns
    let across = (layout.width &+ cellWidth &- 1) / cellWidth
    // From the first block's begin before the edge on, and as far beyond the other; a vector may be wider than a block.
    let room = (across &- 1 &+ 4 &* reach) &* cellWidth &+ 8
    var sums = [Int32](repeating: 0, count: room &* lines.count)
    let window = window()
    let still = SIMD4(0, 0, 0, Int32(truncatingIfNeeded: (weight &* 64 &+ 16_384) &>> 15))
    unsafe first.withUnsafeBufferPointer { one in
      unsafe second.withUnsafeBufferPointer { two in
        let (from, to) = unsafe (PlaneView(one, layout), PlaneView(two, layout))
        unsafe sums.withUnsafeMutableBufferPointer { sums in
          for cellRow in cellRows.lowerBound &- reach...cellRows.upperBound &- 1 &+ reach {
            let top = cellRow &* cellHeight &+ cellHeight / 2 &- reach &* cellHeight
            let (begin, end) = (
              max(top, lines.lowerBound), min(top &+ 2 &* reach &* cellHeight, lines.upperBound)
            )
            guard begin < end, let base = sums.baseAddress else { continue }
            let row = max(0, min(rows &- 1, cellRow)) &* columns
            for column in -reach...across &- 1 &+ reach {
              let path = paths[row &+ max(0, min(columns &- 1, column))]
              let target =
                unsafe base
                + ((begin &- lines.lowerBound) &* room &+ (column &+ reach) &* cellWidth)
              let left = column &* cellWidth &+ cellWidth / 2 &- reach &* cellWidth
              unsafe add(
                from,
                to,
                path,
                64 &- path.z,
                window,
                left: left,
                top: top,
                rows: begin..<end,
                target,
                room
              )
              guard path.z > 0 else { continue }
              unsafe add(
                from,
                to,
                still,
                path.z,
                window,
                left: left,
                top: top,
                rows: begin..<end,
                target,
                room
              )
            }
          }
        }
      }
    }
    finish(sums.span, room, lines.count, &output)
  }

  /// Rounds the sums to components.
  private func finish<Component: FixedWidthInteger & UnsignedInteger>(
    _ sums: Span<Int32>,
    _ room: Int,
    _ count: Int,
    _ output: inout MutableSpan<Component>
  ) {
    let cells = reach &* reach &* reach &* reach
    let area = Int32(
      truncatingIfNeeded: (4 &* cells &* cellWidth &* cellHeight).trailingZeroBitCount
    )
    let shift = area &+ Taps.fractionBits(Component.self)
    let rounding = Int32(1) &<< (shift &- 1)
    let limit = limit
    let width = layout.width
    let start = 2 &* reach &* cellWidth &- cellWidth / 2
    unsafe sums.withUnsafeBufferPointer { sums in
      unsafe output.withUnsafeMutableBufferPointer { output in
        guard let from = sums.baseAddress, let to = output.baseAddress else { return }
        for row in 0..<count {
          let line = unsafe from + (row &* room &+ start)
          let out = unsafe to + row &* width
          for column in 0..<width {
            let value = unsafe (line[column] &+ rounding) &>> shift
            unsafe out[column] = Component(truncatingIfNeeded: max(0, min(limit, value)))
          }
        }
      }
    }
  }

  /// Adds a block with a weight in 1/64.
  @inline(__always)
  private func add<Component: FixedWidthInteger & UnsignedInteger>(
    _ from: PlaneView<Component>,
    _ to: PlaneView<Component>,
    _ path: SIMD4<Int32>,
    _ amount: Int32,
    _ window: [SIMD8<Int32>],
    left: Int,
    top: Int,
    rows: Range<Int>,
    _ sums: UnsafeMutablePointer<Int32>,
    _ room: Int
  ) {
    let (x, y) = (Int(path.x), Int(path.y))
    let begin = (
      x: Self.part(-x &* weight, shiftX &+ 15), y: Self.part(-y &* weight, shiftY &+ 15)
    )
    let end = (
      x: Self.part(x &* (32_768 &- weight), shiftX &+ 15),
      y: Self.part(y &* (32_768 &- weight), shiftY &+ 15)
    )
    let ofTwo = (amount &* path.w &+ 32) &>> 6
    let one = MovedBlock(from, left: left, rows: rows, by: begin, share: amount &- ofTwo)
    let two = MovedBlock(to, left: left, rows: rows, by: end, share: ofTwo)
    let chunks = max(2 &* reach &* cellWidth / 8, 1)
    for chunk in 0..<chunks {
      var (a, b) = (one, two)
      a.begin(8 &* chunk)
      b.begin(8 &* chunk)
      var out = unsafe UnsafeMutableRawPointer(sums + 8 &* chunk)
      var index = (rows.lowerBound &- top) &* chunks &+ chunk
      for _ in rows {
        // The sum of both frames' contributions, with `Taps.fractionBits` fractional bits.
        let value = (a.next() &+ b.next() &+ 128) &>> 8
        let before = unsafe out.loadUnaligned(as: SIMD8<Int32>.self)
        unsafe out.storeBytes(of: before &+ value &* window[index], as: SIMD8<Int32>.self)
        unsafe out += 4 &* room
        index &+= chunks
      }
    }
  }

  /// A part of a path, rounded.
  @inline(__always)
  private static func part(_ product: Int, _ shift: Int) -> Int {
    (product &+ 1 &<< (shift &- 1)) &>> shift
  }
}
