// SPDX-License-Identifier: MPL-2.0

/// Adds a row of components, times `count`, to the sums from `start` on; up to 65,536 rows of 16 bits fit.
///
/// - Precondition: There are enough sums from `start` on.
@specialized(where Component == UInt8)
@specialized(where Component == UInt16)
package func addComponents<Component: FixedWidthInteger & UnsignedInteger>(
  _ components: Span<Component>,
  count: Int,
  to sums: inout MutableSpan<UInt32>,
  from start: Int
) {
  precondition(Component.bitWidth <= 16, "components have \(Component.bitWidth) bits, over 16")
  precondition(start >= 0 && start + components.count <= sums.count, "\(sums.count) sums")
  let count = UInt32(truncatingIfNeeded: count)
  for index in components.indices {
    sums[start + index] &+= UInt32(truncatingIfNeeded: components[index]) &* count
  }
}

/// Writes the means of sums of `count` components each, rounded to nearest, halves up.
///
/// - Precondition: `count` is above 0, and `output` has space for as many components as sums.
@specialized(where Component == UInt8)
@specialized(where Component == UInt16)
package func meanComponents<Component: FixedWidthInteger & UnsignedInteger>(
  _ sums: Span<UInt32>,
  count: Int,
  into output: inout MutableSpan<Component>
) {
  precondition(count > 0 && output.count >= sums.count, "\(sums.count) sums of \(count)")
  let count = UInt32(truncatingIfNeeded: count)
  for index in sums.indices {
    output[index] = Component(truncatingIfNeeded: (sums[index] &+ count / 2) / count)
  }
}
