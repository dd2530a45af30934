// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Exact fractions` {
  @Test func `Fractions are in lowest terms, with the sign in the numerator`() {
    #expect(Rational(6, -4) == Rational(-3, 2))
    #expect(Rational(0, -7) == Rational(0))
    #expect(Rational(.min, .min) == Rational(1))
    #expect("\(Rational(-3, 2)) \(Rational(8, 4))" == "-3/2 2")
  }

  @Test func `Fractions are added, subtracted, multiplied and divided`() {
    #expect(Rational(1, 6) + Rational(1, 10) == Rational(4, 15))
    #expect(Rational(1, 6) - Rational(1, 10) == Rational(1, 15))
    #expect(Rational(4, 9) * Rational(3, 8) == Rational(1, 6))
    #expect(Rational(4, 9) / Rational(-2, 3) == Rational(-2, 3))
  }

  @Test func `Operations on any two 64-bit fractions do not overflow`() {
    let extremes = [
      Rational(.max, .max - 1), Rational(.min, .max), Rational(1, .max), Rational(.min),
      Rational(.max, .max - 2),
    ]
    for a in extremes {
      for b in extremes {
        #expect(a + b == b + a)
        #expect(a * b / b == a)
        #expect((a * b).reciprocal == a.reciprocal * b.reciprocal)
        #expect((a - b < Rational(0)) == (a < b))
      }
    }
  }

  @Test func `Results are exact and in lowest terms for any common divisors`() {
    let terms: [Int64] = [1, 2, 3, 7, 12, 1001, 24_000, 30_000, 1_000_000_000, 2_147_483_647]
    let all = terms.flatMap { above in terms.map { Rational(above - 500, $0) } }
    for a in all {
      for b in all {
        let (sum, product) = (a + b, a * b)
        let denominators = a.denominator * b.denominator
        let cross = a.numerator * b.denominator + b.numerator * a.denominator
        #expect(sum.numerator * denominators == cross * sum.denominator)
        #expect(product.numerator * denominators == a.numerator * b.numerator * product.denominator)
        #expect((a < b) == (a.numerator * b.denominator < b.numerator * a.denominator))
        for made in [sum, product] {
          #expect(Self.divisor(made.numerator.magnitude, made.denominator.magnitude) == 1)
        }
      }
    }
  }

  private static func divisor(_ one: UInt128, _ other: UInt128) -> UInt128 {
    other == 0 ? one : divisor(other, one % other)
  }

  @Test func `Comparison is exact where Double's is not`() {
    let one = Rational(.max, .max - 1)
    let other = Rational(.max - 1, .max - 2)
    #expect(one.doubleValue == other.doubleValue)
    #expect(one < other)
    #expect(!(other < one))
    #expect(Rational(-1, 3) < Rational(-1, 4))
  }

  @Test(arguments: [
    (1, 2, 0), (3, 2, 2), (5, 2, 2), (-1, 2, 0), (-3, 2, -2), (-5, 2, -2), (7, 4, 2), (-7, 4, -2),
    (5, 4, 1), (6, 1, 6),
  ])
  func `Fractions round to nearest, ties to even`(
    numerator: Int64,
    denominator: Int64,
    nearest: Int
  ) {
    #expect(Rational(numerator, denominator).rounded() == Int128(nearest))
  }

  @Test func `A product is rounded once`() {
    #expect(Rational(1, 3).rounded(times: 1_000_000_000) == 333_333_333)
    #expect(Rational(.max, 3).rounded(times: .max) == Int128(Int64.max) * Int128(Int64.max) / 3)
  }
}

@Suite struct `Exact times` {
  @Test func `A time converts to nanoseconds with one rounding`() {
    #expect(RationalTime(1001, 30000).nanoseconds == 33_366_667)
    #expect(RationalTime(-1, 3).nanoseconds == -333_333_333)
    #expect(RationalTime(nanoseconds: 1_500_000_000) == RationalTime(3, 2))
    #expect(RationalTime(1, 2).ticks(timescale: 90_000) == 45_000)
    #expect(RationalTime(1, 4).seconds == 0.25)
  }

  @Test func `A time saturates instead of trapping`() {
    #expect(RationalTime(.max, 1).nanoseconds == .max)
    #expect(RationalTime(.min, 1).nanoseconds == .min)
    #expect(RationalTime(nanoseconds: .max).nanoseconds == .max)
    #expect(RationalTime(nanoseconds: .min).nanoseconds == .min)
    let far = RationalTime(seconds: Rational(.max) * Rational(.max))
    #expect(far.ticks(timescale: .max) == .max)
  }

  @Test func `Times are added and subtracted exactly`() {
    let sum = (0..<30_000).reduce(RationalTime.zero) { sum, _ in sum + RationalTime(1001, 30000) }
    #expect(sum == RationalTime(1001, 1))
    #expect(sum - RationalTime(1000, 1) == RationalTime(1, 1))
  }

  /// Fractions near the limits of 128-bit terms.
  static let edges: [Rational] = [
    Rational(.max), Rational(.min), Rational(1, .max), Rational(-1, .max), Rational(0),
    Rational(3, 7),
  ]

  @Test func `A result that does not fit is rounded to the nearest fraction`() {
    let large = Self.edges.flatMap { a in Self.edges.map { a * $0 } }
    let all = Self.edges + large
    for a in all {
      for b in all {
        let (one, two) = (a.numerator.signum(), b.numerator.signum())
        #expect(one * two * (a * b).numerator.signum() >= 0)
        #expect(one != two || one * (a + b).numerator.signum() >= 0)
        _ = (a - b, (a + b).rounded(), (a * b).rounded(times: .max), -a < b)
        if b != Rational(0) { _ = a / b }
      }
    }
  }
}
