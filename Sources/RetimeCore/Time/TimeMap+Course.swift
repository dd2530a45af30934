// SPDX-License-Identifier: MPL-2.0

// Maps that record how a stream was played.
extension TimeMap {
  /// The maximum number of sections of a record; above it, the older half becomes one section.
  private static var mostRecordedSections: Int { 4096 }

  /// Sets the factor of all source from a time on, and keeps the map before it.
  ///
  /// For a map whose sections have one speed each and start at 0. Times are exact as long as the
  /// factor changes no more than 2,048 times before the current position; older ones follow from a
  /// mean speed.
  ///
  /// - Complexity: O(log sections), amortized.
  package mutating func setRest(_ factor: Factor, fromSource time: RationalTime) {
    let count = sections.prefixCount { $0.from < time }
    guard count > 0, time > .zero else {
      self = TimeMap(factor: factor)
      return
    }
    guard count < sections.count || lastFactor != factor.rational else { return }
    // Moved out of the map, so that nothing is copied.
    var kept: [Section] = []
    swap(&kept, &sections)
    kept.removeLast(kept.count - count)
    let last = kept.removeLast()
    var (source, start) = (last.from, last.start)
    if last.speeds.0 != factor.rational.reciprocal {
      let duration = RationalTime(seconds: (time - source).rational / last.speeds.0)
      kept.append(last.ending(at: time, after: duration))
      (source, start) = (time.bounded, (start + duration).bounded)
    }
    kept.append(
      Section(endlessAt: factor.rational.reciprocal, from: source, start: start, played: source)
    )
    self = kept.count == 1 ? TimeMap(factor: factor) : TimeMap(kept)
    if sections.count > Self.mostRecordedSections { forgetOlderHalf() }
  }

  /// Replaces the older half of the sections by one of their mean speed.
  private mutating func forgetOlderHalf() {
    let rest = sections.dropFirst(sections.count / 2)
    guard let next = rest.first, next.start > .zero else { return }
    let speed = next.from.rational / next.start.rational
    let mean = Section(endlessAt: speed, from: .zero, start: .zero, played: .zero)
    self = TimeMap([mean.ending(at: next.from, after: next.start)] + rest)
  }
}

extension TimeMap.Section {
  /// Returns the section with one speed and an end in the source, `duration` after its start.
  fileprivate func ending(at time: RationalTime, after duration: RationalTime) -> Self {
    Self(
      from: from,
      to: time.bounded,
      speeds: speeds,
      ease: .linear,
      duration: duration,
      start: start,
      played: played
    )
  }
}
