// SPDX-License-Identifier: MPL-2.0

/// The motion between two pictures, in pixels of the first.
public struct PictureMotion: Sendable {
  /// A part of the picture.
  public struct Cell: Sendable {
    /// Where its middle is.
    public let x: Double, y: Double
    /// How far it moves to the right and down.
    public let dx: Double, dy: Double
    /// How much that is to be trusted, from 0 to 1.
    public let trust: Double

    fileprivate var length: Double { (dx * dx + dy * dy).squareRoot() }
  }

  /// Parts in a row, and rows.
  public let columns: Int, rows: Int
  /// The parts, row by row.
  public let cells: [Cell]
  /// How the pictures are joined: `moved`, `same`, `cut`, `dissolve` or `flash`.
  public let kind: String

  /// How far parts move on average, and at most.
  public var mean: Double { cells.reduce(0) { $0 + $1.length } / Double(max(1, cells.count)) }
  /// How far the part moves that moves the most.
  public var most: Double { cells.map(\.length).max() ?? 0 }
  /// The mean trust.
  public var trust: Double { cells.reduce(0) { $0 + $1.trust } / Double(max(1, cells.count)) }
}
