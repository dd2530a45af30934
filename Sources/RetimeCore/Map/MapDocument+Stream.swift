// SPDX-License-Identifier: MPL-2.0

extension MapDocument {
  /// Returns the map for a source that arrives as a stream, once and forward, with an unknown end.
  ///
  /// "end" means without an end. Any part of the source may be cut.
  ///
  /// - Throws: ``StreamMapError`` for a section that a stream cannot play, and for an invalid one.
  /// - Complexity: O(sections).
  package func streamMap() throws(StreamMapError) -> TimeMap {
    var parts: [TimeMap.Part] = []
    var (reached, isEndless) = (RationalTime.zero, false)
    for (index, section) in sections.enumerated() {
      let number = index + 1
      guard !isEndless else { throw .afterEnd(number) }
      let part: TimeMap.Part
      switch section {
      case .hold(.end, _): throw .holdsEnd(number)
      case .play(.end, _, _, _, _): throw .backwards(number)
      case .play(.time(let from), .end, let speed, let last, _):
        guard speed == last else { throw .easedToEnd(number) }
        isEndless = true
        // A nominal length, so that the section is valid; its end is removed below.
        part = .play(from: from, to: from + RationalTime(1, 1), speed: speed)
      case .play, .hold: part = section.part(end: .zero)
      }
      do { try part.check(number) } catch { throw .map(error) }
      let (from, to) = part.ends
      guard to >= from else { throw .backwards(number) }
      guard from >= reached else { throw .jumpsBack(number, from: reached, to: from) }
      reached = isEndless ? from : to
      parts.append(part)
    }
    do throws(MapError) {
      let map = try TimeMap(parts)
      if let duration, !isEndless, let real = map.duration, real != duration {
        throw MapError.otherDuration(given: duration, real: real)
      }
      return isEndless ? map.withoutEnd : map
    } catch {
      throw .map(error)
    }
  }
}

extension TimeMap {
  /// The map with its last section continued without an end; a map of one factor if that is the only section.
  fileprivate var withoutEnd: TimeMap {
    guard let last = sections.last else { return self }
    if sections.count == 1, last.from == .zero,
      let factor = Factor(exactly: last.speeds.0.reciprocal)
    {
      return TimeMap(factor: factor)
    }
    let endless = Section(
      endlessAt: last.speeds.0,
      from: last.from,
      start: last.start,
      played: last.played
    )
    return TimeMap(sections.dropLast() + [endless])
  }
}

/// The reason why a stream cannot play a map; sections are counted from 1.
package enum StreamMapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A section that plays the source backward.
  case backwards(Int)
  /// A section that starts before the end of the section before it.
  case jumpsBack(Int, from: RationalTime, to: RationalTime)
  /// A section after the one that continues to the end.
  case afterEnd(Int)
  /// A change of speed up to the end.
  case easedToEnd(Int)
  /// A hold of the end.
  case holdsEnd(Int)
  /// An invalid map.
  case map(MapError)

  /// The fault, where it is, and what to do.
  package var description: String {
    switch self {
    case .backwards(let number):
      "section \(number) plays backwards, and a stream comes once and forwards: `retime --map` plays it from a file, and "
        + "so does a seek with a rate below 0"
    case .jumpsBack(let number, let from, let to):
      "section \(number) jumps back from \(from) to \(to), and a stream comes once and forwards: `retime --map` plays it "
        + "from a file, and so do seeks"
    case .afterEnd(let number):
      "section \(number) comes after one that goes to \"end\", which a stream may not have: end that section at a time"
    case .easedToEnd(let number):
      "section \(number) changes its speed up to \"end\", and a stream does not tell when that is: end it at a time"
    case .holdsEnd(let number):
      "section \(number) holds \"end\", and a stream does not tell when that is: hold a time"
    case .map(let error): error.description
    }
  }
}
