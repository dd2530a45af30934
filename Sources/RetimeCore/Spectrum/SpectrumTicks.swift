// SPDX-License-Identifier: MPL-2.0

/// The audio frames shown at each tick of a spectrogram video.
///
/// Tick k, at k ÷ fps, shows a frame if the frame's last sample has ended by then. Samples and ticks count from the
/// same start; all values are exact.
package struct SpectrumTicks: Sendable {
  /// Video frames per second.
  package let frameRate: FrameRate
  /// Samples a second, above 0.
  package let sampleRate: Int

  /// A rule for these rates.
  package init(frameRate: FrameRate, sampleRate: Int) {
    (self.frameRate, self.sampleRate) = (frameRate, max(1, sampleRate))
  }

  /// Returns the number of samples that have ended by tick `k`.
  package func samples(byTick k: Int) -> Int {
    let units = Int128(k) * Int128(frameRate.denominator) * Int128(sampleRate)
    return Int(clamping: units / Int128(frameRate.numerator))
  }

  /// Returns the first tick by which a number of samples have ended.
  package func tick(atSample sample: Int) -> Int {
    let units = Int128(sample) * Int128(frameRate.numerator)
    let step = Int128(frameRate.denominator) * Int128(sampleRate)
    return Int(clamping: (units + step - 1) / step)
  }

  /// Returns the number of frames that have ended by tick `k`, for audio that starts at sample `origin`.
  package func frames(byTick k: Int, of shape: SpectrumShape, from origin: Int) -> Int {
    shape.wholeFrameCount(ofSamples: samples(byTick: k) - origin)
  }
}
