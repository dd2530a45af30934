// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The factor as a property holds it: a `Double`, that stands for the shortest decimal that rounds to it.
struct FactorSetting: Sendable {
  /// What the property takes; the range of ``Factor``.
  static let range = 0.00001...10_000.0

  private var value = 1.0
  private var factor = Factor.identity

  /// The exact factor of a value, worked out only when the value is another than the last.
  mutating func factor(of value: Double) -> Factor {
    if value != self.value { (self.value, factor) = (value, Self.factor(value)) }
    return factor
  }

  /// The exact factor: 0.37 is 37/100.
  ///
  /// A value finer than a `Factor` can be is the nearest that it can.
  static func factor(_ value: Double) -> Factor {
    if let exact = try? Factor(parsing: "\(value)") { return exact }
    let clamped = min(max(range.lowerBound, value), range.upperBound)
    let scale: Double = clamped < 1 ? 1e15 : 1e9
    let nearest = try? Factor(numerator: Int64(clamped * scale), denominator: Int64(scale))
    return nearest ?? .identity
  }
}

extension Factor {
  /// The factor of what is played at a rate besides; 1.5 is 3/2 exactly, what is finer or out of range the nearest.
  func playedAt(_ rate: Double) -> Factor {
    let exact = try? Factor.speed(parsing: "\(rate)").rational * rational
    if let numerator = exact.flatMap({ Int64(exactly: $0.numerator) }),
      let denominator = exact.flatMap({ Int64(exactly: $0.denominator) }),
      let factor = try? Factor(numerator: numerator, denominator: denominator)
    {
      return factor
    }
    return FactorSetting.factor(doubleValue / rate)
  }
}
