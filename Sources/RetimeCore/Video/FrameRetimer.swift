// SPDX-License-Identifier: MPL-2.0

/// A retimer that chooses the source frame of each output tick.
///
/// Push frames with their source times. After each push, and after ``finish(at:)``, take all ticks
/// that are decided:
///
///     retimer.push(frame, at: time)
///     while let shown = retimer.next() { … }
///
/// A tick is returned as soon as no later frame could change it, and a frame that no further tick
/// can show is released at once: at most two are held if every push is drained. Frames are opaque;
/// they are never copied, only passed on. All comparisons are exact, in source time; if the map has
/// sections, in played time.
///
/// The first frame is shown before its time, the last is held to the end. A frame whose time is not
/// after that of the previous one replaces it and takes its time. Without frames there are no
/// ticks.
///
/// The work done for each frame is inlinable: code that is generic at run time would look up its
/// types each time, which takes longer than all that it does.
public struct FrameRetimer<SharedFrame> {
  @usableFromInline var rule: TickRule
  /// The frames that a tick can still show, in order of time.
  @usableFromInline var frames: [TimedFrame<SharedFrame>] = []
  @usableFromInline let firstTick: Int, endTick: Int
  @usableFromInline var tick: Int
  /// The total number of ticks; nil until the end is known.
  @usableFromInline var tickCount: Int?

  /// Creates a retimer whose output follows `map` at a constant `frameRate`.
  ///
  /// Ticks before `firstTick` and from `endTick` on are not returned: other retimers show them.
  /// `ticksPerFrame` is the number of parts if `frameRate` is the rate of parts of output frames.
  public init(
    map: TimeMap,
    frameRate: FrameRate,
    selection: FrameSelection,
    firstTick: Int = 0,
    endTick: Int = .max,
    ticksPerFrame: Int = 1
  ) {
    (self.firstTick, self.endTick) = (firstTick, endTick)
    tick = firstTick
    rule = TickRule(
      map: map,
      frameRate: frameRate,
      selection: selection,
      ticksPerFrame: ticksPerFrame
    )
  }

  /// Adds the next source frame; `time` is source time from the file's common start.
  ///
  /// - Precondition: ``finish(at:)`` was not called.
  /// - Complexity: O(1).
  @inlinable
  public mutating func push(_ picture: SharedFrame, at time: RationalTime) {
    precondition(tickCount == nil, "a frame at \(time) was pushed after finish(at:)")
    if let last = frames.indices.last, time <= frames[last].time {
      frames[last].picture = picture
    } else {
      frames.append(TimedFrame(picture: picture, time: time))
    }
  }

  /// Ends the source at `end`, the source time at which its last frame ends.
  ///
  /// Ticks continue while k ÷ fps < factor × `end`. Ticks already returned remain valid, even if
  /// `end` is before the time of the last frame.
  public mutating func finish(at end: RationalTime) {
    finish(atOutput: rule.map.outputTime(ofSource: end))
  }

  /// Ends the output at `end`, which may be later than the source's end, for example after a hold.
  package mutating func finish(atOutput end: RationalTime) {
    tickCount = TimeMap.tickCount(before: end, frameRate: rule.frameRate)
  }

  /// Replaces the map; the new one is equal up to the latest frame.
  package mutating func setMap(_ map: TimeMap) { rule.map = map }

  /// Returns the next tick's frame; nil if more input is needed, or after ``finish(at:)`` if nothing is left.
  ///
  /// - Complexity: O(frames pushed since the last nil).
  @inlinable
  public mutating func next() -> ShownFrame<SharedFrame>? { next(before: nil) }

  /// Returns the next tick's frame as `next` does, and nil if the tick's source time is not before `limit`.
  @inlinable
  package mutating func next(before limit: RationalTime?) -> ShownFrame<SharedFrame>? {
    if tick >= min(tickCount ?? .max, endTick) {
      frames.removeAll()
      return nil
    }
    let time = rule.sourceTime(of: tick)
    if let limit, time >= limit { return nil }
    dropPassedFrames(at: time)
    guard !frames.isEmpty else { return nil }
    // Not `frames.first`, which allocates memory where this is not specialized.
    let first = frames[0]
    guard first.time >= time || frames.count > 1 || tickCount != nil else { return nil }
    defer { tick += 1 }
    guard rule.selection.joinsFrames, first.time < time, frames.count > 1 else {
      return ShownFrame(tick: tick, picture: first.picture, blend: nil)
    }
    return ShownFrame(tick: tick, mixing: first, with: frames[1], at: time, by: rule)
  }

  /// Whether ticks at speed 1 show the nearest frame, where the selection joins two; false at first.
  package var keepsUnchanged: Bool {
    get { rule.keepsUnchanged }
    set { rule.keepsUnchanged = newValue }
  }

  /// Whether no frames are held.
  package var isEmpty: Bool { frames.isEmpty }

  /// The next tick to be returned.
  package var nextTick: Int { tick }

  /// Returns the source time of a tick.
  package func sourceTime(of tick: Int) -> RationalTime { rule.sourceTime(of: tick) }

  /// Restores the state after `init`, for a seek or a flush.
  package mutating func reset() {
    frames.removeAll()
    tick = firstTick
    tickCount = nil
  }

  /// Drops the frames that lose to their successor at `time`, and so at every later tick.
  @inlinable
  mutating func dropPassedFrames(at time: RationalTime) {
    var passed = 0
    while passed + 1 < frames.count,
      rule.prefersSecond(of: frames[passed].time, frames[passed + 1].time, at: tick, time)
    {
      passed += 1
    }
    if passed > 0 { frames.removeFirst(passed) }
  }
}

extension FrameRetimer: Sendable where SharedFrame: Sendable {}
