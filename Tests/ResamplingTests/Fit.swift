// SPDX-License-Identifier: MPL-2.0

import Foundation

/// The sine of a known frequency that fits some samples best, by least squares.
struct Fit {
  /// The sine's peak amplitude.
  let amplitude: Double
  /// The level of the sine over the residual, in dB.
  let signalOverRest: Double

  /// Fits a sine of `frequency` in hertz to samples at `rate`.
  init(of frequency: Double, at rate: Int, in samples: [Double]) {
    let angles = samples.indices.map { 2 * Double.pi * frequency * Double($0) / Double(rate) }
    let (sines, cosines) = (angles.map { sin($0) }, angles.map { cos($0) })
    // The normal equations of two unknowns.
    let (ss, cc, sc) = (dot(sines, sines), dot(cosines, cosines), dot(sines, cosines))
    let (sx, cx) = (dot(sines, samples), dot(cosines, samples))
    let determinant = ss * cc - sc * sc
    let (a, b) = ((sx * cc - cx * sc) / determinant, (cx * ss - sx * sc) / determinant)
    let rest = samples.indices.map { samples[$0] - a * sines[$0] - b * cosines[$0] }
    amplitude = hypot(a, b)
    signalOverRest = 20 * log10(amplitude / 2.0.squareRoot() / rootMeanSquare(rest))
  }
}

/// The root mean square.
func rootMeanSquare(_ samples: [Double]) -> Double {
  (dot(samples, samples) / Double(samples.count)).squareRoot()
}

/// The dot product.
private func dot(_ one: [Double], _ other: [Double]) -> Double {
  one.indices.reduce(0) { $0 + one[$1] * other[$1] }
}
