// SPDX-License-Identifier: MPL-2.0

/// An exact fraction in lowest terms.
///
/// Terms are 128-bit. Any two fractions with 64-bit terms can be added, subtracted, multiplied or
/// divided without overflow, and fractions of any size can be compared. Arithmetic whose exact
/// result needs wider terms traps, as integer arithmetic does: media times (nanoseconds, ticks of a
/// 32-bit frame rate) scaled by a ``Factor`` stay far inside.
public struct Rational: Hashable, Sendable {
  /// The numerator, which carries the sign.
  public let numerator: Int128

  /// The denominator, above zero.
  public let denominator: Int128

  /// The fraction `numerator` ÷ `denominator`.
  ///
  /// - Precondition: `denominator` is not zero.
  public init(_ numerator: Int64, _ denominator: Int64 = 1) {
    self.init(reducing: Int128(numerator), over: Int128(denominator))
  }

  /// The fraction `numerator` ÷ `denominator` of wide terms, brought to lowest terms.
  init(reducing numerator: Int128, over denominator: Int128) {
    precondition(denominator != 0, "the denominator of \(numerator)/0 is zero")
    let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    let sign: Int128 = denominator < 0 ? -1 : 1
    self.init(lowest: sign * (numerator / divisor), over: sign * (denominator / divisor))
  }

  /// The fraction of two terms that are known to be in lowest terms already.
  private init(lowest numerator: Int128, over denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The nearest `Double`; correctly rounded while both terms are below 2⁵³, else within 2 ulp.
  public var doubleValue: Double { Double(numerator) / Double(denominator) }

  /// One over this fraction.
  ///
  /// - Precondition: the fraction is not zero.
  public var reciprocal: Rational {
    precondition(numerator != 0, "zero has no reciprocal")
    return Rational(
      lowest: numerator.signum() * denominator,
      over: numerator.signum() * numerator
    )
  }
}

// MARK: Arithmetic

extension Rational {
  /// The exact sum.
  public static func + (lhs: Rational, rhs: Rational) -> Rational {
    let shared = Int128(
      greatestCommonDivisor(lhs.denominator.magnitude, rhs.denominator.magnitude)
    )
    let left = lhs.denominator / shared
    let right = rhs.denominator / shared
    return Rational(
      reducing: lhs.numerator * right + rhs.numerator * left,
      over: left * rhs.denominator
    )
  }

  /// The exact difference.
  public static func - (lhs: Rational, rhs: Rational) -> Rational { lhs + -rhs }

  /// The fraction with the opposite sign.
  public static prefix func - (operand: Rational) -> Rational {
    Rational(lowest: -operand.numerator, over: operand.denominator)
  }

  /// The exact product; common divisors go first, so that only the result has to fit.
  public static func * (lhs: Rational, rhs: Rational) -> Rational {
    let first = Int128(greatestCommonDivisor(lhs.numerator.magnitude, rhs.denominator.magnitude))
    let second = Int128(greatestCommonDivisor(rhs.numerator.magnitude, lhs.denominator.magnitude))
    return Rational(
      lowest: (lhs.numerator / first) * (rhs.numerator / second),
      over: (lhs.denominator / second) * (rhs.denominator / first)
    )
  }

  /// The exact quotient.
  ///
  /// - Precondition: `rhs` is not zero.
  public static func / (lhs: Rational, rhs: Rational) -> Rational { lhs * rhs.reciprocal }
}

extension Rational: Comparable {
  /// Whether `lhs` is less than `rhs`, by 256-bit cross products: exact for all values.
  public static func < (lhs: Rational, rhs: Rational) -> Bool {
    if lhs.denominator == rhs.denominator { return lhs.numerator < rhs.numerator }
    let left = lhs.numerator.multipliedFullWidth(by: rhs.denominator)
    let right = rhs.numerator.multipliedFullWidth(by: lhs.denominator)
    return (left.high, left.low) < (right.high, right.low)
  }
}

extension Rational: CustomStringConvertible {
  /// The fraction as "3/2", or as "2" when it is whole.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

/// Euclid's greatest common divisor, in 64 bits as soon as both operands fit; 1 for two zeros.
private func greatestCommonDivisor(_ lhs: UInt128, _ rhs: UInt128) -> UInt128 {
  var (larger, smaller) = (lhs, rhs)
  while smaller != 0 {
    if let narrowLarger = UInt64(exactly: larger), let narrowSmaller = UInt64(exactly: smaller) {
      var (high, low) = (narrowLarger, narrowSmaller)
      while low != 0 { (high, low) = (low, high % low) }
      return UInt128(high)
    }
    (larger, smaller) = (smaller, larger % smaller)
  }
  return max(larger, 1)
}
