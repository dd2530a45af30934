// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

/// The video frames of a segment in backward order, on their way to the ticks of a frame rate.
///
/// Ticks are counted from the segment's start and show the same frames as in forward playback: no
/// tick shows a frame from the other side of a cut in the map.
struct BackwardTrack: Sendable {
  private let grid: FrameGrid
  private let ticks: TickParts
  private let selection: FrameSelection
  private let map: TimeMap
  private let endPart: Int
  /// Whether nothing is shown before the time of the frame that is received last.
  private let skipsToFirst: Bool
  /// The finished retimers with ticks to return, and last the one that receives frames.
  private var retimers: [BackwardRetimer<SharedFrame>] = []
  /// The run of the source whose frames are received, nil after the last run, and the runs before it.
  private var run: TimeMap.StreamRun?
  private var earlier: [TimeMap.StreamRun]
  private var hasEnd = false
  /// The frame received last.
  private(set) var latest: (picture: SharedFrame, position: Int64)?

  /// Creates a track; `first` is the position of the frame received first, and ticks from `endTick` on were shown.
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

  /// Adds a frame at a source position; `end` is the position of its end, if known.
  mutating func push(_ picture: SharedFrame, at position: Int64, end stop: Int64?) {
    let time = grid.time(of: StreamTime(clamping: position))
    let next = latest.map { grid.time(of: StreamTime(clamping: $0.position)) }
    let end = next ?? stop.map { grid.time(of: StreamTime(clamping: $0)) }
    if retimers.isEmpty { start(before: end ?? time + RationalTime(nanoseconds: 1)) }
    if !hasEnd, let next {
      // A frame without a duration lasts as long as the gap before it.
      begin(at: next + (next - time))
    }
    if !hasEnd, let stop { begin(at: grid.time(of: StreamTime(clamping: stop))) }
    latest = (picture, position)
    while let run, let from = run.from, time < from {
      // The frame is still shown at the start of the run.
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

  /// Starts with the last run that has content before a source time.
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

  private mutating func show(_ picture: SharedFrame, at played: RationalTime) {
    retimers[retimers.count - 1].push(picture, at: played)
  }

  /// Ends the track, because the segment or the caps end.
  mutating func finish(isMidway: Bool) {
    guard let latest, run != nil else { return }
    let time = grid.time(of: StreamTime(clamping: latest.position))
    let isCut = isMidway || skipsToFirst
    retimers[retimers.count - 1].finish(at: isCut ? map.played(ofStream: time) : .zero)
  }

  /// Returns the next decided tick, which is before all previous ones.
  mutating func next() -> ShownFrame<SharedFrame>? {
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
