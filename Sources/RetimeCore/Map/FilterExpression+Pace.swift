// SPDX-License-Identifier: MPL-2.0

/// The times that a `setpts` expression gives to frames.
enum FilterPace: Hashable, Sendable {
  /// Each time multiplied by a factor, so that gaps between the frames stay; `isMoved`: the first time becomes 0.
  case times(Rational, isMoved: Bool)
  /// Frames without gaps, each for its duration in the source multiplied by a factor.
  case frames(Rational)
  /// Frames without gaps, each for a time in seconds.
  case seconds(Rational)

  /// Creates the pace of an expression; nil if its times are not such multiples.
  init?(_ expression: FilterExpression) {
    guard var terms = Terms(expression)?.terms.filter({ $0.value != Rational(0) }) else {
      return nil
    }
    let start =
      terms.removeValue(forKey: ["STARTPTS": 1])
      ?? terms.removeValue(forKey: ["STARTT": 1, "TB": -1])
    guard terms.count == 1, let (name, value) = terms.first, value > Rational(0) else {
      return nil
    }
    if name == ["PTS": 1] || name == ["T": 1, "TB": -1] {
      guard start == nil || start == -value else { return nil }
      self = .times(value, isMoved: start != nil)
      return
    }
    guard start == nil else { return nil }
    switch name {
    case ["N": 1, "RATE": -1, "TB": -1]: self = .frames(value)
    case ["N": 1, "TB": -1]: self = .seconds(value)
    default: return nil
    }
  }

  /// A sum of products of names, with powers.
  private struct Terms {
    private(set) var terms: [[String: Int]: Rational]

    init?(_ expression: FilterExpression) {
      switch expression {
      case .number(let value): terms = [[:]: value]
      case .name(let name):
        let rates = ["FRAME_RATE", "FR", "SAMPLE_RATE", "SR"]
        terms = [[rates.contains(name) ? "RATE" : name: 1]: Rational(1)]
      case .call: return nil
      case .negative(let value):
        guard let value = Terms(value) else { return nil }
        terms = value.terms.mapValues { -$0 }
      case .sum(let values):
        terms = [:]
        for value in values {
          guard let value = Terms(value) else { return nil }
          terms.merge(value.terms) { $0 + $1 }
        }
      case .product(let values):
        terms = [[:]: Rational(1)]
        for value in values {
          guard let value = Terms(value), terms.count == 1 || value.terms.count == 1 else {
            return nil
          }
          var product: [[String: Int]: Rational] = [:]
          for (name, one) in terms {
            for (other, two) in value.terms {
              product[Self.product(name, other, sign: 1)] = one * two
            }
          }
          terms = product
        }
      case .quotient(let one, let two):
        guard let one = Terms(one), let two = Terms(two), two.terms.count == 1,
          let (other, divisor) = two.terms.first, divisor != Rational(0)
        else { return nil }
        terms = [:]
        for (name, value) in one.terms {
          terms[Self.product(name, other, sign: -1)] = value / divisor
        }
      }
    }

    private static func product(
      _ one: [String: Int],
      _ two: [String: Int],
      sign: Int
    ) -> [String: Int] {
      one.merging(two.mapValues { $0 * sign }) { $0 + $1 }.filter { $0.value != 0 }
    }
  }
}
