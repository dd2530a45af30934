// SPDX-License-Identifier: MPL-2.0

/// A converter that scales samples and rounds them to another format, with optional triangular dither.
///
/// Rounding alone makes an error that follows the signal and is heard as distortion of quiet
/// passages. Noise with a triangular distribution of ±1 least significant bit (TPDF) makes mean and
/// variance of the error independent of the signal: S. P. Lipshitz, R. A. Wannamaker, J.
/// Vanderkooy, "Quantization and Dither: A Theoretical Survey", J. Audio Eng. Soc. 40 (1992),
/// 355-375. The noise is computed from a sample's number, so that any split gives the same samples.
package struct Requantizer: Sendable {
  /// The factor by which samples are multiplied.
  package let gain: Double
  /// The noise added before rounding; none is added to floats.
  package let dither: Dither
  private let seed: UInt64

  /// Creates a converter; the noise of one `seed` is independent of that of another.
  package init(gain: Double = 1, dither: Dither = .none, seed: UInt64 = 0) {
    (self.gain, self.dither) = (gain, dither)
    self.seed = Self.mixed(seed)
  }

  /// Converts `samples`, with full scale at 1, which start at sample number `first` of the stream.
  ///
  /// - Parameters:
  ///   - samples: Samples of one channel or of interleaved channels.
  ///   - first: The number of the first sample, counting all channels.
  ///   - output: Space for as many samples.
  ///
  /// Complexity: O(*n*). Allocates nothing.
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  package func convert<Sample: AudioSample>(
    _ samples: Span<Double>,
    first: Int,
    into output: inout MutableSpan<Sample>
  ) {
    precondition(output.count >= samples.count, "\(samples.count) do not fit \(output.count)")
    let scale = gain * Sample.fullScale
    guard dither == .tpdf, Sample.isInteger else {
      for index in 0..<samples.count { output[index] = Sample(rounding: samples[index] * scale) }
      return
    }
    for index in 0..<samples.count {
      output[index] = Sample(rounding: samples[index] * scale + noise(first + index))
    }
  }

  /// Returns the difference of two uniformly distributed numbers, from -1 to 1.
  private func noise(_ number: Int) -> Double {
    let bits = Self.mixed(seed &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15)
    let (high, low) = (bits >> 32, bits & 0xFFFF_FFFF)
    return Double(Int64(high) - Int64(low)) * 0x1p-32
  }

  /// Returns the output function of SplitMix64.
  ///
  /// G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", 2014,
  /// doi:10.1145/2660193.2660195.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
