// SPDX-License-Identifier: MPL-2.0

/// The exact number of video frames per second: above 0, at most 1000.
public struct FrameRate: Hashable, Sendable {
  /// The numerator, in lowest terms.
  package let numerator: Int32

  /// The denominator, in lowest terms, above zero.
  package let denominator: Int32

  /// The rate of a timeline for editors of a source without a rate of its own: 25 frames per second.
  package static let ofEditors = FrameRate(25, 1)

  /// The highest rate, in frames per second.
  package static let maximum = Rational(1_000)

  /// Creates a rate of `numerator` ÷ `denominator` frames per second.
  ///
  /// - Throws: ``FrameRateError`` if the quotient is not above 0 and at most 1000.
  package init(numerator: Int32, denominator: Int32) throws(FrameRateError) {
    let given = "\(numerator)/\(denominator)"
    guard denominator != 0 else { throw .notANumber(given) }
    try self.init(checking: Rational(Int64(numerator), Int64(denominator)), given: given)
  }

  /// Creates the exact rate written as "30", "30000/1001" or "29.97".
  ///
  /// A decimal is taken exactly: "29.97" is 2997/100, not 30000/1001.
  ///
  /// - Throws: ``FrameRateError`` if `text` is not a number, out of range or not exact in 32-bit
  ///   terms.
  public init(parsing text: String) throws(FrameRateError) {
    let value: Rational
    do {
      value = try Rational(parsing: text)
    } catch {
      throw error == .malformed ? .notANumber(text) : .tooFine(text)
    }
    try self.init(checking: value, given: text)
  }

  /// Creates the rate nearest to a fraction, within a billionth of it; nil if that is not above 0 and at most 1000.
  package init?(nearest value: Rational) {
    var (numerator, denominator) = (value.numerator, value.denominator)
    while max(numerator, denominator) > Int128(Int32.max) {
      (numerator, denominator) = ((numerator + 1) / 2, (denominator + 1) / 2)
    }
    guard let numerator = Int32(exactly: numerator), numerator > 0 else { return nil }
    try? self.init(numerator: numerator, denominator: Int32(denominator))
  }

  /// The rate in frames per second.
  package var rational: Rational { Rational(Int64(numerator), Int64(denominator)) }

  /// Returns the exact time of tick `k`: k ÷ fps.
  public func time(ofTick k: Int) -> RationalTime {
    RationalTime(
      seconds: Rational(reducing: Int128(k) * Int128(denominator), over: Int128(numerator))
    )
  }

  /// Returns `parts` times this rate, which divides each tick into parts; nil if its terms do not fit 32 bits.
  ///
  /// The result may be above ``maximum``, because it counts positions between ticks.
  package func divided(into parts: Int) -> FrameRate? {
    let value = rational * Rational(Int64(parts))
    guard let numerator = Int32(exactly: value.numerator), numerator > 0 else { return nil }
    return FrameRate(numerator, Int32(truncatingIfNeeded: value.denominator))
  }

  private init(_ numerator: Int32, _ denominator: Int32) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  private init(checking value: Rational, given: String) throws(FrameRateError) {
    guard value > Rational(0), value <= Self.maximum else { throw .outOfRange(given) }
    guard let numerator = Int32(exactly: value.numerator),
      let denominator = Int32(exactly: value.denominator)
    else { throw .tooFine(given) }
    self.numerator = numerator
    self.denominator = denominator
  }
}

extension FrameRate: CustomStringConvertible {
  /// The rate as "30000/1001", or as "30" if it is whole.
  public var description: String { rational.description }
}

/// The reason why a value is not a ``FrameRate``; each case carries the value given.
public enum FrameRateError: Error, Hashable, Sendable {
  /// Neither a decimal nor a quotient, or a quotient by zero.
  case notANumber(String)
  /// A number that is not above 0 and at most 1000.
  case outOfRange(String)
  /// A number that is not exact in 32-bit terms.
  case tooFine(String)
}

extension FrameRateError: CustomStringConvertible {
  /// The value given and the allowed values.
  public var description: String {
    switch self {
    case .notANumber(let given):
      "'\(given)' is not a frame rate: give frames per second as 30, 29.97 or 30000/1001"
    case .outOfRange(let given):
      "frame rate \(given) is out of range: allowed is above 0, at most 1000 frames per second"
    case .tooFine(let given):
      "frame rate \(given) has too many digits: allowed are quotients of 32-bit integers"
    }
  }
}
