// SPDX-License-Identifier: MPL-2.0

/// A phase vocoder that processes one frame of all channels at a time.
///
/// Each frame is analysed at its position and one hop before, so that the step of phase over one
/// hop is a product of complex numbers. Peaks of the energy of all channels are rotated to the
/// phase that continues the frame before; the bins around a peak rotate with it (J. Laroche and M.
/// Dolson, "Improved phase vocoder time-scale modification of audio", IEEE Trans. Speech and Audio
/// Processing 7, 1999).
struct LiveFrames: Sendable {
  private let shape: LiveShape
  /// For each pair of channels, the bins of the frame, and those of one hop before in the high lanes.
  private var analyses: [[ComplexLanes]]
  /// For each pair of channels, the rotated bins; the next frame continues them.
  private var made: [[ComplexLanes]]
  private var energy: [Float]
  private var peaks: PeakRegions
  private var work: Workspace
  private var bins: Range<Int> { 0..<energy.count }

  init(_ shape: LiveShape, pairCount: Int) {
    self.shape = shape
    work = Workspace(size: shape.size, span: shape.span)
    let binCount = work.transform.binCount
    let empty = [ComplexLanes](repeating: .zero, count: binCount)
    analyses = [[ComplexLanes]](repeating: empty, count: pairCount)
    made = analyses
    energy = [Float](repeating: 0, count: binCount)
    peaks = PeakRegions(capacity: binCount)
  }

  /// Returns the first source frame that a frame around a source frame reads.
  func firstRead(_ centre: Int) -> Int { centre - shape.size / 2 - shape.hop }

  /// Processes the next frame, around a source frame; after a reset it equals the source.
  mutating func make(around centre: Int, from source: [StereoFrames], isReset: Bool) {
    let first = centre - shape.size / 2
    for pair in source.indices {
      work.analyse(source[pair], first, first - shape.hop, into: &analyses[pair])
      Self.add(analyses[pair], isFirst: pair == 0, to: &energy)
    }
    if isReset {
      peaks.removeAll(bins)
    } else {
      peaks.find(in: energy, bins)
      for pair in made.indices { peaks.lead(analyses[pair], from: made[pair], isHigh: false) }
    }
    peaks.normalise()
    for pair in made.indices {
      peaks.turn(analyses[pair], from: 0, into: &made[pair], isHigh: false)
    }
  }

  /// Adds the frame to tracks, from an output frame on.
  mutating func add(to tracks: inout [StereoFrames], at first: Int) {
    for pair in tracks.indices {
      work.synthesise(made[pair])
      work.overlap(first, into: &tracks[pair])
    }
  }

  /// Adds the energies of two channels to `sums`, or sets them to those.
  private static func add(_ bins: [ComplexLanes], isFirst: Bool, to sums: inout [Float]) {
    let bins = bins.span
    var sums = sums.mutableSpan
    for k in 0..<sums.count {
      let (re, im) = bins[k].low
      let lanes = re * re + im * im
      sums[k] = (isFirst ? 0 : sums[k]) + (lanes.x + lanes.y)
    }
  }
}
