// SPDX-License-Identifier: MPL-2.0

package import GStreamer
package import RetimeCore
internal import Synchronization

/// An analyzer that turns frames of audio into columns of levels.
///
/// It applies Hann's window and a DCT-II, and takes the loudest of some frames.
///
/// X[k] = Σ x[n]·cos(π ÷ N·(n + ½)·k) comes from one real FFT of the same length (Makhoul 1980,
/// doi:10.1109/TASSP.1980.1163351): with v = x[0], x[2], …, x[3], x[1] and V its transform, X[k] is
/// the real part of e^(−iπk ÷ 2N)·V[k], and X[N − k] is minus its imaginary part. The cosines and
/// sines are the transform of an impulse. Safe on any thread; concurrent calls wait for each other.
package final class SpectrumAnalyzer: Sendable {
  private struct Workshop: ~Copyable {
    var fft: RealFFT
    var reordered: [Double], transformed: [Double]
    /// The largest magnitudes of the frequencies k and `size` - k.
    var loudest: [SIMD2<Double>]
    var columns: [UInt8] = []
  }

  private let size: Int
  private let window: [Double]
  /// The cosine of each k twice, and the negative and positive sine of each k.
  private let cosines: [SIMD2<Double>], sines: [SIMD2<Double>]
  private let levels: SpectrumLevels
  private let workshop: Mutex<Workshop>

  /// Creates an analyzer of frames of `size` samples, an even number.
  package init(size: Int) throws(GStreamerError) {
    let fft = try RealFFT(length: size)
    self.size = size
    window = fft.hannWindow()
    var impulse = [Double](repeating: 0, count: 4 * size)
    impulse[1] = 1
    var circle = [Double](repeating: 0, count: 4 * size + 2)
    var wide = try RealFFT(length: 4 * size)
    var room = circle.mutableSpan
    wide.transform(impulse.span, into: &room)
    cosines = (0...size / 2).map { SIMD2(repeating: circle[2 * $0]) }
    sines = (0...size / 2).map { SIMD2(-circle[2 * $0 + 1], circle[2 * $0 + 1]) }
    levels = SpectrumLevels(size: size)
    workshop = Mutex(
      Workshop(
        fft: fft,
        reordered: [Double](repeating: 0, count: size),
        transformed: [Double](repeating: 0, count: size + 2),
        loudest: Array(repeating: .zero, count: size / 2 + 1)
      )
    )
  }

  /// Lends `body` the columns of a block: one for each group of `1 << fold` frames with a frame in it.
  ///
  /// Frame f is in group `f >> fold`. Frames outside the block do not count. Each column has `size`
  /// levels, low frequencies first; the columns are contiguous. The only allocation is the memory
  /// for the columns, once.
  package func columns(of block: SpectrumBlock, fold: Int, _ body: (Span<UInt8>) -> Void) {
    workshop.withLock { workshop in
      workshop.columns.removeAll(keepingCapacity: true)
      for index in 0..<block.count {
        let start = index * block.hop
        Self.reorder(
          block.samples.span.extracting(start..<start + size),
          window,
          into: &workshop.reordered
        )
        Self.transform(workshop.reordered, &workshop.fft, into: &workshop.transformed)
        Self.keepLouder(workshop.transformed, cosines, sines, in: &workshop.loudest)
        let next = block.first + index + 1
        if next & (1 << fold - 1) == 0 || index == block.count - 1 { endColumn(&workshop) }
      }
      body(workshop.columns.span)
    }
  }

  /// Applies the window and reorders the samples for the real transform.
  private static func reorder(
    _ samples: Span<Double>,
    _ window: [Double],
    into reordered: inout [Double]
  ) {
    let window = window.span
    var output = reordered.mutableSpan
    let last = output.count - 1
    for half in 0..<output.count / 2 {
      output[half] = samples[2 &* half] * window[2 &* half]
      output[last &- half] = samples[2 &* half &+ 1] * window[2 &* half &+ 1]
    }
  }

  private static func transform(
    _ samples: [Double],
    _ fft: inout RealFFT,
    into output: inout [Double]
  ) {
    var output = output.mutableSpan
    fft.transform(samples.span, into: &output)
  }

  /// Stores the larger of the stored and the newest magnitudes; comparisons with NaN fail.
  private static func keepLouder(
    _ spectrum: [Double],
    _ cosines: [SIMD2<Double>],
    _ sines: [SIMD2<Double>],
    in magnitudes: inout [SIMD2<Double>]
  ) {
    let spectrum = spectrum.span
    let cosines = cosines.span
    let sines = sines.span
    var loudest = magnitudes.mutableSpan
    for k in loudest.indices {
      let value = SIMD2(spectrum[2 &* k], spectrum[2 &* k &+ 1])
      let turned = cosines[k] * value + sines[k] * SIMD2(value.y, value.x)
      let magnitude = turned.replacing(with: -turned, where: turned .< 0)
      loudest[k].replace(with: magnitude, where: magnitude .> loudest[k])
    }
  }

  private func endColumn(_ workshop: inout Workshop) {
    for row in 0...size / 2 {
      workshop.columns.append(levels.index(of: workshop.loudest[row].x))
    }
    for row in size / 2 + 1..<size {
      workshop.columns.append(levels.index(of: workshop.loudest[size - row].y))
    }
    for row in workshop.loudest.indices { workshop.loudest[row] = .zero }
  }
}
