// SPDX-License-Identifier: MPL-2.0

// This module is built once for every processor and again for those with wider vectors; the sources are the same. A
// vector has eight lanes in each build, sums have one order, and no product is fused with a sum: so the bits are the
// same, whatever the instructions.

/// Eight numbers side by side.
typealias Eight = SIMD8<Double>

/// Eight numbers in a row, of a span whose bounds the compiler knows.
@inline(__always)
func known(_ row: Span<Double>, _ index: Int) -> Eight {
  Eight(
    row[index],
    row[index &+ 1],
    row[index &+ 2],
    row[index &+ 3],
    row[index &+ 4],
    row[index &+ 5],
    row[index &+ 6],
    row[index &+ 7]
  )
}

/// The sum of the lanes.
@inline(__always)
func sum(_ lanes: Eight) -> Double {
  let four = lanes.lowHalf + lanes.highHalf
  let two = four.lowHalf + four.highHalf
  return two[0] + two[1]
}

/// Eight taps, `t` beside a row of which the cubics from `index` on are given.
@inline(__always)
func tap(_ cubics: Span<Eight>, _ index: Int, _ t: Double) -> Eight {
  ((cubics[index &+ 3] * t + cubics[index &+ 2]) * t + cubics[index &+ 1]) * t + cubics[index]
}

/// Finds the row of a table for a fractional part, how far from it the part lies in rows, and the first frame that is read.
///
/// The last row is followed by the first one of the next frame.
@inline(__always)
func place(
  _ part: Double,
  after frame: Int,
  rows: Int,
  taps: Int
) -> (row: Int, offset: Double, first: Int) {
  let (row, offset) = nearestRow(part * Double(rows))
  let next = row / rows
  return (row &- next &* rows, offset, frame &+ next &- (taps / 2 &- 1))
}

/// Splits a position in a table into the nearest row and how far from it the position lies, from -½ to ½.
@inline(__always)
func nearestRow(_ position: Double) -> (row: Int, offset: Double) {
  // The addition leaves the nearest integer in the low bits.
  let rounded = position + 0x1.8p52
  return (
    Int(truncatingIfNeeded: rounded.bitPattern) & 0xFF_FFFF, position - (rounded - 0x1.8p52)
  )
}
