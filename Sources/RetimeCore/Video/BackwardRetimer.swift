// SPDX-License-Identifier: MPL-2.0

/// A retimer that chooses the source frame of each output tick, for frames that arrive from last to first.
///
/// The ticks and their frames are those of ``FrameRetimer``, from the last one down. Push and drain
/// as there, but first give the end of the last frame with ``begin(at:)``. A frame that is not
/// before the previously pushed one is ignored. Two frames are held.
package struct BackwardRetimer<SharedFrame> {
  private let rule: TickRule
  private let firstTick: Int, endTick: Int
  private var earlier: TimedFrame<SharedFrame>?
  /// The frame after `earlier`.
  private var later: TimedFrame<SharedFrame>?
  /// The number of ticks not returned yet; nil until the end is known.
  private var ticksLeft: Int?
  /// The start of the source, once it is complete.
  private var start: RationalTime?

  /// Creates a retimer whose output follows `map` at a constant `frameRate`.
  ///
  /// Ticks before `firstTick` and from `endTick` on are not returned: other retimers show them.
  /// `ticksPerFrame` is ``TickParts/count`` if `frameRate` is the rate of parts of output frames.
  package init(
    map: TimeMap,
    frameRate: FrameRate,
    selection: FrameSelection,
    firstTick: Int = 0,
    endTick: Int = .max,
    ticksPerFrame: Int = 1
  ) {
    (self.firstTick, self.endTick) = (firstTick, endTick)
    rule = TickRule(
      map: map,
      frameRate: frameRate,
      selection: selection,
      ticksPerFrame: ticksPerFrame
    )
  }

  /// Sets the end of the source.
  package mutating func begin(at end: RationalTime) {
    begin(atOutput: rule.map.outputTime(ofSource: end))
  }

  /// Sets the end of the output, which may be later than the source's end, for example after a hold.
  package mutating func begin(atOutput end: RationalTime) {
    ticksLeft = min(endTick, TimeMap.tickCount(before: end, frameRate: rule.frameRate))
  }

  /// Adds the source frame before the previously pushed one; `time` is counted from the source's start.
  package mutating func push(_ picture: SharedFrame, at time: RationalTime) {
    if let earlier, time >= earlier.time { return }
    (later, earlier) = (earlier, TimedFrame(picture: picture, time: time))
  }

  /// Ends the input: the earliest frame is shown from `start` on.
  ///
  /// If ``begin(at:)`` was not called, a single frame is shown up to and including its own time.
  package mutating func finish(at start: RationalTime) {
    self.start = start
    guard ticksLeft == nil, let earlier else { return }
    begin(at: earlier.time)
    let end = ticksLeft ?? 0
    if rule.sourceTime(of: end) == earlier.time {
      ticksLeft = min(endTick, end + 1)
    }
  }

  /// Returns the frame of the tick before the last one; nil if more input is needed, or nothing is left.
  package mutating func next() -> ShownFrame<SharedFrame>? {
    guard let earlier, let ticksLeft, ticksLeft > firstTick else { return nil }
    let tick = ticksLeft - 1
    let time = rule.sourceTime(of: tick)
    guard time > earlier.time || start.map({ time >= $0 }) ?? false else { return nil }
    self.ticksLeft = tick
    guard let later, time > earlier.time else {
      return ShownFrame(tick: tick, picture: earlier.picture, blend: nil)
    }
    if rule.prefersSecond(of: earlier.time, later.time, at: tick, time) {
      return ShownFrame(tick: tick, picture: later.picture, blend: nil)
    }
    guard rule.selection.joinsFrames else {
      return ShownFrame(tick: tick, picture: earlier.picture, blend: nil)
    }
    return ShownFrame(tick: tick, mixing: earlier, with: later, at: time, by: rule)
  }
}

extension BackwardRetimer: Sendable where SharedFrame: Sendable {}
