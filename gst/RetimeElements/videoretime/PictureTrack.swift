// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

/// The pictures of one segment on their way to the ticks of a constant frame rate.
///
/// Ticks, and the map's times, count from the segment's start.
struct PictureTrack: Sendable {
  private let grid: FrameGrid
  private var retimer: FrameRetimer<Picture>
  private var map: TimeMap
  private var extent = PictureExtent()

  init(
    frameRate: FrameRate,
    sourceRate: FrameRate?,
    map: TimeMap,
    selection: FrameSelection,
    first: Int64,
    origin: Int64,
    firstTick: Int
  ) {
    self.map = map
    grid = FrameGrid(
      frameRate: sourceRate,
      granularity: RationalTime(1, 1000),
      first: StreamTime(clamping: first),
      origin: StreamTime(clamping: origin)
    )
    retimer = FrameRetimer(
      map: map,
      frameRate: frameRate,
      selection: selection,
      firstTick: firstTick
    )
  }

  /// Takes a picture at a position of the source; `end` is where it ends, if known.
  mutating func push(_ picture: Picture, at position: Int64, end stop: Int64?) {
    let time = grid.time(of: StreamTime(clamping: position))
    extent.note(time, end: stop.map { grid.time(of: StreamTime(clamping: $0)) })
    retimer.push(picture, at: map.played(ofStream: time))
  }

  /// Goes on with another map, the same as the one before up to the latest picture.
  mutating func setMap(_ map: TimeMap) {
    self.map = map
    retimer.setMap(map)
  }

  /// Says that no more comes.
  mutating func finish() { retimer.finish(atOutput: map.endTime(ofStream: extent.end)) }

  /// The next tick that is decided.
  mutating func next() -> ShownFrame<Picture>? { retimer.next() }
}
