// SPDX-License-Identifier: MPL-2.0

/// The weight of a bin, for its tones and for its noise.
struct BandWeight: Hashable, Sendable {
  let tone: Float
  /// The square root of the weight, because powers of noise add.
  let noise: Float

  init(_ weight: Float) { (tone, noise) = (weight, weight.squareRoot()) }
}

/// The noise in a spectrum, and a method to keep it noise.
///
/// The levels of noise have a Rayleigh distribution: the square of their mean is π ÷ 4 of the mean
/// of their squares; levels of tones are more uneven. If a vocoder gives overlapping frames the
/// same levels, with phases that do not agree, noise beats and becomes softer. Noise is therefore
/// taken from a bin some places away, a different one in each of four consecutive frames, and
/// rotated by a phase of each frame's own: overlapping frames are then uncorrelated, as in noise,
/// and nothing repeats. All channels are treated alike.
struct NoiseShare: Sendable {
  private let bins: Range<Int>
  /// For each group of bins, the sums of levels and of their squares.
  private var groups: [ComplexLanes]
  /// For each group and those around it, over all channels: the squared sums of levels, and the energies.
  private var sums: [SIMD2<Float>]
  /// For each group of bins, the weights of tones and of noise in the lanes of the two frames.
  private var shares: [ComplexLanes]
  private let directions = (0..<16).map { Root($0, of: 16) }

  /// The number of bins in a group, and of groups on either side that are included.
  private static let group = 4, reach = 3
  /// The evenness up to which all is tone, and from which on all is noise: π ÷ 4 minus the scatter of few bins.
  private static let edges: (Float, Float) = (0.66, 0.74)
  /// The gain of noise: the powers of four uncorrelated frames sum to 35 ÷ 32, those of correlated ones to 9 ÷ 4.
  private static let gain: Float = 1.434
  /// The distances of the bins that noise is taken from; a raised cosine's spectrum correlates up to two bins away.
  private static let shifts = [-3, 1, -1, 3]

  init(bins: Range<Int>) {
    self.bins = bins
    let count = (bins.count + Self.group - 1) / Self.group
    groups = [ComplexLanes](repeating: .zero, count: count)
    sums = [SIMD2<Float>](repeating: .zero, count: count)
    shares = groups
  }

  /// Measures one of two frames.
  ///
  /// `analyses` has both frames of each pair of channels in order; `speed` is in source frames per
  /// output frame.
  mutating func measure(_ analyses: [[ComplexLanes]], index: Int, speed: Double) {
    // Near speed 1 overlapping frames agree, whatever they contain.
    let strength = Float(min(abs(speed - 1) * 10, 1))
    for group in sums.indices { sums[group] = .zero }
    for pair in 0..<analyses.count / 2 {
      Self.measure(analyses[2 * pair + index], bins, &groups)
      Self.gather(groups, &sums)
    }
    for group in sums.indices {
      let near = min(sums.count - 1, group + Self.reach) - max(0, group - Self.reach) + 1
      let evenness = sums[group].x / (sums[group].y * Float(near * Self.group) + 1e-30)
      let t = min(max((evenness - Self.edges.0) / (Self.edges.1 - Self.edges.0), 0), 1)
      let share = strength * t * t * (3 - 2 * t)
      let tone = SamplePair(repeating: (1 - share).squareRoot())
      let hiss = SamplePair(repeating: share.squareRoot() * Self.gain)
      let one = index == 0 ? (re: tone, im: hiss) : shares[group].low
      shares[group] = ComplexLanes(
        re: Lanes(lowHalf: one.re, highHalf: tone),
        im: Lanes(lowHalf: one.im, highHalf: hiss)
      )
    }
  }

  /// Computes the levels and the energies of each group of bins.
  private static func measure(
    _ bins: [ComplexLanes],
    _ range: Range<Int>,
    _ groups: inout [ComplexLanes]
  ) {
    let bins = bins.span
    var groups = groups.mutableSpan
    for index in 0..<groups.count {
      var (level, square) = (Lanes.zero, Lanes.zero)
      let first = range.lowerBound + index * group
      for k in first..<min(first + group, range.upperBound) {
        let energy = bins[k].re * bins[k].re + bins[k].im * bins[k].im
        level += energy.squareRoot()
        square += energy
      }
      groups[index] = ComplexLanes(re: level, im: square)
    }
  }

  /// Adds the sums over each group and the groups around it.
  private static func gather(_ groups: [ComplexLanes], _ sums: inout [SIMD2<Float>]) {
    let groups = groups.span
    var sums = sums.mutableSpan
    for index in 0..<groups.count {
      var sum = ComplexLanes.zero
      for other in max(0, index - reach)..<min(groups.count, index + reach + 1) {
        sum = sum + groups[other]
      }
      let (level, square) = (sum.re * sum.re, sum.im)
      sums[index] += SIMD2(
        (level[0] + level[1]) + (level[2] + level[3]),
        (square[0] + square[1]) + (square[2] + square[3])
      )
    }
  }

  /// Mixes the tones of two frames with the noise of their analyses, from bin `first` on, with a weight for each bin.
  func mix(
    _ tones: [ComplexLanes],
    _ analyses: ([ComplexLanes], [ComplexLanes]),
    frame: Int,
    weights: [BandWeight],
    first: Int,
    into result: inout [ComplexLanes]
  ) {
    let (tones, one, other) = (tones.span, analyses.0.span, analyses.1.span)
    let (weights, shares) = (weights.span, shares.span)
    var result = result.mutableSpan
    let (near, far) = (Self.shifts[frame & 3], Self.shifts[(frame + 1) & 3])
    let (turnOne, turnOther) = (direction(frame), direction(frame + 1))
    let re = Lanes(turnOne.re, turnOne.re, turnOther.re, turnOther.re)
    let im = Lanes(turnOne.im, turnOne.im, turnOther.im, turnOther.im)
    for offset in 0..<weights.count {
      let (k, weight) = (first &+ offset, weights[offset])
      let share = shares[(k - bins.lowerBound) / Self.group]
      let a = one[min(max(k &+ near, bins.lowerBound), bins.upperBound - 1)].low
      let b = other[min(max(k &+ far, bins.lowerBound), bins.upperBound - 1)].low
      let hissRe = Lanes(lowHalf: a.re, highHalf: b.re)
      let hissIm = Lanes(lowHalf: a.im, highHalf: b.im)
      // The tones of the bands agree (`SharedRotations`), their noises do not.
      let (tone, noise) = (share.re * weight.tone, share.im * weight.noise)
      result[k] = ComplexLanes(
        re: tones[k].re * tone + (hissRe * re - hissIm * im) * noise,
        im: tones[k].im * tone + (hissRe * im + hissIm * re) * noise
      )
    }
  }

  /// Returns a pseudo-random phase: the bits of the frame's number, spread over the word by multiplication.
  private func direction(_ frame: Int) -> Root {
    var bits = UInt64(truncatingIfNeeded: frame) &* 0x5242_0521_25A0_C43F
    bits ^= bits >> 32
    bits = bits &* 0xD6E8_FEB8_6659_FD93
    return directions[Int(bits >> 60)]
  }
}
