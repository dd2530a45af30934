// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
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

/// The factor as it was set: a number, that stands for the shortest decimal that rounds to it, or a fraction.
struct FactorSetting: Hashable, Sendable {
  /// What the property `factor` does, in one line.
  static let summary =
    "Output duration over input duration: 2 is twice as long; a controller is asked every 10 ms of the stream, and the "
    + "factor goes evenly in between"

  /// What the property `factor-fraction` does, in one line.
  static let fractionSummary =
    "The factor exactly, as 1/3: setting one sets the other; where factor has more digits, the fraction next to it"

  /// What the properties take; the range of ``Factor``.
  static let range = 0.00001...10_000.0

  private var value = 1.0
  /// What was set as a fraction; nil where a number was.
  private var exact: Factor?

  /// The factor as the nearest number.
  ///
  /// To set the number that it is already leaves a fraction exact.
  var number: Double {
    get { value }
    set { if newValue != value { (value, exact) = (newValue, nil) } }
  }

  /// The factor as a fraction; of a number with more digits than fit, the fraction next to it.
  var fraction: Fraction {
    get { Fraction(near: factor.rational) }
    set {
      let (numerator, denominator) = (Int64(newValue.numerator), Int64(newValue.denominator))
      guard let factor = try? Factor(numerator: numerator, denominator: denominator) else { return }
      (value, exact) = (factor.doubleValue, factor)
    }
  }

  /// The exact factor.
  var factor: Factor { exact ?? Self.factor(value) }

  /// Whether nothing becomes longer or shorter.
  var isIdentity: Bool { value == 1 }

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

/// The exact factor of what is set, worked out only when that has changed.
struct KnownFactor: Sendable {
  private var setting = FactorSetting()
  private var factor = Factor.identity

  mutating func factor(of setting: FactorSetting) -> Factor {
    if setting != self.setting { (self.setting, factor) = (setting, setting.factor) }
    return factor
  }
}

extension Fraction {
  /// The last convergent of a number's continued fraction that 32 bits hold: the number itself where it fits.
  ///
  /// It is less than 2⁻³¹ off, over its own denominator. 3333333333333333/10¹⁶ is near 1/3.
  init(near value: Rational) {
    let most = Int128(Int32.max)
    var (before, last): ((Int128, Int128), (Int128, Int128)) = ((0, 1), (1, 0))
    var (numerator, denominator) = (value.numerator, value.denominator)
    while denominator > 0 {
      let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
      let next = (whole * last.0 + before.0, whole * last.1 + before.1)
      guard max(next.0, next.1) <= most else { break }
      (before, last) = (last, next)
      (numerator, denominator) = (denominator, rest)
    }
    self = Fraction(Int32(clamping: last.0), Int32(clamping: last.1)) ?? .one
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
