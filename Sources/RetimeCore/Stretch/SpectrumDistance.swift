// SPDX-License-Identifier: MPL-2.0

/// A test for where two simultaneous signals are different audio: waveforms, and spectra or levels, are not alike.
///
/// A codec at a low bit rate replaces noise by other noise, but keeps the level of each band. The
/// output of codecs at 24 and 48 kbit/s for music, speech, tones and noise reaches 0.6 of both
/// limits together, different audio 0.8 and more.
struct SpectrumDistance: Sendable {
  static let window = 512, step = 256
  /// The edges of the bands, in bins of 15.6 Hz: 60 Hz to 3.6 kHz.
  private static let edges = [4, 10, 20, 32, 48, 67, 93, 125, 170, 230]
  /// The correlation below which waveforms differ, and the mean difference of levels above which bands do, in decibels.
  private static let leastLikeness: Float = 0.3, mostDistance = 5.5
  /// The largest change by a codec of the power of waveforms that are not alike: 10 dB.
  private static let mostChange: Float = 10
  /// The power below which audio is not judged: -40 dB.
  private static let leastPower: Float = 1e-4
  private let transform = RealTransform(size: window)
  private let shape = StretchShape.window(window)

  /// Returns the ranges in which the signals are different audio.
  func unlike(_ made: [Float], _ found: [Float]) -> [Range<Int>] {
    guard made.count >= Self.window else { return [] }
    return stride(from: 0, through: made.count - Self.window, by: Self.step).compactMap { start in
      let range = start..<start + Self.window
      // Without their means: an offset is inaudible, and as a part of both it makes any two
      // waveforms alike.
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

  /// Returns the mean difference of the levels of all bands, in decibels; levels are clamped to 30 dB below the loudest.
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

  /// Returns a ratio of powers in decibels, to a quarter of a decibel: linear between powers of two.
  static func decibels(_ ratio: Float) -> Double {
    3.0103 * (Double(ratio.exponent) + Double(ratio.significand) - 1)
  }
}
