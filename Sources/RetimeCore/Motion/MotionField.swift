// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// The motion that was found from a picture to the next one, for those who want to see it.
public struct MotionField: Sendable {
  /// Where a cell of the first picture is in the second.
  public struct Vector: Hashable, Sendable {
    /// How far it moves to the right and down, in 1/32 of a component of the first plane.
    public let x: Int32, y: Int32
    /// How well it is found there: from 0, not at all, to 1.
    public let trust: Double
  }

  /// The side of a cell in components of the first plane.
  public let cell: Int
  /// Cells in a row, and rows; the last ones may reach beyond the picture.
  public let columns: Int, rows: Int
  /// The cells, row by row.
  public let vectors: [Vector]
}

extension MotionPair {
  /// The motion from the first picture to the second.
  ///
  /// - Complexity: O(cells); it allocates.
  public var field: MotionField {
    // Vectors are in 1/64 of the level, whose components are twice as large as those of the picture, or more.
    let scale = Int32(1) << Int32(flow.place)
    return MotionField(
      cell: 8 << flow.place,
      columns: flow.grid.columns,
      rows: flow.grid.rows,
      vectors: flow.forward.map { vector in
        let trust = 1 - Double(vector.z) / Double(PairMatch.bad)
        return .init(x: vector.x * scale, y: vector.y * scale, trust: max(0, min(1, trust)))
      }
    )
  }
}
