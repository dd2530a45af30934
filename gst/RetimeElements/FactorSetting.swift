// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

extension Rational {
  /// The shortest decimal that rounds to a `Double`, or a fraction near it; never zero.
  static func nearest(_ value: Double) -> Rational {
    if let exact = try? Rational(parsing: "\(value)"), exact != Rational(0) { return exact }
    let scale: Double = value.magnitude < 1 ? 1e15 : 1e9
    let limited = min(max(-0x1p62, value * scale), 0x1p62)
    return Rational(limited.isFinite ? max(1, Int64(limited)) : 1, Int64(scale))
  }
}

/// The set factor: a fraction, or a number, which means the shortest decimal that rounds to it.
struct FactorSetting: Hashable, Sendable {
  /// The one-line description of the property `factor`.
  static let summary =
    "Output duration ÷ input duration: 2 is twice as long; a controller is sampled every 10 ms of the stream, and the "
    + "factor is interpolated linearly"

  /// The one-line description of the property `factor-fraction`.
  static let fractionSummary =
    "The exact factor, such as 1/3; factor, factor-fraction and rate are one setting"

  /// The one-line description of the property `rate`.
  static let rateSummary =
    "The speed, 1 ÷ factor: 2 is twice as fast; factor, factor-fraction and rate are one setting"

  /// The allowed values of `factor`, which is the range of ``Factor``.
  static let range = 0.00001...10_000.0

  /// The allowed values of `rate`.
  static let rateRange = 0.0001...100_000.0

  private var value = 1.0
  /// The value set as a fraction; nil if a number was set.
  private var exact: Factor?

  /// The factor as the nearest number.
  ///
  /// Setting the number that it already has keeps an exact fraction.
  var number: Double {
    get { value }
    set { if newValue != value { (value, exact) = (newValue, nil) } }
  }

  /// The factor as a fraction; the nearest fraction if the number has more digits than fit.
  var fraction: Fraction {
    get { Fraction(near: factor.rational) }
    set {
      let (numerator, denominator) = (Int64(newValue.numerator), Int64(newValue.denominator))
      guard let factor = try? Factor(numerator: numerator, denominator: denominator) else { return }
      (value, exact) = (factor.doubleValue, factor)
    }
  }

  /// The speed, 1 ÷ factor, as the nearest number.
  ///
  /// A number means the simplest fraction that rounds to it: 1.4285714285714286 is 10/7, so the
  /// factor is 7/10. Setting the number that it already has keeps the factor.
  var rate: Double {
    get { factor.rational.reciprocal.doubleValue }
    set {
      guard newValue != rate else { return }
      let factor = Self.factor(atRate: newValue)
      (value, exact) = (factor.doubleValue, factor)
    }
  }

  /// The exact factor.
  var factor: Factor { exact ?? Self.factor(value) }

  /// Whether durations do not change.
  var isIdentity: Bool { value == 1 }

  /// Returns a controller's factor as a multiple of 10⁻⁹, so that sums of many are exact.
  static func rounded(_ value: Double) -> Factor {
    let scale: Int64 = 1_000_000_000
    let clamped = value.isNaN ? 1 : min(max(range.lowerBound, value), range.upperBound)
    let steps = Int64((clamped * Double(scale)).rounded())
    return (try? Factor(numerator: steps, denominator: scale)) ?? .identity
  }

  /// Returns the factor of a controller's rate as a multiple of 10⁻⁹.
  static func rounded(rate: Double) -> Factor {
    rounded(1 / min(max(rateRange.lowerBound, rate), rateRange.upperBound))
  }

  private static func factor(atRate rate: Double) -> Factor {
    let simplest = Convergents(of: rate)
      .first { Double($0.numerator) / Double($0.denominator) == rate }
    if let simplest, let numerator = Int64(exactly: simplest.denominator),
      let denominator = Int64(exactly: simplest.numerator),
      let factor = try? Factor(numerator: numerator, denominator: denominator)
    {
      return factor
    }
    return factor(1 / rate)
  }

  /// Returns the exact factor: 0.37 is 37/100.
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

/// The exact factor of a setting, cached until the setting changes.
struct KnownFactor: Sendable {
  private var setting = FactorSetting()
  private var factor = Factor.identity

  mutating func factor(of setting: FactorSetting) -> Factor {
    if setting != self.setting { (self.setting, factor) = (setting, setting.factor) }
    return factor
  }
}

extension Fraction {
  /// Creates the last convergent of a number's continued fraction that fits into 32 bits.
  ///
  /// This is the number itself if it fits. Otherwise the error is less than 2⁻³¹ divided by its
  /// denominator. 3333333333333333/10¹⁶ becomes 1/3.
  init(near value: Rational) {
    let fitting = Convergents(of: value)
      .prefix { max($0.numerator, $0.denominator) <= Int128(Int32.max) }
    guard let last = fitting.last else {
      self = .one
      return
    }
    self = Fraction(Int32(clamping: last.numerator), Int32(clamping: last.denominator)) ?? .one
  }
}

extension Factor {
  /// Returns the factor with a playback rate included.
  ///
  /// Decimals are exact: 1.5 is 3/2. A result that is finer or out of range is rounded to the
  /// nearest factor.
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
