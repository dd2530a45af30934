// SPDX-License-Identifier: MPL-2.0

/// Decides which source frame each tick of the output shows.
///
/// Push pictures with their source times, and after each push, and after ``finish(at:)``, take what
/// has been decided until there is nothing:
///
///     retimer.push(picture, at: time)
///     while let shown = retimer.next() { … }
///
/// A tick comes out as soon as no later picture could change it, and a picture that no further tick can
/// show is let go at once: at most two are kept when every push is drained. The picture is opaque; it
/// is never copied, only handed on. All comparisons are exact, in source time: where the map has sections, in the time
/// of what is played.
///
/// The first picture is shown before its time, the last is held to the end. A picture whose time is
/// not after that of the one before takes its place and its time. No pictures, no ticks.
///
/// What is done for each picture is inlinable: code that is generic when it runs would look up its types each time, which
/// takes longer than all that it does.
public struct FrameRetimer<Picture> {
  @usableFromInline var rule: TickRule
  /// Frames that a tick can still show, in order of time.
  @usableFromInline var frames: [TimedFrame<Picture>] = []
  @usableFromInline let firstTick: Int, endTick: Int
  @usableFromInline var tick: Int
  /// Ticks in all; nil until the end is known.
  @usableFromInline var tickCount: Int?

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
    tick = firstTick
    rule = TickRule(
      map: map,
      frameRate: frameRate,
      selection: selection,
      ticksPerFrame: ticksPerFrame
    )
  }

  /// Takes the next source picture; `time` is source time from the file's common start.
  ///
  /// - Precondition: ``finish(at:)`` was not called.
  /// - Complexity: O(1).
  @inlinable
  public mutating func push(_ picture: Picture, at time: RationalTime) {
    precondition(tickCount == nil, "a picture at \(time) was pushed after finish(at:)")
    if let last = frames.indices.last, time <= frames[last].time {
      frames[last].picture = picture
    } else {
      frames.append(TimedFrame(picture: picture, time: time))
    }
  }

  /// Ends the source at `end`, the source time at which its last frame ends.
  ///
  /// Ticks run while k ÷ fps < factor × `end`. Ticks that are out already stay, if `end` lies before
  /// the time of the last picture.
  public mutating func finish(at end: RationalTime) {
    finish(atOutput: rule.map.outputTime(ofSource: end))
  }

  /// Ends the output at `end`, which may be later than the source's end, as behind a hold.
  public mutating func finish(atOutput end: RationalTime) {
    tickCount = TimeMap.tickCount(before: end, frameRate: rule.frameRate)
  }

  /// Goes on with another map, the same as the one before up to the latest picture.
  public mutating func setMap(_ map: TimeMap) { rule.map = map }

  /// The next tick's frame, or nil: more input is needed, or after ``finish(at:)`` nothing is left.
  ///
  /// - Complexity: O(pictures that were pushed since the last nil).
  @inlinable
  public mutating func next() -> ShownFrame<Picture>? {
    if tick >= min(tickCount ?? .max, endTick) {
      frames.removeAll()
      return nil
    }
    let time = rule.sourceTime(of: tick)
    dropPassedFrames(at: time)
    guard !frames.isEmpty else { return nil }
    // Not `frames.first`, which asks for memory where this is not specialised.
    let first = frames[0]
    guard first.time >= time || frames.count > 1 || tickCount != nil else { return nil }
    defer { tick += 1 }
    guard rule.selection.joinsFrames, first.time < time, frames.count > 1 else {
      return ShownFrame(tick: tick, picture: first.picture, blend: nil)
    }
    return ShownFrame(tick: tick, mixing: first, with: frames[1], at: time, by: rule)
  }

  /// Whether no picture has come.
  public var isEmpty: Bool { frames.isEmpty }

  /// The tick that comes next.
  public var nextTick: Int { tick }

  /// Goes back to the state after `init`, for a seek or a flush.
  public mutating func reset() {
    frames.removeAll()
    tick = firstTick
    tickCount = nil
  }

  /// Lets go of the frames that lose to their successor at `time`, and so at every later tick.
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

extension FrameRetimer: Sendable where Picture: Sendable {}
