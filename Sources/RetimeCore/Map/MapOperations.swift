// SPDX-License-Identifier: MPL-2.0

/// What is made of whole maps; all of it is exact, and the source's times stay those of the file.
///
/// In this order: ``clipped(from:to:)``, ``played(_:)``, ``looped(_:)``, ``scaled(to:)``, ``shifted(by:)``.
extension [TimeMap.Part] {
  /// How long they last in the output, one after the other.
  ///
  /// - Throws: ``MapError`` where they are no map.
  public func total() throws(MapError) -> RationalTime { try TimeMap(self).duration ?? .zero }

  /// The map forward, backward or both.
  ///
  /// - Throws: ``MapError`` for more sections than allowed.
  public func played(_ playback: Playback) throws(MapError) -> [TimeMap.Part] {
    let backward = reversed().map(\.reversed)
    return switch playback {
    case .forward: self
    case .backward: backward
    case .boomerang: try (self + backward).limited()
    }
  }

  /// The map so many times, one after the other.
  ///
  /// - Throws: ``MapError`` for a count outside of ``MapError/loops``, and for more sections than allowed.
  public func looped(_ count: Int) throws(MapError) -> [TimeMap.Part] {
    guard MapError.loops.contains(count) else { throw .loops(count) }
    let sections = self.count.multipliedReportingOverflow(by: count)
    guard !sections.overflow, sections.partialValue <= MapError.mostSections else {
      throw .tooMany(sections.overflow ? .max : sections.partialValue)
    }
    return Array(repeatElement(self, count: count).joined())
  }

  /// The map made to last so long, all sections alike.
  ///
  /// A factor wants `factor × duration of the source`, times the loops.
  ///
  /// - Throws: ``MapError`` for a time that is not above 0, and for speeds that come to be outside of those allowed.
  public func scaled(to duration: RationalTime) throws(MapError) -> [TimeMap.Part] {
    guard duration > .zero else { throw .total(duration) }
    let factor = duration.rational / (try total()).rational
    guard factor > Rational(0) else { throw .total(duration) }
    return try map { $0.scaled(by: factor) }.checked()
  }

  /// What the map plays of a part of the source; the times stay those of the file.
  ///
  /// Sections outside of the part are left out and those of one speed are cut. Holds at its ends stay.
  ///
  /// - Throws: ``MapError`` for an eased section that would be cut, and where nothing is left.
  public func clipped(
    from start: RationalTime,
    to end: RationalTime
  ) throws(MapError) -> [TimeMap.Part] {
    var parts: [TimeMap.Part] = []
    for (index, part) in enumerated() {
      switch part {
      case .hold(let time, _):
        if start <= time && time <= end { parts.append(part) }
      case .play(let from, let to, let speed, let last, let ease):
        let (low, high) = (
          Swift.max(Swift.min(from, to), start), Swift.min(Swift.max(from, to), end)
        )
        guard low < high else { continue }
        let ends = from < to ? (low, high) : (high, low)
        guard speed == last || ends == (from, to) else {
          throw .easedAcross(index + 1, time: ends.0 == from ? ends.1 : ends.0)
        }
        parts.append(.play(from: ends.0, to: ends.1, speed: speed, last: last, ease: ease))
      }
    }
    guard !parts.isEmpty else { throw .nothingWithin(start, end) }
    return parts
  }

  /// The map of a source whose times are so much later.
  ///
  /// - Throws: ``MapError`` where times come to lie before 0.
  public func shifted(by time: RationalTime) throws(MapError) -> [TimeMap.Part] {
    try map { part in
      switch part {
      case .play(let from, let to, let speed, let last, let ease):
        .play(from: from + time, to: to + time, speed: speed, last: last, ease: ease)
      case .hold(let at, let duration): .hold(at: at + time, duration: duration)
      }
    }.checked()
  }

  /// The same, adjacent sections of one speed that go on in one direction as one.
  var merged: [TimeMap.Part] {
    var parts: [TimeMap.Part] = []
    for part in self {
      if let last = parts.last, let both = last.joined(with: part) {
        parts[parts.count - 1] = both
      } else {
        parts.append(part)
      }
    }
    return parts
  }

  private func limited() throws(MapError) -> Self {
    guard count <= MapError.mostSections else { throw .tooMany(count) }
    return self
  }

  private func checked() throws(MapError) -> Self {
    for (index, part) in enumerated() { try part.check(index + 1) }
    return self
  }
}

extension TimeMap.Part {
  /// Both as one, where they are of one speed and go on.
  fileprivate func joined(with next: TimeMap.Part) -> TimeMap.Part? {
    guard case .play(let from, let middle, let speed, let last, _) = self,
      case .play(let start, let to, let first, let final, _) = next,
      middle == start, (from < middle) == (middle < to),
      speed == last, speed == first, speed == final
    else { return nil }
    return .play(from: from, to: to, speed: speed)
  }
}
