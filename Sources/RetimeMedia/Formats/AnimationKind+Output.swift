// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import RetimeCore

/// The limits of animated images: a file is one video track, which Retime encodes itself.
extension AnimationKind {
  /// Returns the unit to which frame times are rounded; nil if they are exact.
  ///
  /// `step`: the duration of all frames in seconds; nil if it varies.
  func rounding(of step: Rational?) -> String? {
    switch self {
    case .gif:
      step.map { $0.isMultiple(of: Rational(1, 100)) } ?? false ? nil : "hundredths of a second"
    case .webp: step.map { $0.isMultiple(of: Rational(1, 1000)) } ?? false ? nil : "milliseconds"
    // Fractions of 16-bit integers.
    case .apng:
      step.map { max($0.numerator, $0.denominator) < 1 << 16 } ?? false ? nil : "milliseconds"
    }
  }

  /// The highest frame rate that players show: they show shorter frames for a tenth of a second.
  var fastest: Rational {
    switch self {
    case .gif: Rational(50)
    case .webp, .apng: Rational(60)
    }
  }

  /// The difference from the frames of the plan, for messages; nil for none.
  var change: String? {
    switch self {
    case .gif: "its colors become a palette of 255, with dithering"
    case .webp: "a frame that equals the one before makes that one longer"
    case .apng: nil
    }
  }
}

extension Rational {
  fileprivate func isMultiple(of other: Rational) -> Bool {
    (self * other.reciprocal).denominator == 1
  }
}
