// SPDX-License-Identifier: MPL-2.0

public import MotionLayout

/// Makes some rows of a plane in between.
///
/// - Parameters:
///   - overlap: What plane and how.
///   - first: The plane of the first picture with its borders.
///   - second: The plane of the second picture.
///   - paths: For each cell its path x, y, as z how much of a blend where it stands is in it, and as w how much of the second
///     picture is in the rest, both in 1/64.
///   - columns: Cells in a row.
///   - cellRows: The rows of cells that are made.
///   - output: Room for their rows of components, without borders.
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
