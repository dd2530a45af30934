// SPDX-License-Identifier: MPL-2.0

/// The motion of a level of a pyramid: a vector for each patch of eight times eight, one every four components.
///
/// Patch (column, row) begins at (4 column - 2, 4 row - 2), so its middle is that of a cell of four times four. A vector
/// is in 1/64 of the level's components: x, y, then the patch's distance at it (1024 for each step in the mean), then the
/// same where nothing moves.
public struct FlowGrid: Hashable, Sendable {
  /// Patches in a row.
  public let columns: Int
  /// Rows of patches.
  public let rows: Int

  /// Creates a grid of a number of columns and rows.
  public init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// The grid over a plane.
  public init(_ layout: PlaneLayout) {
    columns = (layout.width &+ 3) / 4
    rows = (layout.height &+ 3) / 4
  }

  /// All patches.
  public var count: Int { columns &* rows }
}

extension FlowGrid {
  /// Returns the index of the coarser grid's place for one of the finer grid; this grid is the coarser one.
  @inlinable @inline(__always)
  public func parent(column: Int, row: Int) -> Int {
    parents(row, of: rows).0 &* columns &+ parents(column, of: columns).0
  }

  /// The two nearest of a coarser grid's rows or columns, the nearer first.
  @inlinable @inline(__always)
  public func parents(_ place: Int, of count: Int) -> (Int, Int) {
    let near = min(place &>> 1, count &- 1)
    let far = near &+ (place & 1 == 1 ? 1 : -1)
    return (near, far >= 0 && far < count ? far : near)
  }
}
