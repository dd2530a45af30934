// SPDX-License-Identifier: MPL-2.0

/// The rule that chooses between two neighbouring source frames at each output tick.
///
/// It is the only place for this rule: the retimers for both directions, and everything derived
/// from them, use it.
@usableFromInline
struct TickRule: Sendable {
  @usableFromInline var map: TimeMap
  let frameRate: FrameRate
  @usableFromInline let selection: FrameSelection
  /// Whether ticks at speed 1 show the nearest frame, where the selection joins two.
  var keepsUnchanged = false
  /// Half the duration of an output frame.
  private let half: RationalTime

  /// Creates a rule; `ticksPerFrame` is above 1 if an output frame consists of several ticks.
  init(map: TimeMap, frameRate: FrameRate, selection: FrameSelection, ticksPerFrame: Int) {
    (self.map, self.frameRate, self.selection) = (map, frameRate, selection)
    let frame = frameRate.time(ofTick: max(1, ticksPerFrame))
    half = RationalTime(seconds: frame.rational * Rational(1, 2))
  }

  /// Returns the source time that a tick shows.
  @usableFromInline
  func sourceTime(of tick: Int) -> RationalTime {
    map.sourceTime(ofTick: tick, frameRate: frameRate)
  }

  /// Returns whether a tick has passed from the frame at `first` to that at `second`; `time` is the tick's source time.
  @usableFromInline
  func prefersSecond(
    of first: RationalTime,
    _ second: RationalTime,
    at tick: Int,
    _ time: RationalTime
  ) -> Bool {
    switch selection {
    case .next: first < time
    case .nearest, .nearestLate: isSecondNearest(of: first, second, at: tick, time)
    case .previous, .blend, .flow: second <= time
    }
  }

  /// Returns whether `nearest` prefers the frame at `second`, whatever the selection.
  @usableFromInline
  func isSecondNearest(
    of first: RationalTime,
    _ second: RationalTime,
    at tick: Int,
    _ time: RationalTime
  ) -> Bool {
    let middle = (first + second).rational * Rational(1, 2)
    guard middle < time.rational || selection == .nearestLate && middle == time.rational else {
      return false
    }
    return second <= time || isDue(second, at: tick)
  }

  /// Returns whether a tick shows the nearest frame whatever the selection, as its speed is 1.
  func isKept(_ tick: Int) -> Bool {
    keepsUnchanged && map.section(at: frameRate.time(ofTick: tick)).isUnchanged
  }

  /// Returns whether a source time is reached less than half an output frame after a tick, or just then with `nearestLate`.
  private func isDue(_ time: RationalTime, at tick: Int) -> Bool {
    let limit = frameRate.time(ofTick: tick) + half
    let reached = map.sourceTime(ofOutput: limit)
    // A freeze frame may have reached it earlier.
    return time < reached
      || time == reached && (selection == .nearestLate || map.outputTime(ofSource: time) < limit)
  }
}
