// SPDX-License-Identifier: MPL-2.0

/// An exact fraction in lowest terms.
///
/// Terms are 128-bit. Any two fractions with 64-bit terms can be added, subtracted, multiplied or
/// divided without overflow, and fractions of any size can be compared: media times (nanoseconds,
/// ticks of a 32-bit frame rate) scaled by a ``Factor`` are exact. For terms that no valid file
/// leads to, arithmetic returns a fraction near the exact one instead of trapping, and 2⁶² for
/// larger values.
public struct Rational: Hashable, Sendable {
  /// The numerator, which carries the sign.
  public let numerator: Int128

  /// The denominator, above zero.
  public let denominator: Int128

  /// Creates the fraction `numerator` ÷ `denominator`.
  ///
  /// - Precondition: `denominator` is not zero.
  public init(_ numerator: Int64, _ denominator: Int64 = 1) {
    self.init(reducing: Int128(numerator), over: Int128(denominator))
  }

  /// Creates the fraction `numerator` ÷ `denominator` of wide terms, reduced to lowest terms.
  init(reducing numerator: Int128, over denominator: Int128) {
    precondition(denominator != 0, "the denominator of \(numerator)/0 is zero")
    if let above = Int64(exactly: numerator), let below = Int64(exactly: denominator), below > 0 {
      let divisor = greatestCommonDivisor(above, below)
      self.init(lowest: Int128(above / divisor), over: Int128(below / divisor))
      return
    }
    let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    let sign: Int128 = denominator < 0 ? -1 : 1
    self.init(lowest: sign * (numerator / divisor), over: sign * (denominator / divisor))
  }

  /// Creates a fraction of two terms that are already in lowest terms.
  private init(lowest numerator: Int128, over denominator: Int128) {
    // So that the numerator can be negated.
    self.numerator = max(numerator, -.max)
    self.denominator = denominator
  }

  /// The terms if both fit 64 bits, as media times do; arithmetic on them is much faster.
  private var short: (numerator: Int64, denominator: Int64)? {
    guard let above = Int64(exactly: numerator), let below = Int64(exactly: denominator) else {
      return nil
    }
    return (above, below)
  }

  /// A fraction near this one with terms below 2⁶², so that arithmetic on any two does not overflow.
  private var narrowed: Rational {
    let widest = max(numerator.magnitude, denominator.magnitude)
    let excess = max(0, UInt128.bitWidth - widest.leadingZeroBitCount - 62)
    return Rational(reducing: numerator >> excess, over: max(1, denominator >> excess))
  }

  /// The nearest `Double`; correctly rounded while both terms are below 2⁵³, otherwise within 2 ulp.
  public var doubleValue: Double { Double(numerator) / Double(denominator) }

  /// One divided by this fraction.
  ///
  /// - Precondition: The fraction is not zero.
  package var reciprocal: Rational {
    precondition(numerator != 0, "zero has no reciprocal")
    return numerator > 0
      ? Rational(lowest: denominator, over: numerator)
      : Rational(lowest: -denominator, over: -numerator)
  }
}

// MARK: Arithmetic

extension Rational {
  /// Returns the sum.
  public static func + (lhs: Rational, rhs: Rational) -> Rational {
    if let one = lhs.short, let two = rhs.short { return sum(one, two) }
    let shared = Int128(
      greatestCommonDivisor(lhs.denominator.magnitude, rhs.denominator.magnitude)
    )
    let left = lhs.denominator / shared
    let right = rhs.denominator / shared
    let one = lhs.numerator.multipliedReportingOverflow(by: right)
    let two = rhs.numerator.multipliedReportingOverflow(by: left)
    let sum = one.partialValue.addingReportingOverflow(two.partialValue)
    let denominator = left.multipliedReportingOverflow(by: rhs.denominator)
    guard !one.overflow, !two.overflow, !sum.overflow, !denominator.overflow else {
      return lhs.narrowed + rhs.narrowed
    }
    return Rational(reducing: sum.partialValue, over: denominator.partialValue)
  }

  /// Returns the sum of two fractions with 64-bit terms; only divisors shared by the denominators need to be cancelled.
  private static func sum(
    _ one: (numerator: Int64, denominator: Int64),
    _ two: (numerator: Int64, denominator: Int64)
  ) -> Rational {
    let shared = greatestCommonDivisor(one.denominator, two.denominator)
    let (left, right) = (one.denominator / shared, two.denominator / shared)
    let sum = Int128(one.numerator) * Int128(right) + Int128(two.numerator) * Int128(left)
    let rest = shared == 1 ? 1 : greatestCommonDivisor(Int64(sum % Int128(shared)), shared)
    return Rational(
      lowest: rest == 1 ? sum : sum / Int128(rest),
      over: Int128(left) * Int128(two.denominator / rest)
    )
  }

