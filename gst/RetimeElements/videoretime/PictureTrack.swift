// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

/// The pictures of one segment on their way to the ticks of a constant frame rate.
///
/// Ticks count from the segment's start. When the factor changes, the next piece goes on at the next tick,
/// with the picture that was last.
struct PictureTrack: Sendable {
  private let frameRate: FrameRate
  private let selection: FrameSelection
  private let grid: FrameGrid
  private var retimer: FrameRetimer<Picture>
  /// Where the segment begins, in the source and in the output.
  private let origin: (source: Int64, output: Int64)
  /// Where the piece begins, from the segment's start: in the source, and in the output divided by factor.
  private var begin = RationalTime.zero, scaledBegin = RationalTime.zero
  private var latest: (picture: Picture, time: RationalTime)?
  private var extent = PictureExtent()

  init(
    frameRate: FrameRate,
    sourceRate: FrameRate?,
    timeline: Timeline,
    selection: FrameSelection,
    first: Int64,
    origin: (source: Int64, output: Int64),
    firstTick: Int
  ) {
    self.frameRate = frameRate
    self.selection = selection
    self.origin = origin
    grid = FrameGrid(
      frameRate: sourceRate,
      granularity: RationalTime(1, 1000),
      first: StreamTime(clamping: first),
      origin: StreamTime(clamping: origin.source)
    )
    retimer = FrameRetimer(
      map: TimeMap(factor: timeline.factor),
      frameRate: frameRate,
      selection: selection,
      firstTick: firstTick
    )
    place(timeline)
  }

  /// Takes a picture at a position of the source; `end` is where it ends, if known.
  mutating func push(_ picture: Picture, at position: Int64, end stop: Int64?) {
    let time = grid.time(of: StreamTime(clamping: position))
    latest = (picture, time)
    extent.note(time, end: stop.map { grid.time(of: StreamTime(clamping: $0)) })
    retimer.push(picture, at: mapped(time))
  }

  /// Goes on with another factor, from where the timeline's new piece begins.
  mutating func setTimeline(_ timeline: Timeline) {
    retimer = FrameRetimer(
      map: TimeMap(factor: timeline.factor),
      frameRate: frameRate,
      selection: selection,
      firstTick: retimer.nextTick
    )
    place(timeline)
    if let latest { retimer.push(latest.picture, at: mapped(latest.time)) }
  }

  /// Takes over where the timeline's piece begins; in whole nanoseconds, so that terms do not grow.
  private mutating func place(_ timeline: Timeline) {
    guard timeline.begin != (0, 0) else { return }
    let output = RationalTime(nanoseconds: timeline.begin.output - origin.output)
    begin = RationalTime(nanoseconds: timeline.begin.source - origin.source)
    scaledBegin = RationalTime(
      nanoseconds: TimeMap(factor: timeline.factor).sourceTime(ofOutput: output).nanoseconds
    )
  }

  /// Says that no more comes.
  mutating func finish() { retimer.finish(at: mapped(extent.end)) }

  /// The next tick that is decided.
  mutating func next() -> ShownFrame<Picture>? { retimer.next() }

  private func mapped(_ time: RationalTime) -> RationalTime { time - begin + scaledBegin }
}
