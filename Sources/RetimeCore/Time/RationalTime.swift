// SPDX-License-Identifier: MPL-2.0

/// An exact time or duration in seconds.
///
/// Times from media are nanoseconds or ticks; both are kept as exact fractions and rounded once,
/// when they leave the core. The limits of arithmetic are those of ``Rational``.
public struct RationalTime: Hashable, Sendable {
  /// The time in seconds.
  public let rational: Rational

  /// Zero seconds.
  public static let zero = RationalTime(seconds: Rational(0))

  /// Creates a time of an exact number of seconds.
  public init(seconds: Rational) { rational = seconds }

  /// Creates a time of `numerator` ÷ `denominator` seconds.
  ///
  /// - Precondition: `denominator` is not zero.
  public init(_ numerator: Int64, _ denominator: Int64) {
    rational = Rational(numerator, denominator)
  }

  /// Creates a time of whole nanoseconds.
  package init(nanoseconds: Int64) { rational = Rational(nanoseconds, nanosecondsPerSecond) }

  /// The time in seconds, as the nearest `Double` (see ``Rational/doubleValue``).
  public var seconds: Double { rational.doubleValue }

  /// The time in nanoseconds: rounded to nearest once, ties to even, saturating.
  package var nanoseconds: Int64 { ticks(timescale: nanosecondsPerSecond) }

  /// Returns the time in units of 1 ÷ `timescale` seconds: rounded to nearest once, ties to even, saturating.
  ///
  /// - Precondition: `timescale` is above zero.
  package func ticks(timescale: Int64) -> Int64 {
    Int64(clamping: rational.rounded(times: timescale))
  }

  /// Returns the exact sum.
  public static func + (lhs: RationalTime, rhs: RationalTime) -> RationalTime {
    RationalTime(seconds: lhs.rational + rhs.rational)
  }

  /// Returns the exact difference.
  public static func - (lhs: RationalTime, rhs: RationalTime) -> RationalTime {
    RationalTime(seconds: lhs.rational - rhs.rational)
  }
}

extension RationalTime: Comparable {
  /// Returns whether `lhs` is earlier than `rhs`; exact for all values.
  public static func < (lhs: RationalTime, rhs: RationalTime) -> Bool {
    lhs.rational < rhs.rational
  }
}

extension RationalTime: CustomStringConvertible {
  /// The time as "1001/30000 s".
  public var description: String { "\(rational) s" }
}

/// The number of nanoseconds in a second.
let nanosecondsPerSecond: Int64 = 1_000_000_000

extension Range<RationalTime> {
  /// The time from the start to the end.
  var length: RationalTime { upperBound - lowerBound }
}
