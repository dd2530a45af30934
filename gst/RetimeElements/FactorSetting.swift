// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

extension Rational {
  /// The number that a `Double` stands for: the shortest decimal that rounds to it, or a fraction near it; not zero.
  static func nearest(_ value: Double) -> Rational {
    if let exact = try? Rational(parsing: "\(value)"), exact != Rational(0) { return exact }
    let scale: Double = value.magnitude < 1 ? 1e15 : 1e9
    let limited = min(max(-0x1p62, value * scale), 0x1p62)
    return Rational(limited.isFinite ? max(1, Int64(limited)) : 1, Int64(scale))
  }
}

/// The factor as a property holds it: a `Double`, that stands for the shortest decimal that rounds to it.
struct FactorSetting: Sendable {
  /// What the property does, in one line.
  static let summary =
    "Output duration over input duration: 2 is twice as long; a controller is asked every 10 ms of the stream, and the "
    + "factor goes evenly in between"

  /// What the property takes; the range of ``Factor``.
  static let range = 0.00001...10_000.0

  private var value = 1.0
  private var factor = Factor.identity

  /// The exact factor of a value, computed only when the value has changed.
  mutating func factor(of value: Double) -> Factor {
    if value != self.value { (self.value, factor) = (value, Self.factor(value)) }
    return factor
  }

  /// The factor of a controller: a whole number of 10⁻⁹, so that sums of many are exact.
  static func rounded(_ value: Double) -> Factor {
    let scale: Int64 = 1_000_000_000
    let clamped = value.isNaN ? 1 : min(max(range.lowerBound, value), range.upperBound)
    let steps = Int64((clamped * Double(scale)).rounded())
    return (try? Factor(numerator: steps, denominator: scale)) ?? .identity
  }

  /// The exact factor: 0.37 is 37/100.
  ///
  /// A value with more digits than a `Factor` holds is rounded to the nearest factor.
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
