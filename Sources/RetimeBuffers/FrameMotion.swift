// SPDX-License-Identifier: MPL-2.0

/// The motion between two frames, in pixels of the first.
package struct FrameMotion: Sendable {
  /// A cell of the grid of motion vectors.
  package struct Cell: Sendable {
    /// The centre of the cell.
    package let x: Double, y: Double
    /// The motion vector: positive to the right and down.
    package let dx: Double, dy: Double
    /// The confidence in the vector, from 0 to 1.
    package let trust: Double

    fileprivate var length: Double { (dx * dx + dy * dy).squareRoot() }
  }

  /// The size of the grid: cells in a row, and rows.
  package let columns: Int, rows: Int
  /// The cells, row by row.
  package let cells: [Cell]
  /// The relation of the two frames: `moved`, `same`, `cut`, `dissolve` or `flash`.
  package let kind: String

  /// The mean length of the vectors.
  package var mean: Double { cells.reduce(0) { $0 + $1.length } / Double(max(1, cells.count)) }
  /// The length of the longest vector.
  package var most: Double { cells.map(\.length).max() ?? 0 }
  /// The mean confidence.
  package var trust: Double { cells.reduce(0) { $0 + $1.trust } / Double(max(1, cells.count)) }
}
