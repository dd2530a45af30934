// SPDX-License-Identifier: MPL-2.0

/// Mixes the components of two frames: `first` + `weight` × (`second` - `first`), rounded to nearest.
///
/// The weights 0 and 1 copy exactly, except for bits without meaning. Values halfway between two integers round up.
///
/// - Parameters:
///   - first: Components of 8 or 16 bits, all of one plane or row.
///   - second: As many components.
///   - weight: The share of `second`.
///   - unusedBits: The number of low bits of each component without meaning; they are cleared.
///   - output: Space for as many components; the rest is left unchanged.
/// - Precondition: The counts are equal, and components have at most 16 bits.
@specialized(where Component == UInt8)
@specialized(where Component == UInt16)
package func mixComponents<Component: FixedWidthInteger & UnsignedInteger>(
  _ first: Span<Component>,
  _ second: Span<Component>,
  weight: BlendWeight,
  unusedBits: Int = 0,
  into output: inout MutableSpan<Component>
) {
  precondition(Component.bitWidth <= 16, "components have \(Component.bitWidth) bits, over 16")
  precondition(first.count == second.count, "\(first.count) components, then \(second.count)")
  precondition(output.count >= first.count, "\(first.count) do not fit \(output.count)")
  let (share, half) = (weight.q15, 0x4000 &<< Int32(truncatingIfNeeded: unusedBits))
  let used = Component.max &<< Component(truncatingIfNeeded: unusedBits)
  for index in first.indices {
    // With u unused bits at most (2¹⁶ - 2ᵘ) · 2¹⁵ + 2¹⁴⁺ᵘ < 2³¹; the shift and the last `used` round down, so adding half
    // a step rounds to nearest.
    let from = Int32(truncatingIfNeeded: first[index] & used)
    let change = Int32(truncatingIfNeeded: second[index] & used) &- from
    output[index] =
      Component(truncatingIfNeeded: from &+ (change &* share &+ half) &>> 15) & used
  }
}
