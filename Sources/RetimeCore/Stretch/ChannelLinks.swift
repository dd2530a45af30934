// SPDX-License-Identifier: MPL-2.0

/// The channels of a band that carry the same signal, bin by bin.
///
/// Two channels are linked at a bin while their cross-spectrum is coherent over the last frames and
/// the neighbouring bins, as for a source that is panned or delayed between them. Two sources of
/// different frequencies are not coherent, even within one bin: the phase between them changes from
/// frame to frame. The average is a sum over frames in order that restarts at each reset, so it
/// depends neither on the blocks nor on where a part starts.
struct ChannelLinks: Sendable {
  private let bins: Range<Int>
  private let channelCount: Int
  /// For each pair of channels and each bin: the energy of both, and their cross-spectrum's real and imaginary part.
  private var averages: [[Lanes]]
  /// For each pair of channels and each bin, whether they are linked.
  private var links: [[Bool]]
  /// Whether all channels are linked in all bins of the latest frame.
  private(set) var isWhole = true

  /// The share of the average that remains after one frame; the average lasts 8 frames.
  private static let decay: Float = 0.875
  /// The squared coherence from which on channels are linked.
  private static let least: Float = 0.35
  /// The energy ratio below which the weaker channel is linked to the other one.
  private static let negligible: Float = 1e-8

  init(bins: Range<Int>, channelCount: Int) {
    (self.bins, self.channelCount) = (bins, channelCount)
    let pairs = channelCount * (channelCount - 1) / 2
    averages = [[Lanes]](repeating: [Lanes](repeating: .zero, count: bins.count), count: pairs)
    links = [[Bool]](repeating: [Bool](repeating: true, count: bins.count), count: pairs)
  }

  /// Returns the index of two channels, the first of which is the lower one.
  private static func pair(_ one: Int, _ other: Int) -> Int { other * (other - 1) / 2 + one }

  /// Adds the frame at `index` (0 or 1) of `analyses`; a reset discards the frames before it.
  mutating func measure(_ analyses: [[ComplexLanes]], index: Int, isReset: Bool) {
    isWhole = true
    for other in 0..<channelCount {
      for one in 0..<other {
        let pair = Self.pair(one, other)
        Self.add(
          (analyses[one / 2 * 2 + index], one % 2),
          (analyses[other / 2 * 2 + index], other % 2),
          bins,
          decay: isReset ? 0 : Self.decay,
          to: &averages[pair]
        )
        isWhole = Self.decide(averages[pair], &links[pair]) && isWhole
      }
    }
  }

  private static func add(
    _ one: (bins: [ComplexLanes], lane: Int),
    _ other: (bins: [ComplexLanes], lane: Int),
    _ range: Range<Int>,
    decay: Float,
    to averages: inout [Lanes]
  ) {
    let (first, second, start) = (one.bins.span, other.bins.span, range.lowerBound)
    let (oneLane, otherLane) = (one.lane, other.lane)
    var averages = averages.mutableSpan
    for index in 0..<averages.count {
      let (a, b) = (first[start &+ index], second[start &+ index])
      let (ar, ai) = (a.re[oneLane], a.im[oneLane])
      let (br, bi) = (b.re[otherLane], b.im[otherLane])
      let sum =
        averages[index] * decay
        + Lanes(ar * ar + ai * ai, br * br + bi * bi, ar * br + ai * bi, ai * br - ar * bi)
      // Values near zero are set to zero, because very small numbers are slow to compute with.
      averages[index] = sum[0] + sum[1] < 1e-25 ? .zero : sum
    }
  }

  /// Decides for each bin, with its neighbours; returns whether the channels are linked in all bins.
  private static func decide(_ averages: [Lanes], _ links: inout [Bool]) -> Bool {
    let averages = averages.span
    var links = links.mutableSpan
    var isWhole = true
    var (before, here) = (Lanes.zero, averages.count > 0 ? averages[0] : .zero)
    for index in 0..<averages.count {
      let after = index &+ 1 < averages.count ? averages[index &+ 1] : .zero
      let sum = before + here + after
      let (both, cross) = (sum[0] * sum[1], sum[2] * sum[2] + sum[3] * sum[3])
      let isWeak = min(sum[0], sum[1]) < Self.negligible * max(sum[0], sum[1])
      let isLinked = isWeak || cross >= Self.least * both
      links[index] = isLinked
      isWhole = isWhole && isLinked
      (before, here) = (here, after)
    }
    return isWhole
  }

  /// Returns whether two channels are linked at a bin.
  func areLinked(_ one: Int, _ other: Int, at bin: Int) -> Bool {
    one == other || links[Self.pair(min(one, other), max(one, other))][bin - bins.lowerBound]
  }

  /// Adds to `sums` the energy of each channel linked to `channel`, in the bins where it is.
  func addEnergy(
    of channel: Int,
    _ analyses: [[ComplexLanes]],
    index: Int,
    to sums: inout [Float]
  ) {
    for other in 0..<channelCount {
      let analysis = analyses[other / 2 * 2 + index]
      let lane = other % 2
      for bin in bins where areLinked(channel, other, at: bin) {
        let (re, im) = (analysis[bin].re[lane], analysis[bin].im[lane])
        sums[bin] += re * re + im * im
      }
    }
  }
}
