// SPDX-License-Identifier: MPL-2.0

/// The reason why a text is not an exact number.
public enum NumberTextError: Error {
  /// A text that is neither a decimal nor a quotient of two.
  case malformed
  /// A number whose exact value does not fit 128-bit terms.
  case tooLong
}

extension Rational {
  /// Creates the exact value of a decimal ("0.37", "2", "1e-3") or of a quotient ("30000/1001").
  ///
  /// - Throws: ``NumberTextError`` if `text` is not a number, or has too many digits.
  public init(parsing text: String) throws(NumberTextError) {
    let terms = text.split(separator: "/", omittingEmptySubsequences: false)
    let values = (try Self.decimal(terms[0]), terms.count > 1 ? try Self.decimal(terms[1]) : nil)
    guard terms.count <= 2 else { throw .malformed }
    guard let divisor = values.1 else {
      self = values.0
      return
    }
    guard divisor.numerator != 0 else { throw .malformed }
    if values.0.denominator == 1, divisor.denominator == 1 {
      self.init(reducing: values.0.numerator, over: divisor.numerator)
      return
    }
    // Terms that fit 63 bits can be divided without overflow.
    for value in [values.0, divisor] {
      guard value.numerator.magnitude >> 63 == 0, value.denominator >> 63 == 0 else {
        throw .tooLong
      }
    }
    self = values.0 / divisor
  }

  /// Returns the exact value of `[+-]digits[.digits][e[+-]digits]`, with a digit before or after the point.
  private static func decimal(_ text: Substring) throws(NumberTextError) -> Rational {
    var rest = text.utf8[...]
    let isNegative = rest.takeSign()
    var digits: Int128 = 0
    let wholeDigits = try rest.takeDigits(into: &digits)
    let fractionDigits = rest.take(UInt8(ascii: ".")) ? try rest.takeDigits(into: &digits) : 0
    guard wholeDigits + fractionDigits > 0 else { throw .malformed }
    var exponent: Int128 = 0
    if rest.take(UInt8(ascii: "e")) || rest.take(UInt8(ascii: "E")) {
      let isExponentNegative = rest.takeSign()
      guard try rest.takeDigits(into: &exponent) > 0 else { throw .malformed }
      if isExponentNegative { exponent.negate() }
    }
    guard rest.isEmpty else { throw .malformed }
    if digits == 0 { return Rational(0) }
    guard exponent.magnitude < 1 << 32 else { throw .tooLong }
    let shift = exponent - Int128(fractionDigits)
    guard let power = powerOfTen(shift.magnitude) else { throw .tooLong }
    if isNegative { digits.negate() }
    if shift < 0 { return Rational(reducing: digits, over: power) }
    let (product, overflow) = digits.multipliedReportingOverflow(by: power)
    guard !overflow else { throw .tooLong }
    return Rational(reducing: product, over: 1)
  }
}

/// Returns ten to the power of `exponent`; nil if that does not fit.
private func powerOfTen(_ exponent: UInt128) -> Int128? {
  guard exponent <= 38 else { return nil }
  return (0..<Int(exponent)).reduce(Int128(1)) { power, _ in power * 10 }
}

extension Substring.UTF8View.SubSequence {
  /// Removes `byte` from the front; returns whether it was there.
  fileprivate mutating func take(_ byte: UInt8) -> Bool {
    guard first == byte else { return false }
    removeFirst()
    return true
  }

  /// Removes a sign from the front; returns whether it was a minus.
  fileprivate mutating func takeSign() -> Bool {
    if take(UInt8(ascii: "-")) { return true }
    _ = take(UInt8(ascii: "+"))
    return false
  }

  /// Removes the digits at the front and appends them to `value`; returns their number.
  fileprivate mutating func takeDigits(into value: inout Int128) throws(NumberTextError) -> Int {
    var count = 0
    while let byte = first, case let digit = byte &- UInt8(ascii: "0"), digit < 10 {
      let (tens, tensOverflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflow) = tens.addingReportingOverflow(Int128(digit))
      guard !tensOverflow, !sumOverflow else { throw .tooLong }
      value = sum
      count += 1
      removeFirst()
    }
    return count
  }
}
