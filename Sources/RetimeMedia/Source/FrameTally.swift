// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeCore

/// The count of a track's frames, with their times.
struct FrameTally {
  var count = TrackCount()
  /// The count, including the properties of the frame spacing.
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
  /// The start of the second-to-last frame shown so far, and the end of the frames that state theirs.
  private var beforeLatest: StreamTime?, statedEnd: StreamTime = .earliest
  private var latestHasEnd = false
  private var spacing: FrameSpacing
  private var isUntimed = false
  private var gaps: AudioGapDetector?
  /// The start of the preceding picture, unless both of its fields have come.
  private var firstField: StreamTime?
  /// The number of hidden frames since the last one that is shown.
  private var waiting = 0

  /// Creates an empty count; see ``TrackTally``.
  init(_ frameRate: FrameRate?, isFieldCoded: Bool = false, granularity: RationalTime) {
    (self.frameRate, self.isFieldCoded) = (frameRate, isFieldCoded)
    spacing = FrameSpacing(statedRate: frameRate, granularity: granularity)
  }

  /// Counts audio frames.
  mutating func addSound(frames: Int, at time: StreamTime, rate: Int) {
    let length = RationalTime(Int64(frames), Int64(rate)).streamTime
    var gaps = gaps ?? AudioGapDetector(sampleRate: rate)
    count.frames += gaps.silence(before: time, frames: frames) + frames
    self.gaps = gaps
    count.start = min(count.start ?? time, time)
    // Where times jump back, audio continues without a gap.
    let all = RationalTime(Int64(count.frames), Int64(rate)).streamTime
    count.end = max(count.end, time + length, (count.start ?? time) + all)
  }

  /// Counts one video frame; `begin` is its start, if that is before the shown part.
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
      // The first frame may start before the part.
      if isUntimed, let start = count.begin ?? count.start, let frameRate {
        let all = frameRate.time(ofTick: count.frames).streamTime
        count.end = max(count.end, start + all)
      }
    }
    count.start = min(count.start ?? time, time)
    if let begin { count.begin = begin } else { spacing.note(time) }
    noteEnd(time, end)
  }

  /// Updates the end of the last frame in presentation order.
  ///
  /// The frame lasts as long as it states, or as long as the one before it.
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

  /// Records the role of a picture in its GOP.
  mutating func note(_ role: PictureRole, at time: StreamTime) {
    if role == .change { count.isSteady = false }
    count.groups.note(time, isEntry: role == .entry)
  }

  /// Records the delay between the decode time and the presentation time of a frame.
  mutating func noteDelay(_ delay: StreamTime?, isTimed: Bool) {
    if !isTimed { count.untimed += 1 }
    guard let delay else { return }
    // Times of a 90 kHz clock are rounded.
    if let latest = self.delay, (latest - delay).magnitude > 100_000 { count.isDelaySteady = false }
    self.delay = delay
  }

  /// Returns whether a packet at `time` is the other field of the preceding picture.
  ///
  /// The fields of a frame are adjacent, at half the distance of frames.
  private mutating func completesPicture(at time: StreamTime) -> Bool {
    guard isFieldCoded, let frame = frameRate?.time(ofTick: 1).streamTime else { return false }
    let latest = StreamTime(clamping: frame.nanoseconds / 4 * 3)
    let isOther = firstField.map { (0..<latest).contains(time - $0) } ?? false
    firstField = isOther ? nil : time
    return isOther
  }

  /// Counts a frame that the source does not show.
  ///
  /// Frames come in decode order, so no other frame needs those after the last one shown.
  mutating func addHidden(at time: StreamTime) {
    guard count.frames == 0 else {
      waiting += 1
      return
    }
    count.hidden += 1
    count.hiddenStart = min(count.hiddenStart ?? time, time)
  }
}
