// SPDX-License-Identifier: MPL-2.0

/// The gradients of a patch, for steps towards another patch (inverse Gauss-Newton).
///
/// Lucas and Kanade's equations with the mean taken out, so that a change of light is no motion; inverse, so that one
/// matrix serves all steps, as in Kroeger et al., Fast Optical Flow using Dense Inverse Search, ECCV 2016.
struct Slopes {
  var xa, xb, xc, xd: SIMD16<Int16>
  var ya, yb, yc, yd: SIMD16<Int16>
  /// The matrix, four times what it is in components.
  let xx, xy, yy: Int
  let sumX, sumY: Int

  /// The slopes around whole components, twice what they are.
  @inline(__always)
  init(_ plane: PlaneView<UInt8>, column: Int, row: Int) {
    let stride = plane.stride
    let first = unsafe UnsafeRawPointer(
      plane.address(x: column, y: row, width: 8, height: 8)
    )
    xa = unsafe Self.slope(first, 1, stride)
    xb = unsafe Self.slope(first + 2 &* stride, 1, stride)
    xc = unsafe Self.slope(first + 4 &* stride, 1, stride)
    xd = unsafe Self.slope(first + 6 &* stride, 1, stride)
    ya = unsafe Self.slope(first, stride, stride)
    yb = unsafe Self.slope(first + 2 &* stride, stride, stride)
    yc = unsafe Self.slope(first + 4 &* stride, stride, stride)
    yd = unsafe Self.slope(first + 6 &* stride, stride, stride)
    sumX = Self.sum(xa &+ xb &+ xc &+ xd)
    sumY = Self.sum(ya &+ yb &+ yc &+ yd)
    let x2 =
      Self.product(xa, xa) &+ Self.product(xb, xb) &+ Self.product(xc, xc)
      &+ Self.product(xd, xd)
    let y2 =
      Self.product(ya, ya) &+ Self.product(yb, yb) &+ Self.product(yc, yc)
      &+ Self.product(yd, yd)
    let both =
      Self.product(xa, ya) &+ Self.product(xb, yb) &+ Self.product(xc, yc)
      &+ Self.product(xd, yd)
    xx = total(x2) &- (sumX &* sumX) &>> 6 &+ Self.damping
    yy = total(y2) &- (sumY &* sumY) &>> 6 &+ Self.damping
    xy = total(both) &- (sumX &* sumY) &>> 6
  }

  /// The damping that keeps a patch without gradients in place.
  static let damping = 64

  /// Returns the step, in 1/64, that makes `other` like `patch`.
  @inline(__always)
  func step(from patch: Patch, to other: Patch) -> SIMD2<Int> {
    let a = signed(other.a &- patch.a)
    let b = signed(other.b &- patch.b)
    let c = signed(other.c &- patch.c)
    let d = signed(other.d &- patch.d)
    let sum = Self.sum(a &+ b &+ c &+ d)
    let x =
      Self.product(a, xa) &+ Self.product(b, xb) &+ Self.product(c, xc)
      &+ Self.product(d, xd)
    let y =
      Self.product(a, ya) &+ Self.product(b, yb) &+ Self.product(c, yc)
      &+ Self.product(d, yd)
    let ex = total(x) &- (sum &* sumX) &>> 6
    let ey = total(y) &- (sum &* sumY) &>> 6
    let determinant = xx &* yy &- xy &* xy
    guard determinant > 0 else { return SIMD2(0, 0) }
    // Slopes are doubled and differences 16 times what they are: 8 makes 1/64 of it.
    return SIMD2(
      Self.quotient(8 &* (yy &* ex &- xy &* ey), determinant),
      Self.quotient(8 &* (xx &* ey &- xy &* ex), determinant)
    )
  }

  @inline(__always)
  private static func quotient(_ number: Int, _ divisor: Int) -> Int {
    (number &+ (number < 0 ? -(divisor / 2) : divisor / 2)) / divisor
  }

  @inline(__always)
  private static func slope(_ row: UnsafeRawPointer, _ step: Int, _ stride: Int) -> SIMD16<Int16> {
    unsafe signed(Patch.whole(row + step, stride) &- Patch.whole(row - step, stride))
  }

  @inline(__always)
  private static func product(_ one: SIMD16<Int16>, _ other: SIMD16<Int16>) -> SIMD8<Int32> {
    widened(one.lowHalf) &* widened(other.lowHalf)
      &+ widened(one.highHalf) &* widened(other.highHalf)
  }

  @inline(__always)
  private static func sum(_ lanes: SIMD16<Int16>) -> Int {
    total(widened(lanes.lowHalf) &+ widened(lanes.highHalf))
  }
}
