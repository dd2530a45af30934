// SPDX-License-Identifier: MPL-2.0

/// The reason why a text is not a time.
public enum TimeTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither seconds nor hours, minutes and seconds; or negative, or longer than a year.
  case notATime(String)

  /// The text given and the allowed forms.
  public var description: String {
    switch self {
    case .notATime(let given):
      "'\(given)' is not a time: give seconds such as 90, 1.5 or 1001/30, or [hh:]mm:ss[.mmm] such as 1:30"
    }
  }
}

extension RationalTime {
  /// The longest time that can be given, a year: far more than any medium lasts, and far from overflow.
  static let longest = Rational(366 * 86_400)

  /// Creates the exact time written as seconds ("90", "1.5", "1001/30") or as "[hh:]mm:ss[.mmm]".
  ///
  /// - Throws: ``TimeTextError`` for text of another form, a negative time, and minutes or seconds
  ///   from 60 up.
  public init(parsing text: String) throws(TimeTextError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts.count == 1 || !text.contains("/") else {
      throw .notATime(text)
    }
    var total = Rational(0)
    for (index, part) in parts.enumerated() {
      guard let value = try? Rational(parsing: String(part)) else { throw .notATime(text) }
      let isSigned = part.hasPrefix("-") || part.hasPrefix("+")
      let isTooLarge = value > Self.longest || (index > 0 && value >= Rational(60))
      let isBroken = index < parts.count - 1 && value.denominator != 1
      guard !isSigned, !isTooLarge, !isBroken else { throw .notATime(text) }
      total = total * Rational(60) + value
    }
    guard total <= Self.longest else { throw .notATime(text) }
    self.init(seconds: total)
  }
}
