// SPDX-License-Identifier: MPL-2.0

/// Copies every `step`-th value of a row, from `first` on, shifted right by `shift` bits.
///
/// - Parameters:
///   - row: The values of all components that share a plane.
///   - first: The place of the first value.
///   - step: The distance from one value to the next.
///   - shift: The number of low bits without meaning.
///   - output: Space for one component's values; its count is the number of values copied.
/// - Precondition: `row` has as many values, `first` is not negative, and `step` is positive.
@specialized(where Component == UInt8)
@specialized(where Component == UInt16)
package func gatherComponents<Component: FixedWidthInteger & UnsignedInteger>(
  _ row: Span<Component>,
  from first: Int,
  step: Int,
  shift: Int,
  into output: inout MutableSpan<Component>
) {
  let count = output.count
  precondition(fits(count, from: first, step: step, in: row.count), "\(row.count) values")
  let shift = Component(truncatingIfNeeded: shift)
  if step == 1 {
    let values = row.extracting(first..<first + count)
    for index in values.indices { output[index] = values[index] &>> shift }
    return
  }
  for index in 0..<count { output[index] = row[first &+ index &* step] &>> shift }
}

/// Writes values to every `step`-th place of a row, from `first` on, shifted left by `shift` bits.
///
/// The places between keep their values.
///
/// - Parameters:
///   - values: One component's values.
///   - row: The values of all components that share a plane.
///   - first: The place of the first value.
///   - step: The distance from one value to the next.
///   - shift: The number of low bits without meaning.
/// - Precondition: `row` has as many places, `first` is not negative, and `step` is positive.
@specialized(where Component == UInt8)
@specialized(where Component == UInt16)
package func scatterComponents<Component: FixedWidthInteger & UnsignedInteger>(
  _ values: Span<Component>,
  into row: inout MutableSpan<Component>,
  from first: Int,
  step: Int,
  shift: Int
) {
  let count = values.count
  precondition(fits(count, from: first, step: step, in: row.count), "\(row.count) values")
  let shift = Component(truncatingIfNeeded: shift)
  if step == 1 {
    var output = row._mutatingExtracting(first..<first + count)
    for index in values.indices { output[index] = values[index] &<< shift }
    return
  }
  for index in 0..<count { row[first &+ index &* step] = values[index] &<< shift }
}

/// Returns whether a row of `size` values has `count` of them, `step` apart, from `first` on.
private func fits(_ count: Int, from first: Int, step: Int, in size: Int) -> Bool {
  step > 0 && first >= 0 && (count == 0 || first + (count - 1) * step < size)
}
