// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// The motion vectors from one frame to the next, for drawing.
package struct MotionField: Sendable {
  /// A cell's width and height, in components of the first plane.
  package let cell: Int
  /// The number of cells in a row; rows are stored one after the other.
  package let columns: Int
  /// The motion of each cell, right and down, in 1/16 of a component.
  package let vectors: [SIMD2<Int32>]
  /// The quality of each cell's match, from 0 for no match to 1.
  package let trust: [Double]
}

extension MotionPair {
  /// The motion of the first frame's cells to the second frame.
  package var field: MotionField {
    let flow = flows[flows.count - 1]
    return MotionField(
      cell: 8 << flow.depth,
      columns: flow.grid.columns,
      // From 1/64 of a component of the level, which has half or a quarter of the frame size.
      vectors: flow.forward.map { (SIMD2($0.x, $0.y) &<< Int32(flow.depth)) &>> 1 },
      trust: flow.forward.map { max(0, 1 - Double($0.z) / Double(PairMatch.bad)) }
    )
  }
}
