// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

/// The pictures of one segment that come from the last one to the first, on their way to the ticks of a frame rate.
///
/// Ticks count from the segment's start, and show what they show forwards: no tick looks beyond a jump of the map.
struct BackwardTrack: Sendable {
  private let grid: FrameGrid
  private let ticks: TickParts
  private let selection: FrameSelection
  private let map: TimeMap
  private let endPart: Int
  /// Whether nothing is shown before the time of the picture that comes last.
  private let skipsToFirst: Bool
  /// Those that are at their begin, and the one that takes pictures.
  private var retimers: [BackwardRetimer<Picture>] = []
  /// The part of the source whose pictures are taken, nil behind the last one, and those that are to come before it.
  private var run: TimeMap.StreamRun?
  private var earlier: [TimeMap.StreamRun]
  private var hasEnd = false
  /// The picture that came last.
  private(set) var latest: (picture: Picture, position: Int64)?

  /// A track in which `first` is the position of the picture that comes first; ticks from `endTick` on were shown.
  init(
    ticks: TickParts,
    sourceRate: FrameRate?,
    map: TimeMap,
    selection: FrameSelection,
    first: Int64,
    origin: Int64,
    endTick: Int,
    skipsToFirst: Bool
  ) {
    (self.ticks, self.selection, self.map) = (ticks, selection, map)
    self.skipsToFirst = skipsToFirst
    endPart = ticks.first(ofTick: endTick)
    grid = FrameGrid(sourceRate, first: first, origin: origin)
    earlier = map.streamRuns
  }

  /// Takes a picture at a position of the source; `end` is where it ends, if known.
  mutating func push(_ picture: Picture, at position: Int64, end stop: Int64?) {
    let time = grid.time(of: StreamTime(clamping: position))
    let next = latest.map { grid.time(of: StreamTime(clamping: $0.position)) }
    let end = next ?? stop.map { grid.time(of: StreamTime(clamping: $0)) }
    if retimers.isEmpty { start(before: end ?? time + RationalTime(nanoseconds: 1)) }
    if !hasEnd, let next {
      // One that does not say how long it lasts, lasts as long as the gap before it.
      begin(at: next + (next - time))
    }
    if !hasEnd, let stop { begin(at: grid.time(of: StreamTime(clamping: stop))) }
    latest = (picture, position)
    while let run, let from = run.from, time < from {
      // It is on where the part begins.
      if end.map({ $0 > from }) ?? true {
        show(picture, at: map.played(ofStream: from) - (from - time))
      }
      retimers[retimers.count - 1].finish(at: map.played(ofStream: from))
      self.run = earlier.popLast()
      guard let run = self.run, let end = run.outputEnd else { break }
      addRetimer()
      retimers[retimers.count - 1].begin(atOutput: end)
    }
    if let run, !run.isOver(at: time) { show(picture, at: map.played(ofStream: time)) }
  }

  /// Begins with the last part that has something before a source time.
  private mutating func start(before end: RationalTime) {
    while earlier.count > 1, let from = earlier[earlier.count - 1].from, from >= end {
      earlier.removeLast()
    }
    run = earlier.popLast()
    addRetimer()
  }

  private mutating func addRetimer() {
    let first = earlier.last?.outputEnd.map(ticks.endPart)
    retimers.append(
      BackwardRetimer(
        map: map,
        frameRate: ticks.rate,
        selection: selection,
        firstTick: first ?? 0,
        endTick: endPart,
        ticksPerFrame: ticks.count
      )
    )
  }

  private mutating func show(_ picture: Picture, at played: RationalTime) {
    retimers[retimers.count - 1].push(picture, at: played)
  }

  /// Ends the track, because the segment or the caps end.
  mutating func finish(isMidway: Bool) {
    guard let latest, run != nil else { return }
    let time = grid.time(of: StreamTime(clamping: latest.position))
    let isCut = isMidway || skipsToFirst
    retimers[retimers.count - 1].finish(at: isCut ? map.played(ofStream: time) : .zero)
  }

  /// The next tick that is decided: each comes before the one before it.
  mutating func next() -> ShownFrame<Picture>? {
    while let first = retimers.indices.first {
      if let shown = retimers[first].next() { return shown }
      guard retimers.count > 1 else { return nil }
      retimers.removeFirst()
    }
    return nil
  }

  private mutating func begin(at end: RationalTime) {
    retimers[retimers.count - 1].begin(atOutput: map.endTime(ofStream: end))
    hasEnd = true
  }
}
