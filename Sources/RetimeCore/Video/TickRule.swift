// SPDX-License-Identifier: MPL-2.0

/// Decides between two neighbouring source frames at each tick of an output.
///
/// The only place that does: retimers for both directions, and what is derived from them, ask it.
@usableFromInline
struct TickRule: Sendable {
  @usableFromInline var map: TimeMap
  let frameRate: FrameRate
  @usableFromInline let selection: FrameSelection
  /// Half the time of an output frame.
  private let half: RationalTime

  /// `ticksPerFrame`: more than 1 where an output frame is made of several ticks.
  init(map: TimeMap, frameRate: FrameRate, selection: FrameSelection, ticksPerFrame: Int) {
    (self.map, self.frameRate, self.selection) = (map, frameRate, selection)
    let frame = frameRate.time(ofTick: max(1, ticksPerFrame))
    half = RationalTime(seconds: frame.rational * Rational(1, 2))
  }

  /// The source time that a tick shows.
  @usableFromInline
  func sourceTime(of tick: Int) -> RationalTime {
    map.sourceTime(ofTick: tick, frameRate: frameRate)
  }

  /// Whether a tick has left the frame at `first` for that at `second`; `time` is the tick's source time.
  @usableFromInline
  func prefersSecond(
    of first: RationalTime,
    _ second: RationalTime,
    at tick: Int,
    _ time: RationalTime
  ) -> Bool {
    switch selection {
    case .next: first < time
    case .nearest: isSecondNearest(of: first, second, at: tick, time)
    case .previous, .blend, .flow: second <= time
    }
  }

  /// Whether `nearest` prefers the frame at `second`, whatever the selection is.
  @usableFromInline
  func isSecondNearest(
    of first: RationalTime,
    _ second: RationalTime,
    at tick: Int,
    _ time: RationalTime
  ) -> Bool {
    guard (first + second).rational * Rational(1, 2) < time.rational else { return false }
    return second <= time || isDue(second, at: tick)
  }

  /// Whether a source time is reached less than half an output frame after a tick.
  private func isDue(_ time: RationalTime, at tick: Int) -> Bool {
    let limit = frameRate.time(ofTick: tick) + half
    let reached = map.sourceTime(ofOutput: limit)
    // A freeze frame may have reached it earlier.
    return time < reached || time == reached && map.outputTime(ofSource: time) < limit
  }
}
