// SPDX-License-Identifier: MPL-2.0

/// The time stretcher of the best quality: three bands, and transients that are separated from the rest.
struct Stretcher: StretchKernel {
  let channelCount: Int
  private let shape: StretchShape
  private var positions: ReadPositions
  /// The output frames to render.
  private let frames: Range<Int>
  private var source: StretchSource
  private var bands: [StretchBand]
  private let lowFilter: RateFilter
  private let middleFilter: RateFilter?
  private var isSourceFinished = false
  /// The sum of the two lower bands, at the middle one's rate, and of all.
  private var middle: [StereoFrames]
  private var sum: [StereoFrames]
  /// The next output frame.
  private var next: Int
  /// The number of output frames rendered at a time; hops of all bands end there.
  private let unit: Int

  init(_ shape: StretchShape, channelCount: Int, frames: Range<Int>, position: @escaping Positions)
  {
    precondition(channelCount > 0, "channel count is \(channelCount), must be above 0")
    self.shape = shape
    self.channelCount = channelCount
    let margin = 2 * shape.bands[0].size * shape.bands[0].step + 4096
    let positions = ReadPositions(position, margin: margin)
    self.positions = positions
    self.frames = frames
    let pairs = (channelCount + 1) / 2
    let (low, mid) = (shape.bands[0].step, shape.bands[1].step)
    lowFilter = RateFilter(factor: low / mid)
    middleFilter = mid > 1 ? RateFilter(factor: mid) : nil
    unit = shape.unit
    // The filters between the rates extend slightly before the first frame.
    let first = Int((Double(frames.lowerBound) / Double(unit)).rounded(.down)) * unit
    let lead = first - 24 * low
    bands = shape.bands.map {
      StretchBand(
        $0,
        channelCount: channelCount,
        first: Int((Double(lead) / Double($0.step)).rounded(.down))
      )
    }
    let earliest =
      bands.map { $0.firstRead(positions($0.outputFrame(0))) }.min() ?? 0
    source = StretchSource(shape: shape, pairCount: pairs, first: earliest)
    middle = [StereoFrames](repeating: StereoFrames(start: (first - 12 * low) / mid), count: pairs)
    sum = [StereoFrames](repeating: StereoFrames(start: first), count: pairs)
    next = frames.lowerBound
    source.appendSilence(to: 0)
  }

  var sourceStart: Int { source.start }
  var sourceEnd: Int { source.end }

  mutating func append(_ frames: Span<Float>) {
    source.append(frames, channelCount: channelCount)
  }

  mutating func finish() {
    isSourceFinished = true
    positions.end(at: source.end)
  }

  var isFinished: Bool { next >= frames.upperBound }

  var firstFree: Int {
    var first = max(next, sum[0].end + source.lead)
    for band in bands { first = max(first, band.outputFrame(0)) }
    return first
  }

  mutating func setPositions(_ new: @escaping Positions) {
    positions.position = new
    source.moveHits(from: firstFree) { [frames] onset in
      Self.outputFrame(onset.frame, new, frames, most: .infinity)
    }
  }

  // MARK: - Output

  mutating func render(into output: inout MutableSpan<Float>) -> Int {
    let room = output.count / channelCount
    var written = 0
    while written < room, !isFinished {
      if next >= sum[0].end, !makeUnit() {
        guard isSourceFinished else { break }
        source.appendSilence(to: source.end + 4096)
        continue
      }
      let count = min(room - written, min(sum[0].end, frames.upperBound) - next)
      guard count > 0 else { continue }
      let first = written * channelCount
      sum.copy(next..<next + count, channelCount: channelCount, into: &output, at: first)
      written += count
      next += count
    }
    return written
  }

