// SPDX-License-Identifier: MPL-2.0

/// A rectangle of pixels.
public struct PixelRectangle: Sendable, Equatable {
  public internal(set) var columns: Range<Int>, rows: Range<Int>

  /// The single pixel in the corner, for a frame that changes none.
  static let corner = PixelRectangle(columns: 0..<1, rows: 0..<1)

  init(columns: Range<Int>, rows: Range<Int>) { (self.columns, self.rows) = (columns, rows) }

  /// Creates the rectangle of a size at a place; no value may be negative.
  init(x: Int, y: Int, width: Int, height: Int) {
    (columns, rows) = (x..<x + width, y..<y + height)
  }

  /// Extends the rectangle to include a pixel; nil becomes that pixel.
  @inline(__always) static func include(
    _ column: Int,
    _ row: Int,
    in rectangle: inout PixelRectangle?
  ) {
    guard let old = rectangle else {
      rectangle = PixelRectangle(columns: column..<column &+ 1, rows: row..<row &+ 1)
      return
    }
    rectangle?.columns =
      min(old.columns.lowerBound, column)..<max(old.columns.upperBound, column &+ 1)
    rectangle?.rows = min(old.rows.lowerBound, row)..<max(old.rows.upperBound, row &+ 1)
  }
}
