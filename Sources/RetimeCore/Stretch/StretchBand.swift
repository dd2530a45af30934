// SPDX-License-Identifier: MPL-2.0

/// The phase vocoder of one band.
///
/// Frames lie on multiples of the hop in output time and read the source where the map says. Each is analysed there and
/// one hop before it, so that the step of phase over one hop is a product of complex numbers. Peaks of the energy of all
/// channels are turned to where the frame before leads them; the bins around a peak turn with it (J. Laroche and
/// M. Dolson, "Improved phase vocoder time-scale modification of audio", IEEE Trans. Speech and Audio Processing 7, 1999).
/// All channels turn alike. Where a frame is a reset, nothing is turned: what is made from there on does not depend on
/// what was made before.
struct StretchBand: Sendable {
  let shape: StretchShape.Band
  /// The bins that are computed: those that are heard, and a few around them.
  private let bins: Range<Int>

  /// The number of the next frame; two are made at a time.
  private(set) var next: Int
  /// What has been made, at the band's rate: one track for each pair of channels.
  private(set) var output: [PairTrack]

  /// For each pair of channels, the bins of the two frames: of a frame, now and one hop before.
  private var analyses: [[ComplexLanes]]
  /// For each pair of channels, what the two frames became; of the last one, what the next begins with.
  private var made: [[ComplexLanes]]
  private var peaks = PeakRegions()
  private var energy: [Float]
  private var noise: NoiseShare
  private var work: Workspace

  /// A band whose output is complete from a frame of the output on that is a multiple of two hops.
  init(_ shape: StretchShape.Band, pairCount: Int, first: Int) {
    self.shape = shape
    work = Workspace(size: shape.size)
    let binCount = work.transform.binCount
    let lowest = max(0, shape.firstBin - 4)
    bins = lowest..<min(binCount, shape.firstBin + shape.weights.count + 4)
    next = Int((Double(first) / Double(shape.hop)).rounded(.down)) - 2
    output = [PairTrack](
      repeating: PairTrack(start: (next - 2) * shape.hop), count: pairCount)
    let empty = [ComplexLanes](repeating: .zero, count: binCount)
    analyses = [[ComplexLanes]](repeating: empty, count: 2 * pairCount)
    made = [[ComplexLanes]](repeating: empty, count: pairCount)
    energy = [Float](repeating: 0, count: binCount)
    noise = NoiseShare(bins: bins)
  }

  /// The output up to here is complete.
  var end: Int { (next - 2) * shape.hop }

  /// The output frame, at the source's rate, at which one of the next two frames lies.
  func place(_ index: Int) -> Int { (next + index) * shape.hop * shape.step }

  /// The source frames that a frame at a position reads, at the band's rate.
  func reads(_ position: Double) -> Range<Int> {
    let first = centre(position) - shape.size / 2
    return first - shape.hop..<first + shape.size
  }

  private func centre(_ position: Double) -> Int {
    Int((position / Double(shape.step)).rounded())
  }

  /// Makes the next two frames from positions in the source's frames.
  mutating func make(_ positions: (Double, Double), resets: (Bool, Bool), from source: [PairTrack]) {
    for pair in source.indices {
      for index in 0..<2 {
        let first = centre(index == 0 ? positions.0 : positions.1) - shape.size / 2
        work.analyse(source[pair], first, first - shape.hop, into: &analyses[2 * pair + index])
      }
    }
    turn(0, isReset: resets.0)
    turn(1, isReset: resets.1)
    for pair in source.indices {
      synthesise(pair)
      work.synthesise()
      let first = (next - 2) * shape.hop
      output[pair].extend(to: first + shape.hop + shape.size)
      work.overlap(first, first + shape.hop, into: &output[pair])
    }
    next += 2
  }

  /// Lets go of output before a frame of the band's rate.
  mutating func drop(before frame: Int) {
    for pair in output.indices { output[pair].drop(before: frame) }
  }

