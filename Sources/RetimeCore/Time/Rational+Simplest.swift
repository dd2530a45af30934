// SPDX-License-Identifier: MPL-2.0

extension Rational {
  /// Creates the fraction of seconds with the smallest denominator in [`nanoseconds`, `nanoseconds` + 1 ns).
  ///
  /// It is the fraction that was truncated, for any original denominator up to 31,622 (√10⁹): no
  /// two such fractions share a nanosecond.
  init(simplestWithinNanosecond nanoseconds: Int128) {
    let unit = Int128(nanosecondsPerSecond)
    let whole = Rational(reducing: nanoseconds, over: unit).floor
    let part = nanoseconds - whole * unit
    // Closed at 1e-18 s below the next nanosecond, where no fraction of a smaller denominator lies.
    let simplest = simplestFraction(
      from: (part, unit),
      through: (part * unit + (unit - 1), unit * unit)
    )
    self.init(
      reducing: whole * simplest.denominator + simplest.numerator,
      over: simplest.denominator
    )
  }

  /// Creates the simplest fraction that a program can have rounded to a decimal.
  ///
  /// It is at most two units of the last digit away, or of the sixteenth, of which a `Double` is
  /// off by up to one. Nil for texts that are not decimals above 0 with a fraction.
  package init?(roundedTo text: String) {
    let end = text.firstIndex { $0 == "e" || $0 == "E" } ?? text.endIndex
    let digits = text[..<end].indices.filter { text[$0].isNumber }
    let first = digits.firstIndex { text[$0] != "0" } ?? digits.count
    guard first < digits.count, !text.contains("/") else { return nil }
    let last = digits[min(first + 15, digits.count - 1)]
    let rest = String(text[text.index(after: last)..<end].map { $0.isNumber ? "0" : $0 })
    let zeros = String(text[..<last].map { $0.isNumber ? "0" : $0 })
    guard let value = try? Rational(parsing: text[...last] + rest + text[end...]),
      let unit = try? Rational(parsing: zeros + "1" + rest + text[end...]), unit.numerator == 1
    else { return nil }
    let count = value.numerator * (unit.denominator / value.denominator)
    guard count > 2 else { return nil }
    let simplest = simplestFraction(
      from: (count - 2, unit.denominator),
      through: (count + 3, unit.denominator)
    )
    self.init(reducing: simplest.numerator, over: simplest.denominator)
  }
}

/// Returns the Stern-Brocot fraction of a closed interval 0 <= lower <= upper: least denominator, then least value.
///
/// - Complexity: O(log denominator), the length of the continued fraction.
private func simplestFraction(
  from lower: (Int128, Int128),
  through upper: (Int128, Int128)
) -> (numerator: Int128, denominator: Int128) {
  let (whole, rest) = lower.0.quotientAndRemainder(dividingBy: lower.1)
  if rest == 0 { return (whole, 1) }
  if whole < upper.0 / upper.1 { return (whole + 1, 1) }
  let inner = simplestFraction(from: (upper.1, upper.0 - whole * upper.1), through: (lower.1, rest))
  return (whole * inner.numerator + inner.denominator, inner.numerator)
}
