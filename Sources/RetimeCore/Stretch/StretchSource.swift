// SPDX-License-Identifier: MPL-2.0

/// The source of a stretch, taken apart as it comes: its hits, and what is left at the rates of the bands.
///
/// Everything lies on grids of absolute frame numbers and depends on frames nearby alone: wherever reading begins, the
/// same bits come out.
struct StretchSource: Sendable {
  private var splitter: HitSplitter
  private var detector: OnsetDetector
  private let middleFilter: RateFilter?
  private let lowFilter: RateFilter
  private let pairCount: Int

  /// The source, one track for each pair of channels.
  private var whole: [PairTrack]
  /// What is left without hits, at each rate from the lowest to the source's own: one track for each pair of channels.
  private(set) var rest: [[PairTrack]]
  /// Onsets whose hits are not taken out yet, ordered.
  private var waiting: [(onset: OnsetDetector.Onset, outputFrame: Int)] = []
  /// Hits that have to be taken out, or to be played, ordered.
  private(set) var hits: [Hit] = []

  /// The first source frame that must be there: a while before the first one that is asked for.
  let start: Int

  /// A source of which frames from `first` on will be asked for; of those at lower rates, the nearest before it.
  init(shape: StretchShape, pairCount: Int, first: Int) {
    let (middle, low) = (shape.bands[1].step, shape.bands[0].step)
    // A frame of every rate is here.
    let grid = Int((Double(first) / Double(low)).rounded(.down)) * low
    splitter = HitSplitter(size: shape.hitSize, rate: shape.rate)
    lowFilter = RateFilter(factor: low / middle)
    middleFilter = middle > 1 ? RateFilter(factor: middle) : nil
    self.pairCount = pairCount
    let high = grid - 24 * low
    let tracks = { (start: Int) in [PairTrack](repeating: PairTrack(start: start), count: pairCount)
    }
    rest = [
      tracks(grid / low), tracks(middle > 1 ? (grid - 12 * low) / middle : high), tracks(high),
    ]
    // Hits that end behind it are found, and measured with what surrounds them.
    let earliest = high - 2 * splitter.context.after - splitter.context.before
    detector = OnsetDetector(size: shape.onsetSize, rate: shape.rate, start: earliest)
    start = detector.needed - splitter.context.before
    whole = tracks(start)
  }

  /// The source frame behind the last one that is there.
  var end: Int { whole[0].end }

  /// Takes the next frames: of each, all channels, and so many of them.
  mutating func append(_ frames: Span<Float>, channelCount: Int) {
    for pair in 0..<pairCount {
      let second = 2 * pair + 1 < channelCount ? 1 : 0
      for frame in 0..<frames.count / channelCount {
        let index = frame &* channelCount &+ 2 &* pair
        let right = second == 1 ? Self.finite(frames[index &+ 1]) : 0
        whole[pair].append(SamplePair(Self.finite(frames[index]), right))
      }
    }
  }

  /// What can be added up and squared: what is no number is silence.
  @inline(__always)
  private static func finite(_ sample: Float) -> Float {
    sample.magnitude <= 1e6 ? sample : sample.isNaN ? 0 : sample < 0 ? -1e6 : 1e6
  }

  /// Takes frames of silence.
  mutating func appendSilence(to end: Int) {
    for pair in 0..<pairCount { whole[pair].extend(to: end) }
  }

  /// Takes apart what is there; `outputFrame` says where in the output hits are heard that are to be taken out.
  mutating func advance(outputFrame: (OnsetDetector.Onset) -> Int?) {
    var waiting = self.waiting
    detector.find(in: whole, to: end) { onset in
      if let outputFrame = outputFrame(onset) { waiting.append((onset, outputFrame)) }
    }
    self.waiting = waiting
    let settled = detector.settled
    while let (onset, outputFrame) = self.waiting.first {
      let next = self.waiting.count > 1 ? self.waiting[1].onset.frame : nil
      guard onset.frame + splitter.context.after <= end,
        // Whether another one cuts it short is known.
        next != nil || settled >= onset.frame + splitter.after + splitter.before
      else { break }
      if let hit = splitter.split(onset, at: outputFrame, next: next, from: whole) {
        hits.append(hit)
      }
      self.waiting.removeFirst()
    }
    let undecided = min(settled, self.waiting.first?.onset.frame ?? Int.max)
    for pair in 0..<pairCount { take(pair, to: min(undecided, end) - splitter.lead) }
    let high = rest[2][0].end
    if let middleFilter {
      let middle = (high - middleFilter.reach) / middleFilter.factor
      let low = (middle - lowFilter.reach) / lowFilter.factor
      for pair in 0..<pairCount {
        middleFilter.decimate(rest[2][pair], into: &rest[1][pair], to: middle)
        lowFilter.decimate(rest[1][pair], into: &rest[0][pair], to: low)
      }
    } else {
      let low = (high - lowFilter.reach) / lowFilter.factor
      for pair in 0..<pairCount { lowFilter.decimate(rest[2][pair], into: &rest[0][pair], to: low) }
    }
    let kept = min(detector.needed, undecided, high) - splitter.context.before
    for pair in 0..<pairCount { whole[pair].drop(before: kept) }
  }

  /// Adds to the rest what no hit to come has a share in.
  private mutating func take(_ pair: Int, to final: Int) {
    let first = rest[2][pair].end
    guard final > first else { return }
    for frame in first..<final { rest[2][pair].append(whole[pair][frame]) }
    for hit in hits {
      let track = hit.tracks[pair]
      for frame in max(first, track.start)..<max(max(first, track.start), min(final, track.end)) {
        rest[2][pair].add(-track[frame], at: frame)
      }
    }
  }

  /// How many frames before an onset its hit can begin.
  var lead: Int { splitter.lead }

  /// Hears the hits from an output frame on elsewhere; nothing of them was played.
  mutating func moveHits(from frame: Int, outputFrame: (OnsetDetector.Onset) -> Int?) {
    for index in hits.indices where hits[index].outputFrame >= frame {
      hits[index].outputFrame = outputFrame(hits[index].onset) ?? hits[index].outputFrame
    }
    for index in waiting.indices where waiting[index].outputFrame >= frame {
      waiting[index].outputFrame = outputFrame(waiting[index].onset) ?? waiting[index].outputFrame
    }
  }

  /// Lets go of hits up to a number.
  mutating func dropHits(_ count: Int) { hits.removeFirst(count) }

  /// Lets go of what is left before a source frame.
  mutating func drop(before frame: Int, _ bands: [StretchShape.Band]) {
    let (low, middle) = (bands[0].step, bands[1].step)
    for pair in 0..<pairCount {
      rest[0][pair].drop(before: frame / low - 1)
      if middle > 1 {
        rest[1][pair].drop(before: min(frame / middle - 1, (rest[0][pair].end - 10) * low / middle))
        rest[2][pair].drop(before: min(frame, (rest[1][pair].end - 10) * middle))
      } else {
        rest[2][pair].drop(before: min(frame, (rest[0][pair].end - 10) * low))
      }
    }
  }
}
