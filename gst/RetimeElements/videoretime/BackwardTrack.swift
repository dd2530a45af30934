// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

/// The pictures of one segment that come from the last one to the first, on their way to the ticks of a frame rate.
///
/// Ticks count from the segment's start, as they do forwards.
struct BackwardTrack: Sendable {
  private let grid: FrameGrid
  private let map: TimeMap
  private var retimer: BackwardRetimer<Picture>
  private var hasEnd = false
  /// The picture that came last.
  private(set) var latest: (picture: Picture, position: Int64)?

  /// A track in which `first` is the position of the picture that comes first; ticks from `endTick` on were shown.
  init(
    frameRate: FrameRate,
    sourceRate: FrameRate?,
    map: TimeMap,
    selection: FrameSelection,
    first: Int64,
    origin: Int64,
    endTick: Int
  ) {
    self.map = map
    grid = FrameGrid(
      frameRate: sourceRate,
      granularity: RationalTime(1, 1000),
      first: StreamTime(clamping: first),
      origin: StreamTime(clamping: origin)
    )
    retimer = BackwardRetimer(
      map: map,
      frameRate: frameRate,
      selection: selection,
      endTick: endTick
    )
  }

  /// Takes a picture at a position of the source; `end` is where it ends, if known.
  mutating func push(_ picture: Picture, at position: Int64, end stop: Int64?) {
    let time = grid.time(of: StreamTime(clamping: position))
    if !hasEnd, let end = latest.map({ grid.time(of: StreamTime(clamping: $0.position)) }) {
      // One that does not say how long it lasts, lasts as long as the gap before it.
      begin(at: end + (end - time))
    }
    if !hasEnd, let stop { begin(at: grid.time(of: StreamTime(clamping: stop))) }
    latest = (picture, position)
    retimer.push(picture, at: map.played(ofStream: time))
  }

  /// Ends the track, because the segment or the caps end.
  mutating func finish(isMidway: Bool) {
    guard let latest else { return }
    let time = grid.time(of: StreamTime(clamping: latest.position))
    retimer.finish(at: isMidway ? map.played(ofStream: time) : .zero)
  }

  /// The next tick that is decided: each comes before the one before it.
  mutating func next() -> ShownFrame<Picture>? { retimer.next() }

  private mutating func begin(at end: RationalTime) {
    retimer.begin(atOutput: map.endTime(ofStream: end))
    hasEnd = true
  }
}
