// SPDX-License-Identifier: MPL-2.0

/// How much of a bin is heard: of tones and of noise.
struct BandWeight: Hashable, Sendable {
  let tone: Float
  /// The root of it, as powers sum.
  let noise: Float

  init(_ weight: Float) { (tone, noise) = (weight, weight.squareRoot()) }
}

/// Which part of a spectrum is noise, and how it is kept noise.
///
/// The levels of noise are spread as Rayleigh says: the square of their mean is π ÷ 4 of the mean of their squares; those
/// of tones are more uneven. Where a vocoder gives the same levels to the frames that overlap, with phases that do not
/// agree, noise beats and becomes softer. So noise is taken from a bin some places away, another one in each of four
/// frames in a row, and turned by a phase of each frame's own: what overlaps is not alike, as in noise, and nothing
/// comes again. All channels are treated alike.
struct NoiseShare: Sendable {
  private let bins: Range<Int>
  /// For each group of bins, the sums of levels and of their squares.
  private var groups: [ComplexLanes]
  /// The same of the groups around, and of all channels: squares of levels, and energies.
  private var sums: [SIMD2<Float>]
  /// For each group of bins, the weights of tones and of noise in the lanes of the two frames.
  private var shares: [ComplexLanes]
  private let directions = (0..<16).map { Root($0, of: 16) }

  /// Bins of a group, and how many groups on either side are looked at.
  private static let group = 4, reach = 3
  /// Up to which evenness all is tone, and from which on all is noise: π ÷ 4 less what few bins scatter.
  private static let edges: (Float, Float) = (0.66, 0.74)
  /// Four frames of noise do not agree: the sum of their powers is 35 ÷ 32 where that of frames which agree is 9 ÷ 4.
  private static let gain: Float = 1.434
  /// How many bins away noise is taken from: neighbours in a raised cosine's spectrum agree up to two bins away.
  private static let shifts = [-3, 1, -1, 3]

  init(bins: Range<Int>) {
    self.bins = bins
    let count = (bins.count + Self.group - 1) / Self.group
    groups = [ComplexLanes](repeating: .zero, count: count)
    sums = [SIMD2<Float>](repeating: .zero, count: count)
    shares = groups
  }

  /// Measures one of two frames, of which the analyses of each pair of channels follow each other; `speed` is in source
  /// frames for an output frame.
  mutating func measure(_ analyses: [[ComplexLanes]], index: Int, speed: Double) {
    // Near speed 1 the frames that overlap agree, whatever they are.
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

  /// The levels, and the energies, of each group of bins.
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

  /// Adds what the groups around each have together.
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

  /// Mixes the tones of two frames with the noise of their analyses: bins from `first` on, each with a weight.
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
      // The bands' tones agree (`SharedRotations`), their noises do not.
      let (tone, noise) = (share.re * weight.tone, share.im * weight.noise)
      result[k] = ComplexLanes(
        re: tones[k].re * tone + (hissRe * re - hissIm * im) * noise,
        im: tones[k].im * tone + (hissRe * im + hissIm * re) * noise
      )
    }
  }

  /// A phase that looks like chance: the frame's number, its bits spread over the word by multiplication.
  private func direction(_ frame: Int) -> Root {
    var bits = UInt64(truncatingIfNeeded: frame) &* 0x5242_0521_25A0_C43F
    bits ^= bits >> 32
    bits = bits &* 0xD6E8_FEB8_6659_FD93
    return directions[Int(bits >> 60)]
  }
}
