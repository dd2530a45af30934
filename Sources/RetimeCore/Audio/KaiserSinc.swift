// SPDX-License-Identifier: MPL-2.0

/// A low-pass filter: a sinc with a Kaiser window, as a function of the distance from its centre.
///
/// Formulas: J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window function",
/// 1974.
struct KaiserSinc {
  /// Half the width of the filter, in frames; beyond that its value is 0.
  let half: Double
  /// The centre of the transition band, as a fraction of the sample rate.
  let cutoff: Double
  private let beta: Double
  private let scale: Double

  /// Creates a filter with a stop band attenuation in dB.
  init(half: Double, cutoff: Double, attenuation: Double) {
    (self.half, self.cutoff) = (half, cutoff)
    beta = 0.1102 * (attenuation - 8.7)
    scale = 2 * cutoff / Self.bessel(beta)
  }

  /// Returns the filter's value at a distance in frames.
  func value(at distance: Double) -> Double {
    let part = distance / half
    guard part.magnitude < 1 else { return 0 }
    let turns = 2 * cutoff * distance
    let sinc = turns == 0 ? 1 : Self.sine(ofHalfTurns: turns) / (Double.pi * turns)
    return scale * sinc * Self.bessel(beta * (1 - part * part).squareRoot())
  }

  /// Returns the modified Bessel function of the first kind of order 0.
  private static func bessel(_ x: Double) -> Double {
    let square = x * x / 4
    var (sum, term, k) = (1.0, 1.0, 1.0)
    while term > sum * 0x1p-60 {
      term *= square / (k * k)
      sum += term
      k += 1
    }
    return sum
  }

  /// Returns sin(π x).
  private static func sine(ofHalfTurns x: Double) -> Double {
    let whole = x.rounded()
    let angle = (x - whole) * Double.pi
    var (sum, term) = (angle, angle)
    for k in stride(from: 2.0, through: 24, by: 2) {
      term *= -angle * angle / (k * (k + 1))
      sum += term
    }
    return whole.remainder(dividingBy: 2) == 0 ? sum : -sum
  }
}

/// The four coefficients of a cubic polynomial, the constant term first.
typealias Cubic = SIMD4<Double>

extension Cubic {
  /// The Chebyshev nodes of -½ to ½, through which a cubic stays close to a function over the whole interval.
  static let points = Cubic(
    -0.461939766255643,
    -0.191341716182545,
    0.191341716182545,
    0.461939766255643
  )

  /// Creates the cubic through four values at ``points``.
  init(through values: Cubic) {
    // Solved for the even and the odd half separately.
    let (far, near) = (Cubic.points[3], Cubic.points[2])
    let (farEven, farOdd) = ((values[3] + values[0]) / 2, (values[3] - values[0]) / (2 * far))
    let (nearEven, nearOdd) = ((values[2] + values[1]) / 2, (values[2] - values[1]) / (2 * near))
    let span = far * far - near * near
    let square = (farEven - nearEven) / span
    let cube = (farOdd - nearOdd) / span
    self = Cubic(nearEven - square * near * near, nearOdd - cube * near * near, square, cube)
  }

  /// Returns the polynomial's value at `t`.
  @inline(__always)
  func value(at t: Double) -> Double { ((self[3] * t + self[2]) * t + self[1]) * t + self[0] }
}
