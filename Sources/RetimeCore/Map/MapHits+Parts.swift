// SPDX-License-Identifier: MPL-2.0

extension MapHits {
  /// Returns the parts of a map that plays the source from `start` to `end` and reaches every hit.
  ///
  /// The speed is continuous, and linear in pieces. At a hit it is between the mean speeds before
  /// and after it; after the last hit it is constant. Without hits it is 1.
  ///
  /// - Throws: ``MapEditError`` with the hit's own text: for a time outside of the source, hits
  ///   whose order differs between source and output, and a speed outside of the limits.
  /// - Complexity: O(n log n) for n hits.
  public func parts(
    from start: RationalTime = .zero,
    to end: RationalTime
  ) throws(MapEditError) -> [TimeMap.Part] {
    let intervals = try intervals(from: start, to: end)
    let speeds = try speeds(at: intervals)
    var parts: [TimeMap.Part] = []
    for (index, interval) in intervals.enumerated() {
      parts += interval.parts(from: speeds[index], to: speeds[index + 1], limits)
    }
    let last = intervals.last?.to ?? start
    if last < end { parts.append(.play(from: last, to: end, speed: speeds[intervals.count])) }
    guard !parts.isEmpty else { throw .nothingLeft([]) }
    return try parts.mergedEdits()
  }

  /// Returns the source between successive hits, in order.
  private func intervals(
    from start: RationalTime,
    to end: RationalTime
  ) throws(MapEditError) -> [Interval] {
    let sorted = hits.map { (time: $0.time.resolved(end), hit: $0) }.sorted { $0.time < $1.time }
    var (intervals, before) = ([Interval](), (time: start, output: RationalTime.zero, text: ""))
    for (time, hit) in sorted {
      guard time <= end else { throw .pastEnd(hit.text, time: time, end: end) }
      // The start's own place, and a hit that is given twice.
      if time == before.time, hit.output == before.output { continue }
      guard time > before.time, hit.output > before.output else {
        throw .notLater(hit.text, than: before.text, source: before.time, output: before.output)
      }
      let interval = Interval(from: before.time, to: time, duration: hit.output - before.output)
      guard limits.contains(interval.mean) else {
        throw .outsideLimits(hit.text, speed: interval.mean, limits)
      }
      intervals.append(interval)
      before = (time, hit.output, hit.text)
    }
    return intervals
  }

  /// Returns the speeds at the start of each interval, and at the end of the last.
  ///
  /// A mean speed at a limit leaves no other speed at the ends of its interval.
  private func speeds(at intervals: [Interval]) throws(MapEditError) -> [Rational] {
    guard let first = intervals.first, let last = intervals.last else { return [Rational(1)] }
    var inner: [Rational] = []
    for (one, two) in zip(intervals, intervals.dropFirst()) {
      switch (limits.isReached(by: one.mean), limits.isReached(by: two.mean)) {
      case (true, true) where one.mean != two.mean: throw .noSmoothSpeed(at: one.to, limits)
      case (true, _): inner.append(one.mean)
      case (_, true): inner.append(two.mean)
      case (false, false):
        // The derivative of the parabola through three hits.
        let (before, after) = (one.duration.rational, two.duration.rational)
        let speed = (one.mean * after + two.mean * before) / (before + after)
        inner.append(speed.short(from: min(one.mean, two.mean), to: max(one.mean, two.mean)))
      }
    }
    func outer(_ interval: Interval, _ other: Rational?) -> Rational {
      guard let other, !limits.isReached(by: interval.mean) else { return interval.mean }
      // The speed then rises or falls through the whole interval.
      let speed = (interval.mean * Rational(3) - other) * Rational(1, 2)
      return speed.short(from: limits.slowest, to: limits.fastest)
    }
    return [outer(first, inner.first)] + inner + [outer(last, inner.last)]
  }

  /// The source between two successive hits.
  private struct Interval {
    let from: RationalTime, to: RationalTime
    /// The duration in the output.
    let duration: RationalTime
    let mean: Rational

    init(from: RationalTime, to: RationalTime, duration: RationalTime) {
      (self.from, self.to, self.duration) = (from, to, duration)
      mean = (to - from).rational / duration.rational
    }

    /// Returns the sections that change the speed from `first` to `last`.
    ///
    /// Two ramps lead to the speed in the middle and from it. They take half of the time each, or
    /// less if that speed would be outside of the limits.
    func parts(from first: Rational, to last: Rational, _ limits: SpeedLimits) -> [TimeMap.Part] {
      let ends = (first + last) * Rational(1, 2)
      if ends == mean {
        return [.play(from: from, to: to, speed: first, last: last, ease: .linear)]
      }
      let limit = ends < mean ? limits.fastest : limits.slowest
      let ramp = min(Rational(1, 2), ((limit - mean) / (limit - ends)).coarse)
      let middle = (mean - ramp * ends) / (Rational(1) - ramp)
      func length(_ speed: Rational) -> RationalTime {
        RationalTime(seconds: (speed + middle) * Rational(1, 2) * ramp * duration.rational)
      }
      let (one, two) = (from + length(first), to - length(last))
      var parts = [
        TimeMap.Part.play(from: from, to: one, speed: first, last: middle, ease: .linear)
      ]
      if one < two { parts.append(.play(from: one, to: two, speed: middle)) }
      return parts + [.play(from: two, to: to, speed: middle, last: last, ease: .linear)]
    }
  }
}

extension Rational {
  /// Returns the fraction in thousandths, which keeps the numbers of sections short, within two bounds.
  fileprivate func short(from lower: Rational, to upper: Rational) -> Rational {
    max(lower, min(upper, Rational(reducing: rounded(times: 1000), over: 1000)))
  }

  /// The fraction rounded down to 1/1024ths, unless it is smaller than one.
  fileprivate var coarse: Rational {
    let count = (self * Rational(1024)).floor
    return count > 0 ? Rational(reducing: count, over: 1024) : self
  }
}
