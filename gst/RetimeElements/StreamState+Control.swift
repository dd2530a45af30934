// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

// A factor from a controller.
extension StreamState {
  /// The interval of stream time at which a controller is sampled, in nanoseconds.
  private static var step: Int64 { 10_000_000 }
  /// The maximum gap that is followed, one hour in steps; the previous factor applies to longer gaps.
  private static var mostSteps: Int64 { 360_000 }
  /// The steps of the map kept before the newest position, for queries and events about buffers in flight.
  private static var keptSteps: Int64 { 25 }

  /// Extends the map of positions along a controller, up to `end`; returns the segment to send if its end moved.
  ///
  /// The controller is sampled at all multiples of ten milliseconds of stream time, independent of
  /// the buffers, and the factor is interpolated linearly in between. `first` is the position to
  /// start from if the map does not follow the controller yet. `waiting`: the duration of received
  /// input that is still being read. Positions and durations are in nanoseconds.
  mutating func follow(
    from first: Int64,
    until end: Int64,
    waiting: Int64 = 0,
    _ control: (Int64) -> Factor?
  ) -> Sent? {
    guard let input = scales.input, let start = input.start?.signed else { return nil }
    let shift = (input.time?.signed ?? start).saturatingDifference(start)
    guard max(end, end.saturatingSum(shift)) < 1 << 60 else { return nil }
    let last = max(0, end.saturatingSum(shift)) / Self.step + 1
    func time(_ index: Int64) -> RationalTime {
      RationalTime(nanoseconds: index * Self.step) - RationalTime(nanoseconds: shift)
    }
    func factor(_ index: Int64) -> Factor {
      control(index * Self.step) ?? self.factor
    }
    var index: Int64
    if let followed, last - followed < Self.mostSteps {
      index = followed
    } else {
      let from = max(0, first.saturatingSum(shift))
      index = from / Self.step
      guard last - index < Self.mostSteps else { return nil }
      let (one, other) = (factor(index).doubleValue, factor(index + 1))
      let part = Double(from % Self.step) / Double(Self.step)
      let begin = RationalTime(nanoseconds: first)
      self.factor = FactorSetting.rounded(one + (other.doubleValue - one) * part)
      scales.positions.setFactor(paced(self.factor), fromSource: begin)
      index += 1
      ease(to: other, from: begin, until: time(index))
    }
    scales.positions.forget(beforeSource: time(index - Self.keptSteps - waiting / Self.step))
    while index < last {
      ease(to: factor(index + 1), from: time(index), until: time(index + 1))
      index += 1
    }
    followed = index
    // A controller states its factors itself, at more times than can be recorded.
    scales.course = nil
    return moveEnd()
  }

  private mutating func ease(to next: Factor, from start: RationalTime, until end: RationalTime) {
    factor = next
    scales.positions.ease(to: paced(next), fromSource: start, until: end)
  }
}
