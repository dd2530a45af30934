// SPDX-License-Identifier: MPL-2.0

/// An expression in the options of ffmpeg's filters, such as "between(t,5,10)+gt(t,20)" or "0.5*PTS".
///
/// See ffmpeg-utils(1), "Expression Evaluation".
indirect enum FilterExpression: Hashable, Sendable {
  case number(Rational)
  case name(String)
  case call(String, [FilterExpression])
  case sum([FilterExpression])
  case product([FilterExpression])
  case quotient(FilterExpression, FilterExpression)
  case negative(FilterExpression)

  /// Creates the expression of a text; nil for a text that is none, or is nested too deeply.
  init?(_ text: String) {
    var parser = Parser(rest: Array(text.utf8.filter { $0 != UInt8(ascii: " ") })[...])
    guard let value = parser.sum(), parser.rest.isEmpty else { return nil }
    self = value
  }

  private struct Parser {
    /// The maximum number of terms, and of nested parentheses: an expression is read recursively.
    private static let mostTerms = 10_000, deepest = 50

    var rest: ArraySlice<UInt8>
    private var terms = 0, depth = 0

    init(rest: ArraySlice<UInt8>) { self.rest = rest }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    mutating func sum() -> FilterExpression? {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.deepest, let first = product() else { return nil }
      var values = [first]
      while let sign = rest.first, take("+") || take("-") {
        guard let next = product() else { return nil }
        values.append(sign == UInt8(ascii: "-") ? .negative(next) : next)
      }
      return values.count == 1 ? first : .sum(values)
    }

    private mutating func product() -> FilterExpression? {
      guard var value = factor() else { return nil }
      var factors = 1
      while let sign = rest.first, take("*") || take("/") {
        guard let next = factor() else { return nil }
        factors += 1
        guard factors <= Self.deepest else { return nil }
        value =
          sign == UInt8(ascii: "/") ? .quotient(value, next) : .product([value, next])
      }
      return value
    }

    private mutating func factor() -> FilterExpression? {
      terms += 1
      guard terms <= Self.mostTerms else { return nil }
      if take("-") { return term().map { .negative($0) } }
      _ = take("+")
      return term()
    }

    private mutating func term() -> FilterExpression? {
      if take("(") {
        guard let value = sum(), take(")") else { return nil }
        return value
      }
      let word = rest.prefix { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      }
      guard let first = word.first else { return nil }
      rest = rest.dropFirst(word.count)
      let text = String(decoding: word, as: UTF8.self)
      guard first > UInt8(ascii: "9") else {
        return (try? Rational(parsing: text)).map { .number($0) }
      }
      guard take("(") else { return .name(text) }
      var values: [FilterExpression] = []
      repeat {
        guard let value = sum() else { return nil }
        values.append(value)
      } while take(",")
      return take(")") ? .call(text, values) : nil
    }
  }
}
