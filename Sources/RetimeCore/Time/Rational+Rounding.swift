// SPDX-License-Identifier: MPL-2.0

extension Rational {
  /// Returns the nearest integer, ties to even.
  package func rounded() -> Int128 { rounded(times: 1) }

  /// Returns the integer nearest to this fraction times `scale`, ties to even, rounded once.
  ///
  /// Saturates at the bounds of `Int128`; intermediate products are 256-bit, so nothing traps.
  ///
  /// - Precondition: `scale` is above zero.
  package func rounded(times scale: Int64) -> Int128 {
    precondition(scale > 0, "scale is \(scale), must be above 0")
    let whole = floor
    let remainder = remainder(of: whole).magnitude
    let divisor = denominator.magnitude
    let product = remainder.multipliedFullWidth(by: UInt128(scale))
    let (part, rest) =
      product.high == 0
      ? product.low.quotientAndRemainder(dividingBy: divisor) : divisor.dividingFullWidth(product)
    let (scaledWhole, overflow) = whole.multipliedReportingOverflow(by: Int128(scale))
    if overflow { return whole < 0 ? .min : .max }
    let gap = divisor - rest
    let isOdd = (scaledWhole & 1 == 1) != (part & 1 == 1)
    let up: Int128 = rest > gap || rest == gap && isOdd ? 1 : 0
    let (sum, exceeds) = scaledWhole.addingReportingOverflow(Int128(part) + up)
    return exceeds ? .max : sum
  }

  /// Returns the numerator minus `whole`, the fraction's floor, times the denominator; the product alone may overflow.
  private func remainder(of whole: Int128) -> Int128 { numerator &- whole &* denominator }

  /// The greatest integer not above this fraction.
  var floor: Int128 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The least integer not below this fraction, saturating.
  var ceiling: Int { Int(clamping: -(-self).floor) }

  /// Returns this fraction minus `earlier`, as a `Double` whose error does not grow with either operand.
  ///
  /// Whole parts are subtracted as integers, so that times of hours do not cancel the digits of a
  /// frame.
  func distance(from earlier: Rational) -> Double {
    let (whole, earlierWhole) = (floor, earlier.floor)
    let part = Double(remainder(of: whole)) / Double(denominator)
    let earlierPart =
      Double(earlier.remainder(of: earlierWhole)) / Double(earlier.denominator)
    let (difference, overflow) = whole.subtractingReportingOverflow(earlierWhole)
    let distance = overflow ? Double(whole) - Double(earlierWhole) : Double(difference)
    return distance + (part - earlierPart)
  }
}
