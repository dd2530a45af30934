// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

extension MotionFrame {
  /// Returns whether this frame only repeats another one, apart from coding differences.
  ///
  /// Such frames are a stutter of a capture, film at the rate of television, or animation on twos.
  /// Each block of 16 × 16 components differs by less than two 8-bit steps on average, and the
  /// whole frame by less than half a step.
  ///
  /// - Precondition: Both frames have the same shape.
  /// - Complexity: O(components); no allocation.
  package func repeats(_ other: MotionFrame) -> Bool {
    precondition(shape == other.shape, "frames of different shapes do not repeat each other")
    let (one, two) = (levels[0], other.levels[0])
    guard one.meanDifference(to: two) < 512 else { return false }
    let layout = one.layout
    for top in stride(from: 0, to: layout.height, by: 8) {
      for left in stride(from: 0, to: layout.width, by: 8) {
        let rows = top..<min(top + 8, layout.height)
        let width = min(8, layout.width - left)
        let sum = one.difference(to: two, left: left, width: width, rows: rows)
        guard sum < 2 * width * rows.count else { return false }
      }
    }
    return true
  }
}

extension MotionLevel {
  /// Returns the sum of all differences in a block.
  fileprivate func difference(
    to other: MotionLevel,
    left: Int,
    width: Int,
    rows: Range<Int>
  ) -> Int {
    let (one, two) = (components.span, other.components.span)
    var sum = 0
    for row in rows {
      let start = layout.start(ofRow: row) + left
      for index in start..<start + width { sum += abs(Int(one[index]) - Int(two[index])) }
    }
    return sum
  }
}
