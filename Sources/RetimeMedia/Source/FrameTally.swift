// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeCore

/// Adds up frames and their times.
struct FrameTally {
  var count = TrackCount()
  /// The count with what the spacing of the frames says.
  var result: TrackCount {
    var count = self.count
    (count.gridRate, count.constantRate) = (
      count.begin == nil ? spacing.gridRate : nil, spacing.constantRate
    )
    (count.shortestGap, count.longestRun) = (spacing.shortestGap, spacing.longestRunLength)
    count.isGapless = spacing.isDense && count.begin == nil && !isUntimed && count.secondFields == 0
    return count
  }
  private let frameRate: FrameRate?
  private let isFieldCoded: Bool
  private var delay: StreamTime?
  /// When the picture begins that is shown before the last one, and the end of those that state theirs.
  private var beforeLatest: StreamTime?, statedEnd: StreamTime = .earliest
  private var latestHasEnd = false
  private var spacing: FrameSpacing
  private var isUntimed = false
  private var gaps: SoundGaps?
  /// When the picture before begins, unless it has both fields.
  private var firstField: StreamTime?
  /// Pictures that are not shown since the last one that is.
  private var waiting = 0

  /// A tally of nothing; see ``TrackTally``.
  init(_ frameRate: FrameRate?, isFieldCoded: Bool = false, granularity: RationalTime) {
    (self.frameRate, self.isFieldCoded) = (frameRate, isFieldCoded)
    spacing = FrameSpacing(statedRate: frameRate, granularity: granularity)
  }

  /// Counts sound.
  mutating func addSound(frames: Int, at time: StreamTime, rate: Int) {
    let length = RationalTime(Int64(frames), Int64(rate)).streamTime
    var gaps = gaps ?? SoundGaps(sampleRate: rate)
    count.frames += gaps.silence(before: time, frames: frames) + frames
    self.gaps = gaps
    count.start = min(count.start ?? time, time)
    // Where times jump back, sound goes on all the same.
    let all = RationalTime(Int64(count.frames), Int64(rate)).streamTime
    count.end = max(count.end, time + length, (count.start ?? time) + all)
  }

  /// Counts one picture; `begin`: when it began, where that is before what is shown.
  mutating func addPicture(
    at time: StreamTime,
    end: StreamTime?,
    isTimed: Bool,
    begin: StreamTime? = nil
  ) {
    if completesPicture(at: time) {
      count.secondFields += 1
      statedEnd = max(statedEnd, end ?? .earliest)
      count.end = max(count.end, end ?? time)
      return
    }
    count.frames += 1
    (count.hiddenLater, waiting) = (count.hiddenLater + waiting, 0)
    if !isTimed { isUntimed = true }
    defer {
      if isUntimed, let start = count.start, let frameRate {
        let all = frameRate.time(ofTick: count.frames).streamTime
        count.end = max(count.end, start + all)
      }
    }
    count.start = min(count.start ?? time, time)
    if let begin { count.begin = begin } else { spacing.note(time) }
    noteEnd(time, end)
  }

  /// Notes how long the picture is shown that is shown last so far: as long as it says, or as the one before it.
  private mutating func noteEnd(_ time: StreamTime, _ end: StreamTime?) {
    statedEnd = max(statedEnd, end ?? .earliest)
    if time > count.latest {
      if count.latest != .earliest {
        beforeLatest = count.latest
        count.longestGap = max(count.longestGap, time - count.latest)
      }
      (count.latest, latestHasEnd) = (time, end != nil)
    } else if time < count.latest {
      beforeLatest = max(beforeLatest ?? time, time)
    }
    let gap = beforeLatest.map { count.latest - $0 } ?? 0
    let length = frameRate?.time(ofTick: 1).streamTime ?? gap
    count.end = latestHasEnd ? statedEnd : max(statedEnd, count.latest + length)
  }

  /// Notes what a picture is for those around it.
  mutating func note(_ role: PictureRole, at time: StreamTime) {
    if role == .change { count.isSteady = false }
    count.groups.note(time, isEntry: role == .entry)
  }

  /// Notes how long after it is decoded a picture is shown.
  mutating func noteDelay(_ delay: StreamTime?, isTimed: Bool) {
    if !isTimed { count.untimed += 1 }
    guard let delay else { return }
    // A clock of 90 kHz, and its roundings.
    if let latest = self.delay, (latest - delay).magnitude > 100_000 { count.isDelaySteady = false }
    self.delay = delay
  }

  /// Whether a packet at `time` is the other field of the picture before it.
  ///
  /// Fields of one picture come one after the other, half as far apart as pictures are.
  private mutating func completesPicture(at time: StreamTime) -> Bool {
    guard isFieldCoded, let frame = frameRate?.time(ofTick: 1).streamTime else { return false }
    let latest = StreamTime(clamping: frame.nanoseconds / 4 * 3)
    let isOther = firstField.map { (0..<latest).contains(time - $0) } ?? false
    firstField = isOther ? nil : time
    return isOther
  }

  /// Notes a picture that the source does not show.
  ///
  /// Pictures come in the order in which they are decoded, so that those after the last one shown serve nobody.
  mutating func addHidden(at time: StreamTime) {
    guard count.frames == 0 else {
      waiting += 1
      return
    }
    count.hidden += 1
    count.hiddenStart = min(count.hiddenStart ?? time, time)
  }
}
