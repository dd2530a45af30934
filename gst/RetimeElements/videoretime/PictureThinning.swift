// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

/// Which pictures are left out so that at most one comes in the time of a tick, for `drop-only`.
///
/// A picture stays where a tick lies behind the picture before it and not behind it itself. That is asked of neighbours
/// alone, and so the same ones stay backwards, where each waits for the one before it in time.
struct PictureThinning: Sendable {
  /// A picture with its times in the output, in nanoseconds.
  struct Item: Sendable {
    let picture: Picture
    let start: Int64
    /// Nil where it is not known.
    let end: Int64?
    /// How many ticks lie before its end and not behind its start.
    fileprivate let ticks: Int
  }

  private let frameRate: FrameRate
  private let sourceRate: FrameRate?
  private var grid: FrameGrid?
  /// The ticks up to the picture before; forwards.
  private var ticks: Int?
  /// The picture of which it is not known whether it stays; backwards.
  private var waiting: Item?

  /// At most `frameRate` pictures a second, of a source with `sourceRate`.
  init(frameRate: FrameRate, sourceRate: FrameRate?) {
    (self.frameRate, self.sourceRate) = (frameRate, sourceRate)
  }

  /// Forgets what came, as at the begin of a segment.
  mutating func reset() { (grid, ticks, waiting) = (nil, nil, nil) }

  /// A picture that is to be shown; it lasts to the next tick at least.
  ///
  /// `position` and `origin.source` are times of the source, the others of the output; all in nanoseconds, and `map` counts
  /// from the origin.
  mutating func item(
    _ picture: Picture,
    at position: Int64,
    shown: (start: Int64, end: Int64?),
    map: TimeMap,
    origin: (source: Int64, output: Int64)
  ) -> Item {
    let known = grid ?? FrameGrid(sourceRate, first: position, origin: origin.source)
    grid = known
    let time = map.startTime(ofStream: known.time(of: StreamTime(clamping: position)))
    let before = TimeMap.tickCount(before: time, frameRate: frameRate)
    let ticks = frameRate.time(ofTick: before) == time ? before + 1 : before
    let next = origin.output.saturatingSum(frameRate.time(ofTick: ticks).nanoseconds)
    return Item(
      picture: picture,
      start: shown.start,
      end: shown.end.map { max($0, next) },
      ticks: ticks
    )
  }

  /// Whether a picture stays that is not before the one that came last.
  mutating func keeps(_ item: Item) -> Bool {
    let isKept = ticks.map { item.ticks > $0 } ?? true
    if isKept { ticks = item.ticks }
    return isKept
  }

  /// Takes a picture that is before the one that came last, and gives that one where it stays.
  mutating func takeBackwards(_ item: Item) -> Item? {
    defer { waiting = item }
    guard let waiting, waiting.ticks > item.ticks else { return nil }
    return waiting
  }

  /// The picture that waits still: none is before it.
  mutating func finishBackwards() -> Item? { waiting.take() }
}
