// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// An analyzer that turns frames of audio into columns of levels.
///
/// It applies Hann's window and a DCT-II, and takes the loudest of some frames.
///
/// X[k] = Σ x[n]·cos(π ÷ N·(n + ½)·k) comes from one real Fourier transform of the same length
/// (Makhoul 1980, doi:10.1109/TASSP.1980.1163351): with v = x[0], x[2], …, x[3], x[1] and V its
/// transform, X[k] is the real part of e^(−iπk ÷ 2N)·V[k], and X[N − k] is minus its imaginary part.
/// Four frames are transformed at once. Safe on any thread; concurrent calls wait for each other.
package final class SpectrumAnalyzer: Sendable {
  private struct Workshop: ~Copyable {
    /// The samples in the order of the transform, its result, and room for it.
    var frames: [ComplexLanes], bins: [ComplexLanes], other: [ComplexLanes]
    /// The largest magnitudes of each frequency, in each lane.
    var loudest: [Lanes]
    var columns: [UInt8] = []
  }

  private let size: Int
  private let transform: RealTransform
  private let window: [Float]
  /// Half of e^(−iπk ÷ 2N) for each k, as the bins are twice those of the definition.
  private let turns: [Root]
  private let levels: SpectrumLevels
  private let workshop: Mutex<Workshop>

  /// Creates an analyzer of frames of `size` samples, as many as a ``SpectrumShape`` can have.
  package init(size: Int) {
    self.size = size
    transform = RealTransform(size: size)
    window = StretchShape.window(size)
    turns = (0...size / 2).map { index in
      let (cosine, sine) = unitRoot(index, of: 4 * size)
      return Root(re: Float(cosine / 2), im: Float(-sine / 2))
    }
    levels = SpectrumLevels(size: size)
    let empty = [ComplexLanes](repeating: .zero, count: size / 2)
    workshop = Mutex(
      Workshop(
        frames: empty,
        bins: empty + [.zero],
        other: empty,
        loudest: [Lanes](repeating: .zero, count: size)
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
      for first in stride(from: 0, to: block.count, by: 4) {
        let count = min(4, block.count - first)
        load(block, first, count, into: &workshop.frames)
        transform.forward(&workshop.frames, &workshop.other, into: &workshop.bins)
        var lane = 0
        while lane < count {
          // The frames of one group.
          var end = lane + 1
          while end < count, (block.first + first + end) & (1 << fold - 1) != 0 { end += 1 }
          keepLouder(workshop.bins, lane..<end, in: &workshop.loudest)
          let next = first + end
          if (block.first + next) & (1 << fold - 1) == 0 || next == block.count {
            endColumn(&workshop)
          }
          lane = end
        }
      }
      body(workshop.columns.span)
    }
  }

  /// Loads `count` frames, windowed and in the order of the transform; further lanes repeat the last frame.
  private func load(
    _ block: SpectrumBlock,
    _ first: Int,
    _ count: Int,
    into frames: inout [ComplexLanes]
  ) {
    let weights = self.window
    let (samples, window) = (block.samples.span, weights.span)
    var frames = frames.mutableSpan
    let last = block.hop * (first + count - 1)
    let starts = SIMD4(0, 1, 2, 3) &* block.hop &+ block.hop * first
    let begin = starts.replacing(with: last, where: starts .> last)
    // Number j of the reordered samples is number 2j, or from the end on an odd one.
    let half = size / 2
    for index in 0..<half {
      let (even, odd) = (2 &* index, 2 &* index &+ 1)
      let one = even < half ? 2 &* even : 2 &* (size &- 1 &- even) &+ 1
      let other = odd < half ? 2 &* odd : 2 &* (size &- 1 &- odd) &+ 1
      frames[index] = ComplexLanes(
        re: Self.lanes(samples, begin &+ one) * window[one],
        im: Self.lanes(samples, begin &+ other) * window[other]
      )
    }
  }

  @inline(__always)
  private static func lanes(_ samples: Span<Float>, _ indices: SIMD4<Int>) -> Lanes {
    Lanes(samples[indices[0]], samples[indices[1]], samples[indices[2]], samples[indices[3]])
  }

  /// Keeps the larger of the magnitudes so far and of those of some lanes; comparisons with NaN fail.
  private func keepLouder(
    _ bins: [ComplexLanes],
    _ range: Range<Int>,
    in loudest: inout [Lanes]
  ) {
    let halves = self.turns
    let (bins, turns) = (bins.span, halves.span)
    var loudest = loudest.mutableSpan
    let number = SIMD4<Int32>(0, 1, 2, 3)
    let isNew = (number .>= Int32(range.lowerBound)) .& (number .< Int32(range.upperBound))
    for k in 0..<bins.count {
      let turned = bins[k] * turns[k]
      loudest[k].keep(turned.re, where: isNew)
      if k > 0, k &+ k < size { loudest[size &- k].keep(turned.im, where: isNew) }
    }
  }

  private func endColumn(_ workshop: inout Workshop) {
    for row in 0..<size {
      workshop.columns.append(levels.index(of: Double(workshop.loudest[row].max())))
      workshop.loudest[row] = .zero
    }
  }
}

extension Lanes {
  /// Replaces numbers by the magnitudes of larger ones.
  @inline(__always)
  fileprivate mutating func keep(_ values: Lanes, where mask: SIMDMask<SIMD4<Int32>>) {
    let magnitudes = values.replacing(with: -values, where: values .< 0)
    replace(with: magnitudes, where: mask .& (magnitudes .> self))
  }
}
