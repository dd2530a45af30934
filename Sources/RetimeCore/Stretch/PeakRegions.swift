// SPDX-License-Identifier: MPL-2.0

/// The peaks of a spectrum, the bins that belong to each, and their phase rotations.
struct PeakRegions: Sendable {
  /// A peak and its bins, up to the minimum between it and the next one.
  struct Region: Sendable {
    /// The bin of the peak; negative for a region without a peak, which is not rotated.
    var peak: Int
    /// The value of `peak` for a region of infrasound.
    static let unturned = -2
    /// The bin after the last one.
    var end: Int
    /// A complex number of magnitude 1, or the sum over the channels from which it is computed.
    var rotation: SamplePair
  }

  private var regions: [Region]
  private var count = 1

  /// Creates regions for at most `capacity` bins.
  init(capacity: Int) {
    let none = Region(peak: -1, end: 0, rotation: .zero)
    regions = [Region](repeating: none, count: capacity / 2 + 2)
  }

  /// Resets to one region without a peak, which is not rotated.
  mutating func removeAll(_ bins: Range<Int>) {
    count = 1
    regions[0] = Region(peak: -1, end: bins.upperBound, rotation: .zero)
  }

  /// Finds the bins that are higher than two neighbours on either side; of equal bins, the first.
  mutating func find(in energy: [Float], _ bins: Range<Int>) {
    removeAll(bins)
    let energy = energy.span.extracting(bins)
    var regions = self.regions.mutableSpan
    var search = PeakSearch()
    if bins.lowerBound == 0, energy.count > 3, max(energy[0], energy[1]) > energy[2],
      energy[0] > energy[1] || energy[1] > energy[3]
    {
      // The mirror image of components below the audible range lies in the same bins: no rotation
      // is right for both.
      regions[0] = Region(peak: Region.unturned, end: bins.upperBound, rotation: .zero)
      search.count = 1
    }
    search.find(in: energy) { peak, count, valley in
      if count > 0 {
        let isLow = regions[count &- 1].peak == Region.unturned
        regions[count &- 1].end = bins.lowerBound &+ (isLow ? max(2, valley) : valley)
      }
      regions[count] = Region(peak: bins.lowerBound &+ peak, end: bins.upperBound, rotation: .zero)
    }
    count = max(1, search.count)
  }

  /// Adds the share of two channels to the rotations.
  ///
  /// It is the phase of each peak's bin in the previous output frame, advanced by the step from the
  /// earlier analysis to the later one, relative to the later one.
  mutating func lead(_ analysis: [ComplexLanes], from last: [ComplexLanes], isHigh: Bool) {
    let (analysis, last, count) = (analysis.span, last.span, count)
    var regions = self.regions.mutableSpan
    for index in 0..<count where regions[index].peak >= 0 {
      let peak = regions[index].peak
      let (now, before) = (analysis[peak].low, analysis[peak].high)
      let made = isHigh ? last[peak].high : last[peak].low
      let level = now.re * now.re + now.im * now.im
      let re = (made.re * before.re + made.im * before.im) * level
      let im = (made.im * before.re - made.re * before.im) * level
      regions[index].rotation += SamplePair(re.x + re.y, im.x + im.y)
    }
  }

  /// Adds the share of one channel of a pair to the rotations of those peaks whose bin satisfies `isLinked`.
  mutating func lead(
    _ analysis: [ComplexLanes],
    from last: [ComplexLanes],
    isHigh: Bool,
    lane: Int,
    where isLinked: (Int) -> Bool
  ) {
    for index in 0..<count where regions[index].peak >= 0 && isLinked(regions[index].peak) {
      let peak = regions[index].peak
      let (bin, place) = (analysis[peak], isHigh ? lane + 2 : lane)
      let (re, im) = (bin.re[lane], bin.im[lane])
      let (beforeRe, beforeIm) = (bin.re[lane + 2], bin.im[lane + 2])
      let (madeRe, madeIm) = (last[peak].re[place], last[peak].im[place])
      let level = re * re + im * im
      regions[index].rotation += SamplePair(
        (madeRe * beforeRe + madeIm * beforeIm) * level,
        (madeIm * beforeRe - madeRe * beforeIm) * level
      )
    }
  }

  /// Normalizes the sums to rotations.
  mutating func normalise() {
    for index in 0..<count {
      let sum = regions[index].rotation
      let length = (sum.x * sum.x + sum.y * sum.y).squareRoot()
      regions[index].rotation = length > 1e-30 ? sum / length : SamplePair(1, 0)
    }
  }

  /// Returns the rotation of a peak at a bin or next to it; the search starts at the last region.
  func rotation(near bin: Int) -> SamplePair? {
    var index = count - 1
    while index > 0, regions[index - 1].end > bin { index -= 1 }
    let region = regions[index]
    return region.peak >= 0 && abs(region.peak - bin) < 2 ? region.rotation : nil
  }

  /// Replaces the rotations of peaks by those that `rotation` returns for their bins.
  mutating func replace(_ rotation: (Int) -> SamplePair?) {
    for index in 0..<count where regions[index].peak >= 0 {
      if let other = rotation(regions[index].peak) { regions[index].rotation = other }
    }
  }

  /// Rotates the later analysis of two channels into the lower or the higher lanes of `made`.
  func turn(
    _ analysis: [ComplexLanes],
    from first: Int,
    into made: inout [ComplexLanes],
    isHigh: Bool
  ) {
    let (analysis, regions) = (analysis.span, regions.span)
    var made = made.mutableSpan
    var k = first
    for index in 0..<count {
      let (end, rotation) = (regions[index].end, regions[index].rotation)
      while k < end {
        let (re, im) = analysis[k].low
        let turned = (
          re: re * rotation.x - im * rotation.y,
          im: re * rotation.y + im * rotation.x
        )
        let (low, high) = isHigh ? (made[k].low, turned) : (turned, made[k].high)
        made[k] = ComplexLanes(
          re: Lanes(lowHalf: low.re, highHalf: high.re),
          im: Lanes(lowHalf: low.im, highHalf: high.im)
        )
        k &+= 1
      }
    }
  }

  /// Rotates the later analysis of one channel of a pair into its lower or higher lane of `made`.
  func turn(
    _ analysis: [ComplexLanes],
    from first: Int,
    into made: inout [ComplexLanes],
    isHigh: Bool,
    lane: Int
  ) {
    let place = isHigh ? lane + 2 : lane
    var k = first
    for index in 0..<count {
      let (end, rotation) = (regions[index].end, regions[index].rotation)
      while k < end {
        let (re, im) = (analysis[k].re[lane], analysis[k].im[lane])
        made[k].re[place] = re * rotation.x - im * rotation.y
        made[k].im[place] = re * rotation.y + im * rotation.x
        k &+= 1
      }
    }
  }
}
