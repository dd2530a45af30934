// SPDX-License-Identifier: MPL-2.0

/// Adds a row of components, times `count`, to the sums from `start` on; up to 65,536 rows of 16 bits fit.
///
/// `unusedBits`: the number of low bits of each component without meaning, which are left out.
///
/// - Precondition: There are enough sums from `start` on.
@specialized(where Component == UInt8)
@specialized(where Component == UInt16)
package func addComponents<Component: FixedWidthInteger & UnsignedInteger>(
  _ components: Span<Component>,
  count: Int,
  unusedBits: Int = 0,
  to sums: inout MutableSpan<UInt32>,
  from start: Int
) {
  precondition(Component.bitWidth <= 16, "components have \(Component.bitWidth) bits, over 16")
  precondition(start >= 0 && start + components.count <= sums.count, "\(sums.count) sums")
  let count = UInt32(truncatingIfNeeded: count)
  let unused = Component(truncatingIfNeeded: unusedBits)
  for index in components.indices {
    sums[start + index] &+= UInt32(truncatingIfNeeded: components[index] &>> unused) &* count
  }
}

/// Writes the means of sums of `count` components each, rounded to nearest, halves up.
///
/// `unusedBits`: the number of low bits of each component without meaning, which are set to 0.
///
/// - Precondition: `count` is above 0, and `output` has space for as many components as sums.
@specialized(where Component == UInt8)
@specialized(where Component == UInt16)
package func meanComponents<Component: FixedWidthInteger & UnsignedInteger>(
  _ sums: Span<UInt32>,
  count: Int,
  unusedBits: Int = 0,
  into output: inout MutableSpan<Component>
) {
  precondition(count > 0 && output.count >= sums.count, "\(sums.count) sums of \(count)")
  let count = UInt32(truncatingIfNeeded: count)
  let unused = Component(truncatingIfNeeded: unusedBits)
  for index in sums.indices {
    output[index] = Component(truncatingIfNeeded: (sums[index] &+ count / 2) / count) &<< unused
  }
}
