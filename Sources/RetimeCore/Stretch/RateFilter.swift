// SPDX-License-Identifier: MPL-2.0

/// A resampler to a rate lower by an integer factor and back, for frequencies far below the lower rate's limit.
///
/// It uses a windowed sinc (Blackman-Harris, side lobes at -92 dB) that is centred on the frames,
/// so that nothing is delayed. Up to a quarter of the lower rate it is flat, and components that
/// would alias into that quarter are removed.
struct RateFilter: Sendable {
  /// The number of frames at the higher rate for one at the lower.
  let factor: Int
  /// The number of frames on either side of the centre, at the higher rate.
  let reach: Int
  /// The number of frames on either side of the centre, at the lower rate.
  static let reach = 8
  /// 2·reach + 1 weights; they sum to 1.
  private let taps: [Float]
  /// For each phase, the weights of the lower-rate frames, earliest first.
  private let phases: [[Float]]

  init(factor: Int) {
    self.factor = factor
    let reach = Self.reach * factor
    self.reach = reach
    var taps = (-reach...reach).map { offset -> Double in
      let turn = { (times: Int) in unitRoot(times * (offset + reach + 1), of: 2 * reach + 2).cosine
      }
      let window = 0.358_75 - 0.488_29 * turn(1) + 0.141_28 * turn(2) - 0.011_68 * turn(3)
      guard offset != 0 else { return window }
      // The sine of π·offset ÷ factor makes half a turn per factor.
      let sine = unitRoot(offset, of: 2 * factor).sine
      return window * sine * Double(factor) / (Double.pi * Double(offset))
    }
    let sum = taps.reduce(0, +)
    taps = taps.map { $0 / sum }
    self.taps = taps.map { Float($0) }
    phases = (0..<factor).map { phase in
      (0...16).map { index in
        // The lower-rate frame `whole + index - 8` lies `phase - factor·(index - 8)` before this
        // one.
        let offset = phase - factor * (index - 8)
        return abs(offset) <= reach ? Float(taps[offset + reach] * Double(factor)) : 0
      }
    }
  }

  /// Appends lower-rate frames to `low` up to frame `end`, unless it already ends there or later.
  func decimate(_ high: StereoFrames, into low: inout StereoFrames, to end: Int) {
    while low.end < end {
      let first = low.end * factor - reach - high.start
      let source = high.samples.span.extracting(first..<first + 2 * reach + 1)
      low.append(Self.weighted(source, taps.span))
    }
  }

  /// Interpolates lower-rate frames and adds them to `high`, in a range of its frames.
  ///
  /// The range starts at a multiple of ``factor``.
  func interpolate(_ low: StereoFrames, into high: inout StereoFrames, _ range: Range<Int>) {
    precondition(range.lowerBound.isMultiple(of: factor) && range.count.isMultiple(of: factor))
    let (first, source) = (range.lowerBound / factor - 8 - low.start, low.samples.span)
    for phase in 0..<factor {
      let weights = phases[phase]
      for group in 0..<range.count / factor {
        let pair = Self.weighted(
          source.extracting(first + group..<first + group + 17),
          weights.span
        )
        high.add(pair, at: range.lowerBound + group * factor + phase)
      }
    }
  }

  /// Returns the sum of frames, each multiplied by its weight.
  @inline(__always)
  private static func weighted(_ frames: Span<SamplePair>, _ weights: Span<Float>) -> SamplePair {
    var sum = Lanes.zero
    var index = 0
    while index &+ 1 < frames.count {
      sum +=
        Lanes(lowHalf: frames[index], highHalf: frames[index &+ 1])
        * Lanes(
          lowHalf: SamplePair(repeating: weights[index]),
          highHalf: SamplePair(repeating: weights[index &+ 1])
        )
      index &+= 2
    }
    return sum.lowHalf + sum.highHalf + frames[index] * weights[index]
  }
}
