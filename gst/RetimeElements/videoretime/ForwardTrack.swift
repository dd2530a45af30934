// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// The video frames of a segment on their way to the ticks of a constant frame rate.
///
/// Ticks and the map's times are counted from the segment's start. As in a job, no tick shows a
/// frame from the other side of a cut in the map: each run without a cut has its own retimer, and a
/// frame is shown until the next one starts.
struct ForwardTrack: Sendable {
  private let grid: FrameGrid
  private let ticks: TickParts
  /// The part of a tick with which the tick's frame is complete.
  private let lastPart: Int
  private let selection: FrameSelection
  private var map: TimeMap
  private var extent = VideoExtent()
  /// The finished retimers with ticks to return, and last the one that receives frames.
  private var retimers: [FrameRetimer<SharedFrame>]
  /// The run of the source whose frames are received, and the runs after it, the next one last.
  private var run: TimeMap.StreamRun
  private var later: [TimeMap.StreamRun]
  /// The first part of a tick to show.
  private let firstPart: Int
  /// Whether the run has a frame already.
  private var hasBegun = false
  /// The current frame, and its start in the source.
  private var latest: (picture: SharedFrame, time: RationalTime)?
  /// The played time of the latest frame that was shown; nil if there is none, or once no more follow.
  private var reached: RationalTime?
  /// The source time for which a tick's last part is held after the frame that follows the tick's start.
  var holding = RationalTime.zero

  /// Creates a track; `first` is the position of the first frame.
  ///
  /// Ticks before `firstTick` were shown already. With `skipsToFirst`, ticks before the first
  /// frame's time are not shown.
  init(
    ticks: TickParts,
    lastPart: Int,
    sourceRate: FrameRate?,
    map: TimeMap,
    selection: FrameSelection,
    first: Int64,
    origin: Int64,
    firstTick: Int,
    skipsToFirst: Bool
  ) {
    (self.map, self.ticks, self.lastPart, self.selection) = (map, ticks, lastPart, selection)
    grid = FrameGrid(sourceRate, first: first, origin: origin)
    let all = map.streamRuns
    // A segment can start in the middle of the map.
    later = all.drop { run in run.outputEnd.map { $0 <= .zero } ?? false }.reversed()
    run = later.popLast() ?? all[all.count - 1]
    retimers = []
    var firstTick = firstTick
    if skipsToFirst {
      let begin = map.startTime(ofStream: grid.time(of: StreamTime(clamping: first)))
      firstTick = max(firstTick, TimeMap.tickCount(before: begin, frameRate: ticks.frameRate))
    }
    firstPart = ticks.first(ofTick: firstTick)
    addRetimer(from: 0)
  }

  private mutating func addRetimer(from part: Int) {
    let end = later.isEmpty ? nil : run.outputEnd
    retimers.append(
      FrameRetimer(
        map: map,
        frameRate: ticks.rate,
        selection: selection,
        firstTick: max(part, firstPart),
        endTick: end.map(ticks.endPart) ?? .max,
        ticksPerFrame: ticks.count
      )
    )
  }

  /// Adds a frame at a source position; `end` is the position of its end, if known.
  ///
  /// `pictures`: decides which frames reach the retimer, and when.
  mutating func push(
    _ picture: SharedFrame,
    at position: Int64,
    end stop: Int64?,
    through pictures: inout TickFrames
  ) throws(GStreamerError) {
    let time = grid.time(of: StreamTime(clamping: position))
    extent.note(time, end: stop.map { grid.time(of: StreamTime(clamping: $0)) })
    while run.isOver(at: time), let next = later.popLast() { go(to: next, &pictures) }
    defer { latest = (picture, time) }
    if let from = run.from, time > from { showLatest() }
    guard !run.isOver(at: time), run.from.map({ time >= $0 }) ?? true else { return }
    hasBegun = true
    let played = map.played(ofStream: time)
    reached = played
    try pictures.admit(picture, at: played, to: &retimers[retimers.count - 1])
  }

  /// Ends a run and starts the next one.
  private mutating func go(to next: TimeMap.StreamRun, _ pictures: inout TickFrames) {
    pictures.admitWaiting(to: &retimers[retimers.count - 1])
    showLatest()
    let end = run.outputEnd ?? .zero
    retimers[retimers.count - 1].finish(atOutput: end)
    (run, hasBegun) = (next, false)
    addRetimer(from: ticks.endPart(before: end))
  }

  /// Shows the current frame at the start of the run, unless the run has a frame already.
  private mutating func showLatest() {
    guard !hasBegun, let latest, let from = run.from else { return }
    hasBegun = true
    let played = map.played(ofStream: from) - (from - latest.time)
    retimers[retimers.count - 1].push(latest.picture, at: played)
  }

  /// Changes the map; the new one must be equal up to the current frame.
  mutating func setMap(_ map: TimeMap) {
    self.map = map
    retimers[retimers.count - 1].setMap(map)
  }

  /// Ends the track: no more frames follow.
  mutating func finish(through pictures: inout TickFrames) {
    reached = nil
    pictures.admitWaiting(to: &retimers[retimers.count - 1])
    while let next = later.last, next.from.map({ $0 < extent.end }) ?? false {
      later.removeLast()
      go(to: next, &pictures)
    }
    if let from = run.from, from < extent.end { showLatest() }
    retimers[retimers.count - 1].finish(atOutput: map.endTime(ofStream: extent.end))
  }

  /// Returns the next decided tick.
  mutating func next() -> ShownFrame<SharedFrame>? {
    while true {
      if let shown = nextDue() { return shown }
      guard retimers.count > 1 else { return nil }
      retimers.removeFirst()
    }
  }

  /// Returns the next part; one that completes a tick is held, except in the first tick, so that all wait equally long.
  private mutating func nextDue() -> ShownFrame<SharedFrame>? {
    let start = retimers[0].nextTick - lastPart
    guard retimers.count == 1, let reached, start > firstPart, start.isMultiple(of: ticks.count)
    else { return retimers[0].next() }
    let limit = holding == .zero ? reached : reached - holding
    if lastPart == 0 { return retimers[0].next(before: limit) }
    return retimers[0].sourceTime(of: start) < limit ? retimers[0].next() : nil
  }
}

extension FrameGrid {
  /// Creates the grid of a stream's frames, the first of which is at `first`; positions are in nanoseconds.
  init(_ sourceRate: FrameRate?, first: Int64, origin: Int64) {
    self.init(
      frameRate: sourceRate,
      granularity: RationalTime(1, 1000),
      first: StreamTime(clamping: first),
      origin: StreamTime(clamping: origin)
    )
  }
}
