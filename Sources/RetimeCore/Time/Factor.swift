// SPDX-License-Identifier: MPL-2.0

/// The exact quotient output duration ÷ input duration: 2 is twice as long, 0.5 is half as long.
///
/// A factor is not a speed: the speed 2 is the factor 0.5. A factor lies from 1/100000 to
/// 10000 and its terms are at most 2⁵⁰, so that no time scaled by it overflows.
public struct Factor: Hashable, Sendable {
  /// The factor as a fraction.
  package let rational: Rational

  /// The factor 1, which changes nothing.
  package static let identity = Factor(unchecked: Rational(1))

  /// The allowed factors: 1/100000 to 10000.
  package static let allowedRange = Rational(1, 100_000)...Rational(10_000)

  /// Creates the exact value of a decimal ("0.37", "2", "1e-3") or of a quotient ("2/3").
  ///
  /// A decimal that is finer than a factor can be, or has 16 digits or more, is taken for a rounded
  /// number and gives the simplest fraction near it: "0.6666666666666666" is 2/3.
  ///
  /// - Throws: ``FactorError`` if `text` is not a number, out of range or finer than 2⁻⁵⁰.
  public init(parsing text: String) throws(FactorError) {
    try self.init(checking: try Self.number(parsing: text), given: text)
  }

  /// Creates the factor `numerator` ÷ `denominator`.
  ///
  /// - Throws: ``FactorError`` if the quotient is out of range or finer than 2⁻⁵⁰.
  package init(numerator: Int64, denominator: Int64) throws(FactorError) {
    let given = "\(numerator)/\(denominator)"
    guard denominator != 0 else { throw .notANumber(given) }
    try self.init(checking: Rational(numerator, denominator), given: given)
  }

  /// Creates the exact quotient of two durations, with which `source` lasts as long as `output`.
  ///
  /// - Throws: ``FactorError`` if the quotient is out of range or finer than 2⁻⁵⁰, which quotients
  ///   of whole nanoseconds are from about 13 days on.
  package init(output: RationalTime, source: RationalTime) throws(FactorError) {
    let given = "(\(output)) ÷ (\(source))"
    guard source > .zero else { throw .notANumber(given) }
    try self.init(checking: output.rational / source.rational, given: given)
  }

  /// Returns the factor whose inverse is written in `text`: a speed of 2 is a factor of 1/2, exactly.
  ///
  /// - Throws: ``FactorError`` if `text` is not a number, or its inverse is not a valid factor.
  package static func speed(parsing text: String) throws(FactorError) -> Factor {
    let speed = try number(parsing: text)
    guard speed > Rational(0), allowedRange.contains(speed.reciprocal) else {
      throw .speedOutOfRange(text)
    }
    return try Factor(checking: speed.reciprocal, given: text)
  }

  /// The nearest `Double`, correctly rounded; only the audio formulas use it.
  public var doubleValue: Double { rational.doubleValue }

  private init(checking value: Rational, given: String) throws(FactorError) {
    guard Self.allowedRange.contains(value) else { throw .outOfRange(given) }
    guard !Self.isFine(value) else { throw .tooFine(given) }
    rational = value
  }

  /// Whether the terms of a number do not fit a factor.
  private static func isFine(_ value: Rational) -> Bool {
    max(value.numerator.magnitude, value.denominator.magnitude) > 1 << 50
  }

  private init(unchecked value: Rational) { rational = value }

  private static func number(parsing text: String) throws(FactorError) -> Rational {
    do {
      let exact = try Rational(parsing: text)
      let digits = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber).drop { $0 == "0" }
      let isRounded = isFine(exact) || digits.count >= 16
      return isRounded ? Rational(roundedTo: text) ?? exact : exact
    } catch {
      throw error == .malformed ? .notANumber(text) : .tooFine(text)
    }
  }
}

extension Factor: CustomStringConvertible {
  /// The factor as a decimal if 15 decimal places hold it exactly ("0.37"), otherwise as a quotient ("2/3").
  public var description: String { rational.decimalText ?? rational.description }
}
