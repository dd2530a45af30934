// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// The pictures of one segment on their way to the ticks of a constant frame rate.
///
/// Ticks, and the map's times, count from the segment's start. As in a job, no tick looks beyond a jump of the map: what
/// goes on without one has a retimer of its own, and a picture is on until the next one comes.
struct PictureTrack: Sendable {
  private let grid: FrameGrid
  private let ticks: TickParts
  private let selection: FrameSelection
  private var map: TimeMap
  private var extent = PictureExtent()
  /// Those that are at their end, and the one that takes pictures.
  private var retimers: [FrameRetimer<Picture>]
  /// The part of the source whose pictures are taken, and those that are to come, the next one last.
  private var run: TimeMap.StreamRun
  private var later: [TimeMap.StreamRun]
  /// Parts of ticks before this one are not shown.
  private let firstPart: Int
  /// Whether a picture of the part was taken.
  private var hasBegun = false
  /// The picture that is on, and when it begins in the source.
  private var latest: (picture: Picture, time: RationalTime)?

  /// A track in which `first` is the position of the picture that comes first; ticks before `firstTick` were shown, or with
  /// `skipsToFirst` are before the first picture's time.
  init(
    ticks: TickParts,
    sourceRate: FrameRate?,
    map: TimeMap,
    selection: FrameSelection,
    first: Int64,
    origin: Int64,
    firstTick: Int,
    skipsToFirst: Bool
  ) {
    (self.map, self.ticks, self.selection) = (map, ticks, selection)
    grid = FrameGrid(sourceRate, first: first, origin: origin)
    let all = map.streamRuns
    // A segment may begin in the middle.
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

  /// Takes a picture at a position of the source; `end` is where it ends, if known.
  ///
  /// `pictures`: say which of them reach the ticks, and when.
  mutating func push(
    _ picture: Picture,
    at position: Int64,
    end stop: Int64?,
    through pictures: inout TickPictures
  ) throws(GStreamerError) {
    let time = grid.time(of: StreamTime(clamping: position))
    extent.note(time, end: stop.map { grid.time(of: StreamTime(clamping: $0)) })
    while run.isOver(at: time), let next = later.popLast() { go(to: next, &pictures) }
    defer { latest = (picture, time) }
    if let from = run.from, time > from { showLatest() }
    guard !run.isOver(at: time), run.from.map({ time >= $0 }) ?? true else { return }
    hasBegun = true
    let played = map.played(ofStream: time)
    try pictures.admit(picture, at: played, to: &retimers[retimers.count - 1])
  }

  /// Ends a part and begins the next one.
  private mutating func go(to next: TimeMap.StreamRun, _ pictures: inout TickPictures) {
    pictures.admitWaiting(to: &retimers[retimers.count - 1])
    showLatest()
    let end = run.outputEnd ?? .zero
    retimers[retimers.count - 1].finish(atOutput: end)
    (run, hasBegun) = (next, false)
    addRetimer(from: ticks.endPart(before: end))
  }

  /// Shows the picture that is on where the part begins, unless one was shown.
  private mutating func showLatest() {
    guard !hasBegun, let latest, let from = run.from else { return }
    hasBegun = true
    let played = map.played(ofStream: from) - (from - latest.time)
    retimers[retimers.count - 1].push(latest.picture, at: played)
  }

  /// Goes on with another map, the same as the one before up to the latest picture.
  mutating func setMap(_ map: TimeMap) {
    self.map = map
    retimers[retimers.count - 1].setMap(map)
  }

  /// Says that no more comes.
  mutating func finish(through pictures: inout TickPictures) {
    pictures.admitWaiting(to: &retimers[retimers.count - 1])
    while let next = later.last, next.from.map({ $0 < extent.end }) ?? false {
      later.removeLast()
      go(to: next, &pictures)
    }
    if let from = run.from, from < extent.end { showLatest() }
    retimers[retimers.count - 1].finish(atOutput: map.endTime(ofStream: extent.end))
  }

  /// The next tick that is decided.
  mutating func next() -> ShownFrame<Picture>? {
    while true {
      if let shown = retimers[0].next() { return shown }
      guard retimers.count > 1 else { return nil }
      retimers.removeFirst()
    }
  }
}

extension FrameGrid {
  /// The grid of a stream's pictures, of which the first one lies at `first`; positions are in nanoseconds.
  init(_ sourceRate: FrameRate?, first: Int64, origin: Int64) {
    self.init(
      frameRate: sourceRate,
      granularity: RationalTime(1, 1000),
      first: StreamTime(clamping: first),
      origin: StreamTime(clamping: origin)
    )
  }
}
