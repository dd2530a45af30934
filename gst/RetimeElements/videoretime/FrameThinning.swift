// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

/// Selects the frames to drop so that at most one frame is sent for each tick, for `drop-only`.
///
/// A frame is kept if there is a tick after the start of the previous frame and not after its own
/// start. This depends on neighbouring frames only, so the same frames are kept backwards, where
/// each waits for the frame before it in time.
struct FrameThinning: Sendable {
  /// A frame with its times in the output, in nanoseconds.
  struct Item: Sendable {
    let picture: SharedFrame
    let start: Int64
    /// The end; nil if unknown.
    let end: Int64?
    /// The number of ticks up to its start, inclusive.
    fileprivate let ticks: Int
  }

  private let frameRate: FrameRate
  private let sourceRate: FrameRate?
  private var grid: FrameGrid?
  /// The ticks up to the last kept frame; forward playback only.
  private var ticks: Int?
  /// The frame whose selection is not decided yet; backward playback only.
  private var waiting: Item?

  /// Creates a selection of at most `frameRate` frames per second, from a source with `sourceRate`.
  init(frameRate: FrameRate, sourceRate: FrameRate?) {
    (self.frameRate, self.sourceRate) = (frameRate, sourceRate)
  }

  /// Resets the state, as at the start of a segment.
  mutating func reset() { (grid, ticks, waiting) = (nil, nil, nil) }

  /// Returns the item for a frame, which is shown at least until the next tick.
  ///
  /// `position` and `origin.source` are source times, the others are output times; all are in
  /// nanoseconds. `map` counts from the origin.
  mutating func item(
    _ picture: SharedFrame,
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

  /// Returns whether a frame is kept; it must not be before the previous one.
  mutating func keeps(_ item: Item) -> Bool {
    let isKept = ticks.map { item.ticks > $0 } ?? true
    if isKept { ticks = item.ticks }
    return isKept
  }

  /// Takes a frame that is before the previous one, and returns the previous one if it is kept.
  mutating func takeBackwards(_ item: Item) -> Item? {
    defer { waiting = item }
    guard let waiting, waiting.ticks > item.ticks else { return nil }
    return waiting
  }

  /// Returns the waiting frame, which is kept because no frame is before it.
  mutating func finishBackwards() -> Item? { waiting.take() }
}
