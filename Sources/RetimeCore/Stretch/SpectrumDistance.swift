// SPDX-License-Identifier: MPL-2.0

/// Finds where two signals at the same time are other sounds: their waves are not alike, and nor are their spectra or levels.
///
/// A codec that saves much puts other noise in the place of noise, but keeps how strong each band is. What codecs made at
/// 24 and 48 kbit/s of music, speech, tones and noise reaches 0.6 of both limits together, another sound 0.8 and more.
struct SpectrumDistance: Sendable {
  static let window = 512, step = 256
  /// The limits of the bands, in bins of 15.6 Hz: 60 Hz to 3.6 kHz.
  private static let edges = [4, 10, 20, 32, 48, 67, 93, 125, 170, 230]
  /// Waves that are less alike, and bands whose levels are further apart in the mean, in decibels.
  private static let leastLikeness: Float = 0.3, mostDistance = 5.5
  /// The most that a codec changes the power of waves that are not alike, 10 dB.
  private static let mostChange: Float = 10
  /// Quieter than -40 dB is not judged.
  private static let leastPower: Float = 1e-4
  private let transform = RealTransform(size: window)
  private let shape = StretchShape.window(window)

  /// Where they are other sounds.
  func unlike(_ made: [Float], _ found: [Float]) -> [Range<Int>] {
    guard made.count >= Self.window else { return [] }
    return stride(from: 0, through: made.count - Self.window, by: Self.step).compactMap { start in
      let range = start..<start + Self.window
      // Without their means: an offset is no sound, and as a part of both it makes any two waves alike.
      let means = (Self.mean(made[range]), Self.mean(found[range]))
      var (ab, aa, bb): (Float, Float, Float) = (0, 0, 0)
      for index in range {
        let (a, b) = (made[index] - means.0, found[index] - means.1)
        ab += a * b
        aa += a * a
        bb += b * b
      }
      guard aa > Self.leastPower * Float(Self.window),
        bb > 0.01 * Self.leastPower * Float(Self.window),
        ab < Self.leastLikeness * (aa * bb).squareRoot(),
        aa > Self.mostChange * bb || bb > Self.mostChange * aa
          || distance(made[range], found[range]) > Self.mostDistance
      else { return nil }
      return range
    }
  }

  private static func mean(_ values: ArraySlice<Float>) -> Float {
    values.reduce(0, +) / Float(values.count)
  }

  /// The mean distance of the levels of all bands, in decibels; what is 30 dB below the loudest counts as that.
  private func distance(_ made: ArraySlice<Float>, _ found: ArraySlice<Float>) -> Double {
    var frame = [ComplexLanes](repeating: .zero, count: transform.size / 2)
    var other = frame
    var bins = [ComplexLanes](repeating: .zero, count: transform.binCount)
    for index in frame.indices {
      let (even, odd) = (2 * index, 2 * index + 1)
      let (left, right) = (shape[even], shape[odd])
      var lanes = ComplexLanes.zero
      (lanes.re[0], lanes.im[0]) =
        (made[made.startIndex + even] * left, made[made.startIndex + odd] * right)
      (lanes.re[1], lanes.im[1]) =
        (found[found.startIndex + even] * left, found[found.startIndex + odd] * right)
      frame[index] = lanes
    }
    transform.forward(&frame, &other, into: &bins)
    let levels = (0..<2).map { lane in
      zip(Self.edges, Self.edges.dropFirst()).map { from, to in
        (from..<to).reduce(Float(0)) { sum, bin in
          let (re, im) = (bins[bin].re[lane], bins[bin].im[lane])
          return sum + re * re + im * im
        }
      }
    }
    let floor = max(levels[0].max() ?? 0, levels[1].max() ?? 0) * 1e-3 + 1e-12
    let sum = zip(levels[0], levels[1]).reduce(0.0) { sum, pair in
      sum + abs(Self.decibels((pair.0 + floor) / (pair.1 + floor)))
    }
    return sum / Double(Self.edges.count - 1)
  }

  /// The level of a ratio of powers, to a quarter of a decibel: between powers of two it goes straight.
  private static func decibels(_ ratio: Float) -> Double {
    3.0103 * (Double(ratio.exponent) + Double(ratio.significand) - 1)
  }
}
