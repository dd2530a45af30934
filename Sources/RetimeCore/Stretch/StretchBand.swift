// SPDX-License-Identifier: MPL-2.0

/// The phase vocoder of one band.
///
/// Frames lie on multiples of the hop in output time and read the source at the map's positions.
/// Each is analysed there and one hop before, so that the step of phase over one hop is a product
/// of complex numbers. Peaks of the energy of all channels are rotated to the phase that continues
/// the frame before; the bins around a peak rotate with it (J. Laroche and M. Dolson, "Improved
/// phase vocoder time-scale modification of audio", IEEE Trans. Speech and Audio Processing 7,
/// 1999). Channels that carry the same signal rotate alike; where ``ChannelLinks`` separates them,
/// each has its own peaks. At a reset, nothing is rotated: the output from there on does not depend
/// on the output before.
struct StretchBand: Sendable {
  let shape: StretchShape.Band
  /// The bins that are computed: those that are heard, and a few around them.
  private let bins: Range<Int>

  /// The number of the next frame; two are processed at a time.
  private(set) var next: Int
  /// The output so far, at the band's rate: one track for each pair of channels.
  private(set) var output: [StereoFrames]

  /// For each pair of channels, the bins of the two frames, each with those of one hop before.
  private var analyses: [[ComplexLanes]]
  /// For each pair of channels, the rotated bins of the two frames; the next frame continues those of the last one.
  private var made: [[ComplexLanes]]
  private var peaks: PeakRegions
  private var energy: [Float]
  private var noise: NoiseShare
  /// For each channel, the rotations that the band above uses.
  private(set) var rotations: [SharedRotations]
  private var links: ChannelLinks
  private let channelCount: Int
  private let weights: [BandWeight]
  private var work: Workspace

  /// Creates a band whose output is complete from the output frame `first` on, a multiple of two hops.
  init(_ shape: StretchShape.Band, channelCount: Int, first: Int) {
    self.channelCount = channelCount
    let pairCount = (channelCount + 1) / 2
    self.shape = shape
    work = Workspace(size: shape.size)
    let binCount = work.transform.binCount
    let lowest = max(0, shape.firstBin - 4)
    bins = lowest..<min(binCount, shape.firstBin + shape.weights.count + 4)
    next = Int((Double(first) / Double(shape.hop)).rounded(.down)) - 2
    output = [StereoFrames](
      repeating: StereoFrames(start: (next - 2) * shape.hop),
      count: pairCount
    )
    let empty = [ComplexLanes](repeating: .zero, count: binCount)
    analyses = [[ComplexLanes]](repeating: empty, count: 2 * pairCount)
    made = [[ComplexLanes]](repeating: empty, count: pairCount)
    energy = [Float](repeating: 0, count: binCount)
    noise = NoiseShare(bins: bins)
    let falling = shape.firstBin + (shape.weights.lastIndex { $0 == 1 } ?? 0)
    // Peaks are found up to two bins before the end.
    rotations = [SharedRotations](
      repeating: SharedRotations(
        shape,
        bins: max(lowest, falling - 6)..<max(falling, bins.upperBound - 2),
        next: next
      ),
      count: channelCount
    )
    links = ChannelLinks(bins: bins, channelCount: channelCount)
    peaks = PeakRegions(capacity: bins.count)
    weights = shape.weights.map { BandWeight($0) }
  }

  /// The frame up to which the output is complete.
  var end: Int { (next - 2) * shape.hop }

  /// Returns the output frame, at the source's rate, of one of the next two frames.
  func outputFrame(_ index: Int) -> Int { (next + index) * shape.hop * shape.step }

  /// Returns the source frames that a frame at a position reads, at the band's rate.
  func reads(_ position: Double) -> Range<Int> {
    let first = centre(position) - shape.size / 2
    return first - shape.hop..<first + shape.size
  }

  /// Returns the position of a frame that reads from a source frame at the band's rate on.
  func position(reading first: Int) -> Double {
    Double((first + shape.size / 2 + shape.hop) * shape.step)
  }

  /// Returns the first source frame, at the source's rate, that a frame at a position reads.
  func firstRead(_ position: Double) -> Int { reads(position).lowerBound * shape.step }

  private func centre(_ position: Double) -> Int {
    Int((position / Double(shape.step)).rounded())
  }

  /// The input of a frame.
  struct Reading {
    /// The source frame at its centre.
    let position: Double
    /// The number of source frames per output frame around it.
    let speed: Double
    /// Whether phases are reset.
    let isReset: Bool
  }