  /// Renders the next unit of output, if there is source for it.
  private mutating func makeUnit() -> Bool {
    source.advance { [position = positions.position, frames] onset in
      Self.outputFrame(onset.frame, position, frames, most: Self.fastestHits)
    }
    let (first, end) = (sum[0].end, sum[0].end + unit)
    let (low, mid) = (shape.bands[0].step, shape.bands[1].step)
    let middleEnd = mid > 1 ? end / mid + 8 + 8 % (low / mid) : end
    var isComplete = true
    for index in bands.indices {
      let need = index == 0 ? middleEnd * mid / low + 9 : index == 1 ? middleEnd : end
      // Bands that can advance do, so that no source is kept for them, but none passes the band
      // below: its peaks are rotated as that band's.
      while bands[index].end < need || !isComplete,
        index == 0 || bands[index].outputFrame(1) < bands[index - 1].outputFrame(0)
      {
        let level = index == 1 && mid == 1 ? 2 : index
        let held = source.rest[level][0].start
        let half = shape.bands[index].hop * shape.bands[index].step / 2
        let earliest = bands[index].position(reading: held)
        let readings = (
          reading(bands[index].outputFrame(0), half, from: earliest),
          reading(bands[index].outputFrame(1), half, from: earliest)
        )
        let upper = bands[index].reads(readings.1.position).upperBound
        guard source.rest[level][0].end >= upper else {
          isComplete = false
          break
        }
        let lower = index > 0 ? bands[index - 1].rotations : nil
        bands[index].make(readings, from: source.rest[level], above: lower)
      }
    }
    guard isComplete else {
      // A unit at high speed reads much source: frames that the next windows do not read are
      // dropped.
      dropSource()
      return false
    }
    for pair in sum.indices {
      sum[pair].extend(to: end)
      for frame in first..<end { sum[pair].add(bands[2].output[pair][frame], at: frame) }
      if let middleFilter {
        let begin = middle[pair].end
        middle[pair].extend(to: middleEnd)
        for frame in begin..<middleEnd {
          middle[pair].add(bands[1].output[pair][frame], at: frame)
        }
        lowFilter.interpolate(bands[0].output[pair], into: &middle[pair], begin..<middleEnd)
        middleFilter.interpolate(middle[pair], into: &sum[pair], first..<end)
      } else {
        for frame in first..<end { sum[pair].add(bands[1].output[pair][frame], at: frame) }
        lowFilter.interpolate(bands[0].output[pair], into: &sum[pair], first..<end)
      }
    }
    playHits(first..<end)
    letGo(end)
    return true
  }

  /// Returns the input of a frame of a band, at a position of at least `earliest`.
  ///
  /// Before the first output frame, new positions may be so fast that windows would start before
  /// the source that is held. `half` is half of a hop, in output frames.
  private func reading(
    _ outputFrame: Int,
    _ half: Int,
    from earliest: Double
  ) -> StretchBand.Reading {
    StretchBand.Reading(
      position: max(positions(outputFrame), earliest),
      speed: positions.speed(outputFrame, half: half),
      isReset: isReset(outputFrame, half)
    )
  }

  /// The number of frames of the bands' output that are held.
  var heldFrameCount: Int { bands.reduce(0) { $0 + $1.output[0].samples.count } }

  private mutating func playHits(_ range: Range<Int>) {
    for hit in source.hits {
      if range.contains(hit.outputFrame), Self.isReset(hit, shape.rate) {
        restart = hit.outputFrame
      }
      let shift = hit.outputFrame - hit.onset.frame
      for pair in sum.indices {
        let track = hit.tracks[pair]
        let from = max(range.lowerBound, track.start + shift)
        let to = min(range.upperBound, track.end + shift)
        guard from < to else { continue }
        for frame in from..<to { sum[pair].add(track[frame - shift], at: frame) }
      }
    }
  }

  /// The last rendered output frame at which phases were reset.
  ///
  /// A stretcher of the frames from there on gives the same bits as this one, from ``settling``
  /// frames after it on.
  private(set) var restart: Int?
  /// The number of output frames that the transforms reach.
  var settling: Int { 2 * shape.bands[0].hop * shape.bands[0].step }

  /// Drops everything that no later unit reads.
  private mutating func letGo(_ end: Int) {
    let (low, mid) = (shape.bands[0].step, shape.bands[1].step)
    for pair in sum.indices {
      sum[pair].drop(before: next)
      middle[pair].drop(before: end / mid - 9)
    }
    // At low rates the middle band has the source's rate, and nothing is held between the bands.
    let added = mid > 1 ? min(end, middle[0].end * mid) : end
    bands[0].drop(before: added / low - 9 - 8)
    bands[1].drop(before: mid > 1 ? min(end / mid, middle[0].end) : end)
    bands[2].drop(before: end)
    dropSource()
    var done = 0
    for hit in source.hits {
      guard let track = hit.tracks.first, track.end <= source.rest[2][0].end,
        track.end + hit.outputFrame - hit.onset.frame <= end
      else { break }
      done += 1
    }
    source.dropHits(done)
  }

  /// Drops the source that no later window reads.
  private mutating func dropSource() {
    var earliest = Int.max
    for index in bands.indices {
      earliest = min(earliest, bands[index].firstRead(positions(bands[index].outputFrame(0))))
    }
    source.drop(before: earliest, shape.bands)
  }

  // MARK: - Output times

  /// Returns whether phases are reset at an output frame, or less than `half` away from it.
  private func isReset(_ frame: Int, _ half: Int) -> Bool {
    let rate = shape.rate
    return source.hits.contains {
      Self.isReset($0, rate) && (frame - half..<frame + half).contains($0.outputFrame)
    }
  }

  /// Returns whether phases are reset at a transient.
  ///
  /// They are reset at a transient after silence, where no audio continues that could jump, and at
  /// a strong one in the first half second of every ten seconds, so that a part of any audio can be
  /// rendered alone.
  private static func isReset(_ hit: Transient, _ rate: Int) -> Bool {
    let ten = 10 * rate
    return hit.onset.isFresh
      || hit.onset.rise > 0.6 && ((hit.outputFrame % ten) + ten) % ten < rate / 2
  }
}
