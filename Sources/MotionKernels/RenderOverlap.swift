// SPDX-License-Identifier: MPL-2.0

public import MotionLayout

/// Renders some rows of a plane of an interpolated frame.
///
/// - Parameters:
///   - overlap: The plane and the rendering parameters.
///   - first: The plane of the first frame with its borders.
///   - second: The plane of the second frame with its borders.
///   - paths: For each cell, its path as x and y, the share of a blend without motion as z, and the share of the second
///     frame in the rest as w, both in 1/64.
///   - columns: The number of cells in a row.
///   - cellRows: The rows of cells to render.
///   - output: The rendered rows of components, without borders.
/// - Complexity: O(components); it allocates a few rows.
@specialized(where Component == UInt8)
@specialized(where Component == UInt16)
public func renderOverlap<Component: FixedWidthInteger & UnsignedInteger>(
  _ overlap: Overlap,
  _ first: Span<Component>,
  _ second: Span<Component>,
  paths: Span<SIMD4<Int32>>,
  columns: Int,
  cellRows: Range<Int>,
  into output: inout MutableSpan<Component>
) {
  overlap.render(first, second, paths: paths, columns: columns, cellRows: cellRows, into: &output)
}
