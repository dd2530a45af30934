// SPDX-License-Identifier: MPL-2.0

/// Operations on whole maps; all of them are exact, and source times remain those of the file.
///
/// Apply them in this order: ``clipped(from:to:)``, ``played(_:)``, ``looped(_:)``,
/// ``scaled(to:)``, ``shifted(by:)``.
extension [TimeMap.Part] {
  /// Returns the duration of all parts in the output.
  ///
  /// - Throws: ``MapError`` if they are not a valid map.
  package func total() throws(MapError) -> RationalTime { try TimeMap(self).duration ?? .zero }

  /// Returns the map played forward, backward or both.
  ///
  /// - Throws: ``MapError`` for more sections than allowed.
  package func played(_ playback: Playback) throws(MapError) -> [TimeMap.Part] {
    let backward = reversed().map(\.reversed)
    return switch playback {
    case .forward: self
    case .backward: backward
    case .boomerang: try (self + backward).limited()
    }
  }

  /// Returns the map repeated `count` times.
  ///
  /// - Throws: ``MapError`` for a count outside of ``MapError/loops``, and for more sections than
  ///   allowed.
  package func looped(_ count: Int) throws(MapError) -> [TimeMap.Part] {
    guard MapError.loops.contains(count) else { throw .loops(count) }
    let sections = self.count.multipliedReportingOverflow(by: count)
    guard !sections.overflow, sections.partialValue <= MapError.mostSections else {
      throw .tooMany(sections.overflow ? .max : sections.partialValue)
    }
    return Array(repeatElement(self, count: count).joined())
  }

  /// Returns the map scaled to a total duration, all sections alike.
  ///
  /// For a factor, pass `factor × duration of the source`, times the loops.
  ///
  /// - Throws: ``MapError`` for a time that is not above 0, and for resulting speeds that are not
  ///   allowed.
  package func scaled(to duration: RationalTime) throws(MapError) -> [TimeMap.Part] {
    guard duration > .zero else { throw .total(duration) }
    let factor = duration.rational / (try total()).rational
    guard factor > Rational(0) else { throw .total(duration) }
    return try map { $0.scaled(by: factor) }.checked()
  }

  /// Returns the map of a part of the source; times remain those of the file.
  ///
  /// Sections outside of the part are dropped, and those of one speed are trimmed. Holds at its
  /// ends stay.
  ///
  /// - Throws: ``MapError`` for an eased section that would be trimmed, and if nothing is left.
  package func clipped(
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

  /// Returns the map for a source whose times are later by `time`.
  ///
  /// - Throws: ``MapError`` if a time would be before 0.
  package func shifted(by time: RationalTime) throws(MapError) -> [TimeMap.Part] {
    try map { part in
      switch part {
      case .play(let from, let to, let speed, let last, let ease):
        .play(from: from + time, to: to + time, speed: speed, last: last, ease: ease)
      case .hold(let at, let duration): .hold(at: at + time, duration: duration)
      }
    }.checked()
  }

  /// The parts with adjacent sections of one speed and one direction merged.
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

  /// Returns the parts with adjacent sections merged as in ``merged``.
  ///
  /// - Throws: ``MapEditError`` for more sections than allowed.
  func mergedEdits() throws(MapEditError) -> Self {
    do throws(MapError) {
      return try merged.limited()
    } catch {
      throw .map(error)
    }
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
  /// Returns both parts as one, if they have one speed and are contiguous; otherwise nil.
  fileprivate func joined(with next: TimeMap.Part) -> TimeMap.Part? {
    guard case .play(let from, let middle, let speed, let last, _) = self,
      case .play(let start, let to, let first, let final, _) = next,
      middle == start, (from < middle) == (middle < to),
      speed == last, speed == first, speed == final
    else { return nil }
    return .play(from: from, to: to, speed: speed)
  }
}
