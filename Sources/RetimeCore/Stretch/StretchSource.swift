// SPDX-License-Identifier: MPL-2.0

/// The source of a time stretch, split into transients and a residual at the rates of the bands.
///
/// Everything lies on grids of absolute frame numbers and depends on nearby frames only: wherever
/// reading starts, the bits are the same.
struct StretchSource: Sendable {
  private var splitter: TransientSeparator
  private var detector: OnsetDetector
  private let middleFilter: RateFilter?
  private let lowFilter: RateFilter
  private let pairCount: Int

  /// The source, one track for each pair of channels.
  private var whole: [StereoFrames]
  /// The residual without transients, at each rate from the lowest to the source's: one track for each pair of channels.
  private(set) var rest: [[StereoFrames]]
  /// Onsets whose transients are not separated yet, in order.
  private var waiting: [(onset: OnsetDetector.Onset, outputFrame: Int)] = []
  /// Transients that are still to be subtracted, or to be played, in order.
  private(set) var hits: [Transient] = []

  /// The first source frame that must be appended, some time before the first one that is requested.
  let start: Int

  /// Creates a source of which frames from `first` on are requested; at lower rates, from the nearest frame before it.
  init(shape: StretchShape, pairCount: Int, first: Int) {
    let (middle, low) = (shape.bands[1].step, shape.bands[0].step)
    // A frame of every rate lies here.
    let grid = Int((Double(first) / Double(low)).rounded(.down)) * low
    splitter = TransientSeparator(size: shape.hitSize, rate: shape.rate)
    lowFilter = RateFilter(factor: low / middle)
    middleFilter = middle > 1 ? RateFilter(factor: middle) : nil
    self.pairCount = pairCount
    let high = grid - 24 * low
    let tracks = { (start: Int) in
      [StereoFrames](repeating: StereoFrames(start: start), count: pairCount)
    }
    rest = [
      tracks(grid / low), tracks(middle > 1 ? (grid - 12 * low) / middle : high), tracks(high),
    ]
    // Transients that end after it are found, and measured with their surroundings.
    let earliest = high - 2 * splitter.context.after - splitter.context.before
    detector = OnsetDetector(size: shape.onsetSize, rate: shape.rate, start: earliest)
    start = detector.needed - splitter.context.before
    whole = tracks(start)
  }

  /// The source frame after the last one received.
  var end: Int { whole[0].end }

  /// Appends interleaved frames of `channelCount` samples.
  mutating func append(_ frames: Span<Float>, channelCount: Int) {
    whole.append(frames, channelCount: channelCount)
  }

  /// Appends silence up to source frame `end`.
  mutating func appendSilence(to end: Int) {
    for pair in 0..<pairCount { whole[pair].extend(to: end) }
  }

  /// Splits the frames received; `outputFrame` returns where a transient is played, or nil if it is not to be separated.
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
        // Whether another onset cuts it short is known.
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

  /// Adds frames to the residual up to `final`, before which no later transient starts.
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

  /// The maximum number of frames by which a transient can start before its onset.
  var lead: Int { splitter.lead }

  /// Moves the transients from an output frame on to new output frames; none of them may have been played.
  mutating func moveHits(from frame: Int, outputFrame: (OnsetDetector.Onset) -> Int?) {
    for index in hits.indices where hits[index].outputFrame >= frame {
      hits[index].outputFrame = outputFrame(hits[index].onset) ?? hits[index].outputFrame
    }
    for index in waiting.indices where waiting[index].outputFrame >= frame {
      waiting[index].outputFrame = outputFrame(waiting[index].onset) ?? waiting[index].outputFrame
    }
  }

  /// Drops the first `count` transients.
  mutating func dropHits(_ count: Int) { hits.removeFirst(count) }

  /// Drops the residual before a source frame.
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
