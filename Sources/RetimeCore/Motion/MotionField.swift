// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// The motion from one picture to the next, for drawing.
public struct MotionField: Sendable {
  /// A cell's width and height, in components of the first plane.
  public let cell: Int
  /// Cells in a row; the rows follow each other.
  public let columns: Int
  /// How far each cell moves, right and down, in 1/16 of a component.
  public let vectors: [SIMD2<Int32>]
  /// How well each matches there, from 0 for no match to 1.
  public let trust: [Double]
}

extension MotionPair {
  /// The motion of the first picture's cells to the second one.
  public var field: MotionField {
    let flow = flows[flows.count - 1]
    return MotionField(
      cell: 8 << flow.depth,
      columns: flow.grid.columns,
      // From 1/64 of half a component, or of a quarter.
      vectors: flow.forward.map { (SIMD2($0.x, $0.y) &<< Int32(flow.depth)) &>> 1 },
      trust: flow.forward.map { max(0, 1 - Double($0.z) / Double(PairMatch.bad)) }
    )
  }
}
