// SPDX-License-Identifier: MPL-2.0

public import MotionLayout

/// Makes a plane of 8 bits of half the size, each component the mean of four; an odd edge is met by its repetition.
///
/// - Parameters:
///   - components: The larger plane with its borders.
///   - layout: How it lies.
///   - shift: How many bits above 8 its components have, from 0 to 8.
///   - half: Room for the smaller one, of half the width and height rounded up; its borders are made too.
/// - Complexity: O(components); no allocation.
@specialized(where Component == UInt8)
@specialized(where Component == UInt16)
public func halve<Component: FixedWidthInteger & UnsignedInteger>(
  _ components: Span<Component>,
  _ layout: PlaneLayout,
  shift: Int,
  into half: inout MutableSpan<UInt8>
) {
  let small = PlaneLayout(width: (layout.width &+ 1) / 2, height: (layout.height &+ 1) / 2)
  precondition(half.count >= small.count && (0...8).contains(shift))
  let bits = UInt32(2 &+ shift)
  let rounding = UInt32(1) &<< (bits &- 1)
  unsafe components.withUnsafeBufferPointer { all in
    let large = unsafe PlaneView(all, layout)
    unsafe half.withUnsafeMutableBufferPointer { room in
      for row in 0..<small.height {
        let above = unsafe large.origin + 2 &* row &* large.stride
        let below = unsafe above + large.stride
        guard let base = room.baseAddress else { return }
        let out = unsafe base + small.start(ofRow: row)
        for column in 0..<small.width {
          let sum =
            unsafe UInt32(truncatingIfNeeded: above[2 &* column])
            &+ UInt32(truncatingIfNeeded: above[2 &* column &+ 1])
            &+ UInt32(truncatingIfNeeded: below[2 &* column])
            &+ UInt32(truncatingIfNeeded: below[2 &* column &+ 1])
          // A component may have bits above those that it is said to have.
          unsafe out[column] = UInt8(truncatingIfNeeded: min((sum &+ rounding) &>> bits, 255))
        }
      }
    }
  }
  extendBorders(&half, small)
}
