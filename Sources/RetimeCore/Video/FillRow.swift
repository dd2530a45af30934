// SPDX-License-Identifier: MPL-2.0

/// Interpolates a row that a field lacks, from the rows around it in the same field and in the frames before and after.
///
/// A field is every other row of a frame; the other rows are half a frame earlier or later. Without
/// motion these are the best values available. With motion they would show as combing. Therefore
/// the row is interpolated along the edge between the rows above and below, and then moved as near
/// to the mean of the rows before and after it in time as motion allows: no farther from that mean
/// than neighbours in time differ, here and in the rows above and below.
///
/// - Parameters:
///   - output: Space for as many components as each row has.
///   - above: The field's row above.
///   - below: The field's row below.
///   - before: The missing row in the field before.
///   - after: The missing row in the field after.
///   - earlierAbove: The row above in the frame before.
///   - earlierBelow: The row below in the frame before.
///   - laterAbove: The row above in the frame after.
///   - laterBelow: The row below in the frame after.
/// - Precondition: The counts are equal, and components have at most 16 bits.
@specialized(where Component == UInt8)
@specialized(where Component == UInt16)
package func fillRow<Component: FixedWidthInteger & UnsignedInteger>(
  _ output: inout MutableSpan<Component>,
  above: Span<Component>,
  below: Span<Component>,
  before: Span<Component>,
  after: Span<Component>,
  earlierAbove: Span<Component>,
  earlierBelow: Span<Component>,
  laterAbove: Span<Component>,
  laterBelow: Span<Component>
) {
  precondition(Component.bitWidth <= 16, "components have \(Component.bitWidth) bits, over 16")
  let count = above.count
  precondition(output.count >= count && below.count == count, "rows of different length")
  precondition(before.count == count && after.count == count, "rows of different length")
  precondition(
    earlierAbove.count == count && earlierBelow.count == count,
    "rows of different length"
  )
  precondition(laterAbove.count == count && laterBelow.count == count, "rows of different length")
  for x in above.indices {
    let (a, b) = (Int32(above[x]), Int32(below[x]))
    let (past, future) = (Int32(before[x]), Int32(after[x]))
    let mean = (past &+ future) &>> 1
    let earlier = distance(Int32(earlierAbove[x]), a) &+ distance(Int32(earlierBelow[x]), b)
    let later = distance(Int32(laterAbove[x]), a) &+ distance(Int32(laterBelow[x]), b)
    let moved = max(distance(past, future), max(earlier, later)) &>> 1
    var drawn = (a &+ b) &>> 1
    if moved > 0, x >= 3, x < count &- 3 { drawn = alongEdge(above, below, x) }
    let value = max(mean &- moved, min(mean &+ moved, drawn))
    output[x] = Component(truncatingIfNeeded: value)
  }
}

/// Returns the mean of two components on opposite sides of a missing one.
///
/// The direction is vertical or diagonal, where the rows differ least.
@inline(__always)
private func alongEdge<Component: FixedWidthInteger & UnsignedInteger>(
  _ above: Span<Component>,
  _ below: Span<Component>,
  _ x: Int
) -> Int32 {
  var best = (slant: 0, difference: difference(above, below, x, 0) &- 1)
  for side in stride(from: -1, through: 1, by: 2) {
    for slant in 1...2 {
      let candidate = difference(above, below, x, side &* slant)
      guard candidate < best.difference else { break }
      best = (side &* slant, candidate)
    }
  }
  return (Int32(above[x &+ best.slant]) &+ Int32(below[x &- best.slant])) &>> 1
}

/// Returns the difference of three components above from three below, offset diagonally by `slant` components.
@inline(__always)
private func difference<Component: FixedWidthInteger & UnsignedInteger>(
  _ above: Span<Component>,
  _ below: Span<Component>,
  _ x: Int,
  _ slant: Int
) -> Int32 {
  distance(Int32(above[x &- 1 &+ slant]), Int32(below[x &- 1 &- slant]))
    &+ distance(Int32(above[x &+ slant]), Int32(below[x &- slant]))
    &+ distance(Int32(above[x &+ 1 &+ slant]), Int32(below[x &+ 1 &- slant]))
}

@inline(__always) private func distance(_ a: Int32, _ b: Int32) -> Int32 { abs(a &- b) }