  /// Returns the difference.
  public static func - (lhs: Rational, rhs: Rational) -> Rational { lhs + -rhs }

  /// Returns the fraction with the opposite sign.
  public static prefix func - (operand: Rational) -> Rational {
    Rational(lowest: -operand.numerator, over: operand.denominator)
  }

  /// The fraction without its sign.
  package var magnitude: Rational { numerator < 0 ? -self : self }

  /// Returns the product; common divisors are cancelled first, so that only the result has to fit.
  public static func * (lhs: Rational, rhs: Rational) -> Rational {
    if let one = lhs.short, let two = rhs.short {
      let first = greatestCommonDivisor(one.numerator, two.denominator)
      let second = greatestCommonDivisor(two.numerator, one.denominator)
      return Rational(
        lowest: Int128(one.numerator / first) * Int128(two.numerator / second),
        over: Int128(one.denominator / second) * Int128(two.denominator / first)
      )
    }
    let first = Int128(greatestCommonDivisor(lhs.numerator.magnitude, rhs.denominator.magnitude))
    let second = Int128(greatestCommonDivisor(rhs.numerator.magnitude, lhs.denominator.magnitude))
    let numerator = (lhs.numerator / first).multipliedReportingOverflow(by: rhs.numerator / second)
    let denominator = (lhs.denominator / second)
      .multipliedReportingOverflow(by: rhs.denominator / first)
    guard !numerator.overflow, !denominator.overflow else { return lhs.narrowed * rhs.narrowed }
    return Rational(lowest: numerator.partialValue, over: denominator.partialValue)
  }

  /// Returns the quotient.
  ///
  /// - Precondition: `rhs` is not zero.
  public static func / (lhs: Rational, rhs: Rational) -> Rational { lhs * rhs.reciprocal }
}

extension Rational: Comparable {
  /// Returns whether `lhs` is less than `rhs`, by 256-bit cross products: exact for all values.
  public static func < (lhs: Rational, rhs: Rational) -> Bool {
    if lhs.denominator == rhs.denominator { return lhs.numerator < rhs.numerator }
    if let one = lhs.short, let two = rhs.short {
      let left = Int128(one.numerator) * Int128(two.denominator)
      return left < Int128(two.numerator) * Int128(one.denominator)
    }
    let left = lhs.numerator.multipliedFullWidth(by: rhs.denominator)
    let right = rhs.numerator.multipliedFullWidth(by: lhs.denominator)
    return (left.high, left.low) < (right.high, right.low)
  }
}

extension Rational: CustomStringConvertible {
  /// The fraction as "3/2", or as "2" if it is whole.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }

  /// The fraction as a decimal if 15 decimal places hold it exactly ("0.37"); otherwise nil.
  var decimalText: String? {
    var (scale, places) = (Int128(1), 0)
    while scale % denominator != 0 {
      guard places < 15 else { return nil }
      (scale, places) = (scale * 10, places + 1)
    }
    let (digits, overflow) = numerator.magnitude
      .multipliedReportingOverflow(by: (scale / denominator).magnitude)
    guard !overflow else { return nil }
    let (whole, part) = digits.quotientAndRemainder(dividingBy: scale.magnitude)
    let sign = numerator < 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(whole)" }
    let fraction = String(part)
    return "\(sign)\(whole).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
  }
}

/// Returns the greatest common divisor by Euclid's algorithm, in 64 bits as soon as both operands fit; 1 for two zeros.
private func greatestCommonDivisor(_ lhs: UInt128, _ rhs: UInt128) -> UInt128 {
  var (larger, smaller) = (lhs, rhs)
  while smaller != 0 {
    if let narrowLarger = UInt64(exactly: larger), let narrowSmaller = UInt64(exactly: smaller) {
      return UInt128(greatestCommonDivisor(narrowLarger, narrowSmaller))
    }
    (larger, smaller) = (smaller, larger % smaller)
  }
  return max(larger, 1)
}

/// Returns the greatest common divisor of a number and one above zero, so that it fits `Int64`.
private func greatestCommonDivisor(_ lhs: Int64, _ rhs: Int64) -> Int64 {
  Int64(truncatingIfNeeded: greatestCommonDivisor(lhs.magnitude, rhs.magnitude))
}

/// Returns the greatest common divisor of two numbers, at least one of which is not zero.
private func greatestCommonDivisor(_ lhs: UInt64, _ rhs: UInt64) -> UInt64 {
  var (larger, smaller) = (lhs, rhs)
  while smaller > 1 { (larger, smaller) = (smaller, larger % smaller) }
  return smaller == 1 ? 1 : larger
}
