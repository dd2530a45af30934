// SPDX-License-Identifier: MPL-2.0

// The standard library has no power function for fractions. These build tables and do not run per
// pixel.

/// Returns the logarithm to base 2 of a positive number, to about 15 digits.
///
/// 2·artanh((m − 1) ÷ (m + 1)) ÷ ln 2 of the significand m, by its series, added to the exponent.
package func logarithm2(_ value: Double) -> Double {
  precondition(value > 0, "\(value) has no logarithm")
  let isLarge = value.significand > 1.4142135623730951
  let significand = isLarge ? value.significand / 2 : value.significand
  let ratio = (significand - 1) / (significand + 1)
  var (power, sum) = (ratio, 0.0)
  for odd in stride(from: 1.0, through: 29, by: 2) {
    sum += power / odd
    power *= ratio * ratio
  }
  return Double(value.exponent) + (isLarge ? 1 : 0) + 2 * sum / naturalLogarithmOf2
}

/// Returns 2 to the power of a number from -1000 to 1000, to about 15 digits, by the exponential series.
package func exponential2(_ value: Double) -> Double {
  let whole = value.rounded()
  let rest = (value - whole) * naturalLogarithmOf2
  var (term, sum) = (1.0, 1.0)
  for index in 1...18 {
    term *= rest / Double(index)
    sum += term
  }
  return Double(sign: .plus, exponent: Int(whole), significand: sum)
}

/// Returns `base` to the power of `exponent`; 0 if `base` is 0 or below.
func power(_ base: Double, _ exponent: Double) -> Double {
  base > 0 ? exponential2(logarithm2(base) * exponent) : 0
}

private let naturalLogarithmOf2 = 0.6931471805599453
