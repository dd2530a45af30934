// SPDX-License-Identifier: MPL-2.0

/// A patch between components with one more on each side, for slopes where it is.
///
/// Ten rows of sixteen, of which the first ten count; in 1/16.
struct Surroundings {
  var rows: InlineArray<10, SIMD16<UInt16>>

  @inline(__always)
  init(_ plane: PlaneView<UInt8>, x: Int, y: Int) {
    let (x, y) = ((x &+ 2) &>> 2, (y &+ 2) &>> 2)
    let first = unsafe UnsafeRawPointer(
      plane.address(x: (x &>> 4) &- 1, y: (y &>> 4) &- 1, width: 17, height: 11)
    )
    let (dx, dy) = (UInt16(truncatingIfNeeded: x & 15), UInt16(truncatingIfNeeded: y & 15))
    rows = InlineArray(repeating: .zero)
    var above = unsafe Self.row(first, dx)
    for row in 0..<10 {
      let below = unsafe Self.row(first + (row &+ 1) &* plane.stride, dx)
      rows[row] = ((above &<< 4) &+ (below &- above) &* dy &+ 8) &>> 4
      above = below
    }
  }

  @inline(__always)
  private static func row(_ row: UnsafeRawPointer, _ dx: UInt16) -> SIMD16<UInt16> {
    let left = unsafe widened(row.loadUnaligned(as: SIMD16<UInt8>.self))
    let right = unsafe widened((row + 1).loadUnaligned(as: SIMD16<UInt8>.self))
    return (left &<< 4) &+ (right &- left) &* dx
  }

  /// How far to go back, in 1/64, for both to become like each other.
  @inline(__always)
  static func step(from one: Surroundings, to other: Surroundings) -> SIMD2<Int> {
    // Sums of both and their difference, in memory, so that they can be read one component further.
    var sums = InlineArray<10, SIMD16<Int16>>(repeating: .zero)
    var apart = InlineArray<8, SIMD16<Int16>>(repeating: .zero)
    for row in 0..<10 {
      sums[row] = signed(one.rows[row] &+ other.rows[row])
    }
    for row in 0..<8 {
      apart[row] = signed(other.rows[row &+ 1] &- one.rows[row &+ 1])
    }
    var (xx, xy, yy) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero, SIMD8<Int32>.zero)
    var (xd, yd) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero)
    var (xs, ys, ds) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero, SIMD8<Int32>.zero)
    unsafe withUnsafeBytes(of: &sums) { sums in
      unsafe withUnsafeBytes(of: &apart) { apart in
        for row in 0..<8 {
          let here = 32 &* row &+ 32
          let left = unsafe sums.loadUnaligned(fromByteOffset: here, as: SIMD8<Int16>.self)
          let right = unsafe sums.loadUnaligned(fromByteOffset: here &+ 4, as: SIMD8<Int16>.self)
          let above = unsafe sums.loadUnaligned(
            fromByteOffset: here &- 30,
            as: SIMD8<Int16>.self
          )
          let below = unsafe sums.loadUnaligned(
            fromByteOffset: here &+ 34,
            as: SIMD8<Int16>.self
          )
          let difference = unsafe apart.loadUnaligned(
            fromByteOffset: 32 &* row &+ 2,
            as: SIMD8<Int16>.self
          )
          let x = widened((right &- left) &>> 3)
          let y = widened((below &- above) &>> 3)
          let d = widened(difference)
          xx &+= x &* x
          xy &+= x &* y
          yy &+= y &* y
          xd &+= x &* d
          yd &+= y &* d
          xs &+= x
          ys &+= y
          ds &+= d
        }
      }
    }
    let (sumX, sumY, sum) = (total(xs), total(ys), total(ds))
    let a = total(xx) &- (sumX &* sumX) &>> 6 &+ 16 &* Slopes.damping
    let c = total(yy) &- (sumY &* sumY) &>> 6 &+ 16 &* Slopes.damping
    let b = total(xy) &- (sumX &* sumY) &>> 6
    let ex = total(xd) &- (sumX &* sum) &>> 6
    let ey = total(yd) &- (sumY &* sum) &>> 6
    let determinant = a &* c &- b &* b
    guard determinant > 0 else { return SIMD2(0, 0) }
    // Slopes are 8 times and differences 16 times what they are: 32 makes 1/64 of it.
    return SIMD2(
      32 &* (c &* ex &- b &* ey) / determinant,
      32 &* (a &* ey &- b &* ex) / determinant
    )
  }
}
