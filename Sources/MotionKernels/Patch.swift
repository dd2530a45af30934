// SPDX-License-Identifier: MPL-2.0

/// Eight times eight components at a place between those of a plane, in steps of 1/16 from 0 to 4080.
struct Patch {
  /// Two rows in each.
  var a, b, c, d: SIMD16<UInt16>

  /// Reads a patch by bilinear interpolation.
  ///
  /// - Parameters:
  ///   - plane: The plane.
  ///   - x: The column of its first component, in 1/64.
  ///   - y: The row of its first component, in 1/64.
  @inline(__always)
  init(_ plane: PlaneView<UInt8>, x: Int, y: Int) {
    let (x, y) = ((x &+ 2) &>> 2, (y &+ 2) &>> 2)
    let row = unsafe UnsafeRawPointer(
      plane.address(x: x &>> 4, y: y &>> 4, width: 8, height: 8)
    )
    let (dx, dy) = (UInt16(truncatingIfNeeded: x & 15), UInt16(truncatingIfNeeded: y & 15))
    let stride = plane.stride
    let h0 = unsafe Self.pair(row, stride, dx)
    let h2 = unsafe Self.pair(row + 2 &* stride, stride, dx)
    let h4 = unsafe Self.pair(row + 4 &* stride, stride, dx)
    let h6 = unsafe Self.pair(row + 6 &* stride, stride, dx)
    let last = unsafe row + 8 &* stride
    let h8 = unsafe Self.mix(
      widened(last.loadUnaligned(as: SIMD8<UInt8>.self)),
      widened((last + 1).loadUnaligned(as: SIMD8<UInt8>.self)),
      dx
    )
    a = Self.down(h0, SIMD16(lowHalf: h0.highHalf, highHalf: h2.lowHalf), dy)
    b = Self.down(h2, SIMD16(lowHalf: h2.highHalf, highHalf: h4.lowHalf), dy)
    c = Self.down(h4, SIMD16(lowHalf: h4.highHalf, highHalf: h6.lowHalf), dy)
    d = Self.down(h6, SIMD16(lowHalf: h6.highHalf, highHalf: h8), dy)
  }

  /// Reads a patch of whole components.
  @inline(__always)
  init(_ plane: PlaneView<UInt8>, column: Int, row: Int) {
    let first = unsafe UnsafeRawPointer(
      plane.address(x: column, y: row, width: 8, height: 8)
    )
    let stride = plane.stride
    a = unsafe Self.whole(first, stride) &<< 4
    b = unsafe Self.whole(first + 2 &* stride, stride) &<< 4
    c = unsafe Self.whole(first + 4 &* stride, stride) &<< 4
    d = unsafe Self.whole(first + 6 &* stride, stride) &<< 4
  }

  /// Two rows of eight components.
  @inline(__always)
  static func whole(_ row: UnsafeRawPointer, _ stride: Int) -> SIMD16<UInt16> {
    unsafe widened(
      SIMD16(
        lowHalf: row.loadUnaligned(as: SIMD8<UInt8>.self),
        highHalf: (row + stride).loadUnaligned(as: SIMD8<UInt8>.self)
      )
    )
  }

  @inline(__always)
  private static func pair(_ row: UnsafeRawPointer, _ stride: Int, _ dx: UInt16) -> SIMD16<UInt16> {
    let (left, right) = unsafe (whole(row, stride), whole(row + 1, stride))
    return (left &<< 4) &+ (right &- left) &* dx
  }

  @inline(__always)
  private static func mix(
    _ left: SIMD8<UInt16>,
    _ right: SIMD8<UInt16>,
    _ dx: UInt16
  ) -> SIMD8<UInt16> {
    (left &<< 4) &+ (right &- left) &* dx
  }

  /// From 1/16 in one direction to 1/256 in both, which fits, and rounded back to 1/16.
  @inline(__always)
  private static func down(
    _ above: SIMD16<UInt16>,
    _ below: SIMD16<UInt16>,
    _ dy: UInt16
  ) -> SIMD16<UInt16> {
    ((above &<< 4) &+ (below &- above) &* dy &+ 8) &>> 4
  }

  /// Returns the distance of two patches: the sum of all differences, 1024 for each step of a component in the mean.
  @inline(__always)
  func distance(to other: Patch) -> Int {
    let sum =
      Self.apart(a, other.a) &+ Self.apart(b, other.b) &+ Self.apart(c, other.c)
      &+ Self.apart(d, other.d)
    // Four differences of at most 4080 each; the sum of two lanes still fits.
    let eight = sum.lowHalf &+ sum.highHalf
    return total(widened(eight))
  }

  @inline(__always)
  private static func apart(_ one: SIMD16<UInt16>, _ other: SIMD16<UInt16>) -> SIMD16<UInt16> {
    (one &- other).replacing(with: other &- one, where: other .> one)
  }
}

/// The sum of the lanes.
@inline(__always)
func total(_ lanes: SIMD8<Int32>) -> Int {
  let four = lanes.lowHalf &+ lanes.highHalf
  let two = four.lowHalf &+ four.highHalf
  return Int(two[0] &+ two[1])
}

/// The same bits as signed numbers.
@inline(__always)
func signed(_ lanes: SIMD16<UInt16>) -> SIMD16<Int16> {
  unsafe unsafeBitCast(lanes, to: SIMD16<Int16>.self)
}
