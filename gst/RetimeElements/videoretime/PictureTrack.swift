// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The pictures of one segment on their way to the ticks of a constant frame rate.
///
/// Ticks count from the segment's start. When the factor changes, the next piece goes on at the next tick,
/// with the picture that was last.
struct PictureTrack: Sendable {
  private let frameRate: FrameRate
  private let selection: FrameSelection
  private let grid: FrameGrid
  private var retimer: FrameRetimer<VideoRetime.Picture>
  private var factor: Factor
  /// Where the piece begins, from the segment's start: in the source, and in the output divided by factor.
  private var begin = RationalTime.zero, scaledBegin = RationalTime.zero
  private var latest: (picture: VideoRetime.Picture, time: RationalTime)?
  private var gap = RationalTime.zero
  private var end = RationalTime.zero

  init(
    frameRate: FrameRate,
    sourceRate: FrameRate?,
    factor: Factor,
    selection: FrameSelection,
    first: Int64,
    origin: Int64,
    firstTick: Int
  ) {
    self.frameRate = frameRate
    self.selection = selection
    self.factor = factor
    grid = FrameGrid(
      frameRate: sourceRate,
      granularity: RationalTime(1, 1000),
      firstNanoseconds: first,
      origin: origin
    )
    retimer = FrameRetimer(
      map: TimeMap(factor: factor),
      frameRate: frameRate,
      selection: selection,
      firstTick: firstTick
    )
  }

  /// Takes a picture at a position of the source; `end` is where it ends, if known.
  mutating func push(_ picture: VideoRetime.Picture, at position: Int64, end stop: Int64?) {
    let time = grid.time(ofNanoseconds: position)
    if let latest, time > latest.time { gap = time - latest.time }
    latest = (picture, time)
    end = max(end, stop.map(grid.time(ofNanoseconds:)) ?? time + gap)
    retimer.push(picture, at: mapped(time))
  }

  /// Goes on with another factor from a position of the source on.
  mutating func setFactor(_ new: Factor, at position: Int64) {
    let time = grid.time(ofNanoseconds: position)
    let output = TimeMap(factor: factor).outputTime(ofSource: mapped(time))
    // Rounded, so that terms do not grow with each change.
    begin = RationalTime(nanoseconds: time.nanoseconds)
    scaledBegin = RationalTime(
      nanoseconds: TimeMap(factor: new).sourceTime(
        ofOutput: RationalTime(nanoseconds: output.nanoseconds)
      ).nanoseconds
    )
    factor = new
    retimer = FrameRetimer(
      map: TimeMap(factor: new),
      frameRate: frameRate,
      selection: selection,
      firstTick: retimer.nextTick
    )
    if let latest { retimer.push(latest.picture, at: mapped(latest.time)) }
  }

  /// Says that no more comes.
  mutating func finish() { retimer.finish(at: mapped(end)) }

  /// The next tick that is decided.
  mutating func next() -> ShownFrame<VideoRetime.Picture>? { retimer.next() }

  private func mapped(_ time: RationalTime) -> RationalTime { time - begin + scaledBegin }
}
