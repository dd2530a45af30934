// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// Adds up frames and their times.
struct FrameTally {
  private(set) var count: TrackCount
  private let frameRate: FrameRate?
  private let granularity: RationalTime
  /// When the picture begins that is shown before the last one, and the end of those that state theirs.
  private var beforeLatest: Int64?, statedEnd: Int64 = .min
  private var latestHasEnd = false
  private var grid: FrameGrid?
  private var isUntimed = false
  private var gaps: SoundGaps?
  private var places = FramePlaces()
  /// Pictures that are not shown since the last one that is.
  private var waiting = 0

  /// A tally of nothing; see ``TrackTally``.
  init(frameRate: FrameRate?, granularity: RationalTime) {
    (self.frameRate, self.granularity) = (frameRate, granularity)
    count = TrackCount(isOnGrid: frameRate != nil)
  }

  /// Counts sound.
  mutating func addSound(frames: Int, at time: Int64, rate: Int) {
    let length = RationalTime(Int64(frames), Int64(rate)).nanoseconds
    var gaps = gaps ?? SoundGaps(sampleRate: rate)
    count.frames += gaps.silence(before: time, frames: frames) + frames
    self.gaps = gaps
    count.start = min(count.start ?? time, time)
    // Where times jump back, sound goes on all the same.
    let all = RationalTime(Int64(count.frames), Int64(rate)).nanoseconds
    count.end = max(count.end, time + length, (count.start ?? time) + all)
  }

  /// Counts one picture.
  mutating func addPicture(at time: Int64, end: Int64?, isTimed: Bool) {
    count.frames += 1
    (count.hiddenLater, waiting) = (count.hiddenLater + waiting, 0)
    if !isTimed { isUntimed = true }
    defer {
      if isUntimed, let start = count.start, let frameRate {
        let all = frameRate.time(ofTick: count.frames).nanoseconds
        count.end = max(count.end, start + all)
      }
    }
    count.start = min(count.start ?? time, time)
    let grid =
      grid
      ?? FrameGrid(
        frameRate: frameRate,
        granularity: granularity,
        firstNanoseconds: time,
        origin: time
      )
    self.grid = grid
    if let frameRate, count.isOnGrid {
      let exact = grid.time(ofNanoseconds: time).rational * frameRate.rational
      count.isOnGrid = exact.denominator == 1
      if count.isOnGrid { places.note(Int(clamping: exact.numerator)) }
    }
    count.isGapless = count.isOnGrid && !isUntimed && places.isDense
    noteEnd(time, end)
  }

  /// Notes how long the picture is shown that is shown last so far: as long as it says, or as the one before it.
  private mutating func noteEnd(_ time: Int64, _ end: Int64?) {
    statedEnd = max(statedEnd, end ?? .min)
    if time > count.latest {
      if count.latest != .min { beforeLatest = count.latest }
      (count.latest, latestHasEnd) = (time, end != nil)
    } else if time < count.latest {
      beforeLatest = max(beforeLatest ?? time, time)
    }
    let gap = beforeLatest.map { count.latest - $0 } ?? 0
    let length = frameRate?.time(ofTick: 1).nanoseconds ?? gap
    count.end = latestHasEnd ? statedEnd : max(statedEnd, count.latest + length)
  }

  /// Notes a picture that the source does not show.
  ///
  /// Pictures come in the order in which they are decoded, so that those after the last one shown serve nobody.
  mutating func addHidden(at time: Int64) {
    guard count.frames == 0 else {
      waiting += 1
      return
    }
    count.hidden += 1
    count.hiddenStart = min(count.hiddenStart ?? time, time)
  }

  /// Notes that a picture says how light varies.
  mutating func addVaryingLight() { count.hasVaryingLight = true }

  /// Notes that another stream goes on with the track.
  mutating func addLink(_ id: String, isSame: Bool) {
    count.links.append(id)
    if !isSame { count.isUniform = false }
  }
}
