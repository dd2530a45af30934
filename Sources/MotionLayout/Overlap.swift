// SPDX-License-Identifier: MPL-2.0

/// Makes a plane in between of overlapped blocks, each moved along its cell's path.
///
/// A block is 2 · `reach` times as wide and high as its cell and fades towards its ends, so that 4 · `reach`² of them make
/// each component (Orchard and Sullivan, Overlapped Block Motion Compensation, IEEE Transactions on Image Processing 3, 1994).
public struct Overlap: Sendable {
  /// The layout of the plane.
  public var layout: PlaneLayout
  /// A cell's width and height in this plane: 2, 4, 8 or 16.
  public var cellWidth: Int, cellHeight: Int
  /// The extent of a block from its cell's center, in cells: 1 or 2.
  public var reach: Int
  /// The bits to move a path's 1/64 in its level down by for this plane's 1/16.
  public var shiftX: Int, shiftY: Int
  /// The position of the interpolated frame between the first and the second, in steps of 2⁻¹⁵.
  public var weight: Int
  /// The largest component.
  public var limit: Int32

  /// - Precondition: A cell's sides are 2, 4, 8 or 16, and a block's at most 32; with `reach` 2 components have at most 14
  ///   bits, so that their sums fit.
  public init(
    layout: PlaneLayout,
    cell: (width: Int, height: Int),
    reach: Int = 1,
    shift: (x: Int, y: Int),
    weight: Int,
    limit: Int32
  ) {
    precondition([2, 4, 8, 16].contains(cell.width) && [2, 4, 8, 16].contains(cell.height))
    precondition(reach == 1 || reach == 2 && max(cell.width, cell.height) < 16 && limit < 1 << 14)
    self.layout = layout
    (cellWidth, cellHeight) = cell
    self.reach = reach
    (shiftX, shiftY) = shift
    self.weight = weight
    self.limit = limit
  }
}
