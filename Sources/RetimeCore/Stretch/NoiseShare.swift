// SPDX-License-Identifier: MPL-2.0

/// Which part of a spectrum is noise, and how it is kept noise.
///
/// The levels of noise are spread as Rayleigh says: the square of their mean is π ÷ 4 of the mean of their squares; tones
/// are more uneven. Where a vocoder repeats a level of noise over the frames that overlap, it beats. So noise is taken
/// from a bin some places away, another one in each of four frames in a row: what overlaps is not alike, as in noise.
struct NoiseShare: Sendable {
  private let bins: Range<Int>
  /// For each group of bins, the sums of levels and of their squares.
  private var groups: [ComplexLanes]
  /// The same of the groups around, and of all channels: squares of levels.
  private var sums: [(level: Float, square: Float)]
  /// For each group of bins, the weights of tones and of noise in the lanes of the two frames.
  private var shares: [ComplexLanes]
  private static let group = 4, reach = 3
  /// Where all is tone, and where all is noise.
  nonisolated(unsafe) static var edges: (Float, Float) = (0.66, 0.74)
  /// Four frames of noise overlap without agreement: what is missing then, with squares of windows.
  nonisolated(unsafe) static var gain: Float = 1.434
  private static let shifts = [-6, 2, -2, 6]

  init(bins: Range<Int>) {
    self.bins = bins
    let count = (bins.count + Self.group - 1) / Self.group
    groups = [ComplexLanes](repeating: .zero, count: count)
    sums = Array(repeating: (0, 0), count: count)
    shares = groups
  }

  /// Measures one of two frames, of which the analyses of each pair of channels follow each other.
  mutating func measure(_ analyses: [[ComplexLanes]], index: Int, isReset: Bool) {
    for group in sums.indices { (sums[group].level, sums[group].square) = (0, 0) }
    for pair in 0..<analyses.count / 2 {
      Self.measure(analyses[2 * pair + index], bins, &groups)
      for group in groups.indices {
        var (level, square) = (Lanes.zero, Lanes.zero)
        for other in max(0, group - Self.reach)...min(groups.count - 1, group + Self.reach) {
          level += groups[other].re
          square += groups[other].im
        }
        level *= level
        sums[group].level += level[0] + level[1] + level[2] + level[3]
        sums[group].square += square[0] + square[1] + square[2] + square[3]
      }
    }
    for group in sums.indices {
      let near = min(sums.count - 1, group + Self.reach) - max(0, group - Self.reach) + 1
      let evenness = sums[group].level / (sums[group].square * Float(near * Self.group) + 1e-30)
      let t = unsafe min(max((evenness - Self.edges.0) / (Self.edges.1 - Self.edges.0), 0), 1)
      let share = isReset ? 0 : t * t * (3 - 2 * t)
      let tone = SamplePair(repeating: (1 - share).squareRoot())
      let hiss = unsafe SamplePair(repeating: share.squareRoot() * Self.gain)
      if index == 0 {
        shares[group] = ComplexLanes(re: Lanes(lowHalf: tone, highHalf: tone), im: Lanes(lowHalf: hiss, highHalf: hiss))
      } else {
        shares[group].re.highHalf = tone
        shares[group].im.highHalf = hiss
      }
    }
  }

  /// The levels, and the energies, of each group of bins.
  private static func measure(
    _ bins: [ComplexLanes],
    _ range: Range<Int>,
    _ groups: inout [ComplexLanes]
  ) {
    let bins = bins.span
    for place in groups.indices {
      var (level, square) = (Lanes.zero, Lanes.zero)
      let first = range.lowerBound + place * group
      for k in first..<min(first + group, range.upperBound) {
        let energy = bins[k].re * bins[k].re + bins[k].im * bins[k].im
        level += energy.squareRoot()
        square += energy
      }
      groups[place] = ComplexLanes(re: level, im: square)
    }
  }

  /// The weights of the turned bins, and of the ones from elsewhere, for two frames.
  @inline(__always)
  func shares(_ k: Int) -> (tone: Lanes, hiss: Lanes) {
    let group = (k - bins.lowerBound) / Self.group
    return (shares[group].re, shares[group].im)
  }

  /// From which bins two frames take their noise.
  @inline(__always)
  func neighbours(_ k: Int, frame: Int) -> (Int, Int) {
    let one = k + Self.shifts[frame & 3], other = k + Self.shifts[(frame + 1) & 3]
    return (
      min(max(one, bins.lowerBound), bins.upperBound - 1),
      min(max(other, bins.lowerBound), bins.upperBound - 1)
    )
  }
}
