// SPDX-License-Identifier: MPL-2.0

/// Decides which source frame each tick of the output shows, where frames come from the last one to the first.
///
/// The ticks and what they show are those of ``FrameRetimer``, from the last one down. Push and drain as there; say
/// before where the last frame ends, with ``begin(at:)``. A frame that is not before the one that came last is
/// left out. Two frames are kept.
public struct BackwardRetimer<Picture> {
  private let rule: TickRule
  private let firstTick: Int, endTick: Int
  private var earlier: TimedFrame<Picture>?
  /// The frame after `earlier`.
  private var later: TimedFrame<Picture>?
  /// Ticks that are not shown yet; nil until the end is known.
  private var ticksLeft: Int?
  /// Where the source begins, once no more comes.
  private var start: RationalTime?

  /// A retimer whose output follows `map` at a constant `frameRate`.
  ///
  /// Ticks before `firstTick` and from `endTick` on are not given: other retimers show them. `ticksPerFrame`: the
  /// ``TickParts/count`` where `frameRate` is the rate of parts of output frames.
  public init(
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

  /// Says that the source ends at `end`.
  public mutating func begin(at end: RationalTime) {
    begin(atOutput: rule.map.outputTime(ofSource: end))
  }

  /// Says that the output ends at `end`, which may be later than the source's end, as behind a hold.
  public mutating func begin(atOutput end: RationalTime) {
    ticksLeft = min(endTick, TimeMap.tickCount(before: end, frameRate: rule.frameRate))
  }

  /// Takes the source picture before the one that came last; `time` is counted from the source's start.
  public mutating func push(_ picture: Picture, at time: RationalTime) {
    if let earlier, time >= earlier.time { return }
    (later, earlier) = (earlier, TimedFrame(picture: picture, time: time))
  }

  /// Says that no more comes: the earliest frame is shown from `start` on.
  ///
  /// The only one, of which nobody said where it ends, is shown to its own time.
  public mutating func finish(at start: RationalTime) {
    self.start = start
    guard ticksLeft == nil, let earlier else { return }
    begin(at: earlier.time)
    let end = ticksLeft ?? 0
    if rule.sourceTime(of: end) == earlier.time {
      ticksLeft = min(endTick, end + 1)
    }
  }

  /// What the tick before the last one shows, or nil: more input is needed, or nothing is left.
  public mutating func next() -> ShownFrame<Picture>? {
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

extension BackwardRetimer: Sendable where Picture: Sendable {}