  /// Processes the next two frames; `lower` is of the band below, which has processed its frames there.
  mutating func make(
    _ frames: (Reading, Reading),
    from source: [StereoFrames],
    above lower: [SharedRotations]?
  ) {
    for pair in source.indices {
      for index in 0..<2 {
        let first = centre((index == 0 ? frames.0 : frames.1).position) - shape.size / 2
        work.analyse(source[pair], first, first - shape.hop, into: &analyses[2 * pair + index])
      }
    }
    turn(0, frames.0, above: lower)
    turn(1, frames.1, above: lower)
    for pair in source.indices {
      noise.mix(
        made[pair],
        (analyses[2 * pair], analyses[2 * pair + 1]),
        frame: next,
        weights: weights,
        first: shape.firstBin,
        into: &work.bins
      )
      work.synthesise()
      let first = (next - 2) * shape.hop
      output[pair].extend(to: first + shape.hop + shape.size)
      work.overlap(first, first + shape.hop, into: &output[pair])
    }
    next += 2
  }

  /// Drops the output before a frame of the band's rate.
  mutating func drop(before frame: Int) {
    for pair in output.indices { output[pair].drop(before: frame) }
  }

  /// Sets the phases of the first or the second frame.
  private mutating func turn(_ index: Int, _ frame: Reading, above lower: [SharedRotations]?) {
    links.measure(analyses, index: index, isReset: frame.isReset)
    let centre = centre(frame.position) * shape.step
    let isAlike =
      frame.isReset || links.isWhole && !(lower?[0].isApart(at: outputFrame(index)) ?? false)
    if isAlike {
      turnAlike(index, isReset: frame.isReset, centre, above: lower)
    } else {
      turnApart(index, centre, above: lower)
    }
    noise.measure(analyses, index: index, speed: frame.isReset ? 1 : frame.speed)
  }

  /// Rotates all channels by the peaks of their sum.
  private mutating func turnAlike(
    _ index: Int,
    isReset: Bool,
    _ centre: Int,
    above lower: [SharedRotations]?
  ) {
    for k in bins { energy[k] = 0 }
    for pair in made.indices { Self.add(analyses[2 * pair + index], bins, &energy) }
    if isReset {
      peaks.removeAll(bins)
    } else {
      peaks.find(in: energy, bins)
      for pair in made.indices {
        peaks.lead(analyses[2 * pair + index], from: made[pair], isHigh: index == 0)
      }
    }
    finish(index, centre, above: lower?[0])
    for channel in rotations.indices {
      rotations[channel].append(peaks, centre: centre, isApart: false)
    }
    for pair in made.indices {
      peaks.turn(
        analyses[2 * pair + index],
        from: bins.lowerBound,
        into: &made[pair],
        isHigh: index == 1
      )
    }
  }

  /// Rotates each channel by the peaks of the channels linked to it.
  ///
  /// Peaks continue the lanes of the frame before; the lanes of the other frame are written.
  private mutating func turnApart(_ index: Int, _ centre: Int, above lower: [SharedRotations]?) {
    for channel in 0..<channelCount {
      for k in bins { energy[k] = 0 }
      links.addEnergy(of: channel, analyses, index: index, to: &energy)
      peaks.find(in: energy, bins)
      for other in 0..<channelCount {
        peaks.lead(
          analyses[other / 2 * 2 + index],
          from: made[other / 2],
          isHigh: index == 0,
          lane: other % 2
        ) { links.areLinked(channel, other, at: $0) }
      }
      finish(index, centre, above: lower?[channel])
      rotations[channel].append(peaks, centre: centre, isApart: true)
      peaks.turn(
        analyses[channel / 2 * 2 + index],
        from: bins.lowerBound,
        into: &made[channel / 2],
        isHigh: index == 1,
        lane: channel % 2
      )
    }
  }

  /// Normalizes the rotations, and takes those of the band below where it has any.
  private mutating func finish(_ index: Int, _ centre: Int, above lower: SharedRotations?) {
    peaks.normalise()
    guard let lower else { return }
    let outputFrame = outputFrame(index)
    peaks.replace { lower.rotation(of: $0, in: shape, at: outputFrame, centre: centre) }
  }

  private static func add(_ bins: [ComplexLanes], _ range: Range<Int>, _ sums: inout [Float]) {
    let bins = bins.span
    var sums = sums.mutableSpan
    for k in range {
      let lanes = bins[k].re * bins[k].re + bins[k].im * bins[k].im
      sums[k] += lanes[0] + lanes[1]
    }
  }
}