  /// Gives the first or the second frame its phases.
  private mutating func turn(_ index: Int, isReset: Bool) {
    for k in bins { energy[k] = 0 }
    for pair in made.indices { Self.add(analyses[2 * pair + index], bins, &energy) }
    if isReset {
      peaks.removeAll(bins)
    } else {
      peaks.find(in: energy, bins)
    }
    for region in 0..<peaks.count {
      let peak = peaks.peaks[region]
      // Of all channels together: how the bin before, led on by the step from one analysis to the other, lies to this.
      var sum = SamplePair.zero
      if peak >= 0 {
        for pair in made.indices {
          let last = index == 0 ? made[pair][peak].high : made[pair][peak].low
          sum += Self.lead(analyses[2 * pair + index][peak], last)
        }
      }
      let length = (sum.x * sum.x + sum.y * sum.y).squareRoot()
      let rotation = length > 1e-30 ? sum / length : SamplePair(1, 0)
      let range = peaks.begins[region]..<peaks.begins[region + 1]
      for pair in made.indices {
        Self.turn(analyses[2 * pair + index], range, rotation, index == 1, &made[pair])
      }
    }
    if shape.hasNoise { noise.measure(analyses, index: index, isReset: isReset) }
  }

  private static func add(_ bins: [ComplexLanes], _ range: Range<Int>, _ sums: inout [Float]) {
    let bins = bins.span
    var sums = sums.mutableSpan
    for k in range {
      let lanes = bins[k].re * bins[k].re + bins[k].im * bins[k].im
      sums[k] += lanes[0] + lanes[1]
    }
  }

  /// Two channels' share in the rotation of a peak.
  private static func lead(_ bin: ComplexLanes, _ last: (re: SamplePair, im: SamplePair)) -> SamplePair {
    let (now, before) = (bin.low, bin.high)
    let level = now.re * now.re + now.im * now.im
    // The rotation of the bin before it, and back by that of the analysis before.
    let re = (last.re * before.re + last.im * before.im) * level
    let im = (last.im * before.re - last.re * before.im) * level
    return SamplePair(re.x + re.y, im.x + im.y)
  }

  private static func turn(
    _ bins: [ComplexLanes],
    _ range: Range<Int>,
    _ rotation: SamplePair,
    _ isHigh: Bool,
    _ made: inout [ComplexLanes]
  ) {
    let bins = bins.span
    var made = made.mutableSpan
    for k in range {
      let (re, im) = bins[k].low
      let turnedRe = re * rotation.x - im * rotation.y
      let turnedIm = re * rotation.y + im * rotation.x
      let other = made[k]
      made[k] =
        isHigh
        ? ComplexLanes(
          re: Lanes(lowHalf: other.re.lowHalf, highHalf: turnedRe),
          im: Lanes(lowHalf: other.im.lowHalf, highHalf: turnedIm)
        )
        : ComplexLanes(
          re: Lanes(lowHalf: turnedRe, highHalf: other.re.highHalf),
          im: Lanes(lowHalf: turnedIm, highHalf: other.im.highHalf)
        )
    }
  }

  /// Puts the two frames of a pair of channels into the bins that become sound.
  private mutating func synthesise(_ pair: Int) {
    let first = shape.firstBin
    for offset in shape.weights.indices {
      let (k, weight) = (first + offset, shape.weights[offset])
      var (re, im) = (made[pair][k].re, made[pair][k].im)
      if shape.hasNoise {
        let (tone, hiss) = noise.shares(k)
        let (one, other) = noise.neighbours(k, frame: next)
        let (a, b) = (analyses[2 * pair][one], analyses[2 * pair + 1][other])
        re = re * tone + Lanes(lowHalf: a.re.lowHalf, highHalf: b.re.lowHalf) * hiss
        im = im * tone + Lanes(lowHalf: a.im.lowHalf, highHalf: b.im.lowHalf) * hiss
      }
      work.bins[k] = ComplexLanes(re: re * weight, im: im * weight)
    }
  }
}
