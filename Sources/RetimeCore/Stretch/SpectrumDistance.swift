// SPDX-License-Identifier: MPL-2.0

/// A test for where two simultaneous signals are different audio: waveforms, and spectra or levels, are not alike.
///
/// A codec at a low bit rate replaces noise by other noise, but keeps the level of each band. The
/// output of codecs at 24 and 48 kbit/s for music, speech, tones and noise reaches 0.6 of both
/// limits together, different audio 0.8 and more.
struct SpectrumDistance: Sendable {
  /// The bands from 60 Hz to 3.6 kHz.
  private let bands = BandPowers(edges: [4, 10, 20, 32, 48, 67, 93, 125, 170, 230])
  /// The correlation below which waveforms differ, and the mean difference of levels above which bands do, in decibels.
  private static let leastLikeness: Float = 0.3, mostDistance = 5.5
  /// The largest change by a codec of the power of waveforms that are not alike: 10 dB.
  private static let mostChange: Float = 10
  /// The power below which audio is not judged: -40 dB.
  private static let leastPower: Float = 1e-4

  /// Returns the ranges in which the signals are different audio.
  func unlike(_ made: [Float], _ found: [Float]) -> [Range<Int>] {
    BandPowers.starts(in: made.count).compactMap { start in
      let range = start..<start + BandPowers.window
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
      guard aa > Self.leastPower * Float(BandPowers.window),
        bb > 0.01 * Self.leastPower * Float(BandPowers.window),
        ab < Self.leastLikeness * (aa * bb).squareRoot(),
        aa > Self.mostChange * bb || bb > Self.mostChange * aa
          || distance(made, found, at: start) > Self.mostDistance
      else { return nil }
      return range
    }
  }

  private static func mean(_ values: ArraySlice<Float>) -> Float {
    values.reduce(0, +) / Float(values.count)
  }

  /// Returns the mean difference of the levels of all bands, in decibels; levels are clamped to 30 dB below the loudest.
  private func distance(_ made: [Float], _ found: [Float], at start: Int) -> Double {
    let levels = bands.powers(of: [(made, start), (found, start)])
    let floor = max(levels[0].max() ?? 0, levels[1].max() ?? 0) * 1e-3 + 1e-12
    let sum = zip(levels[0], levels[1]).reduce(0.0) { sum, pair in
      sum + abs(BandPowers.decibels((pair.0 + floor) / (pair.1 + floor)))
    }
    return sum / Double(bands.count)
  }
}
