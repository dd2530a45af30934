// SPDX-License-Identifier: MPL-2.0

/// A map as written, in which times may refer to the source's end as "end".
///
/// In JSON, numbers are texts so that they are exact:
/// `{"retime-map":1,"sections":[{"from":"0","to":"7/2","speed":["1","1/4"],"ease":"smooth"},{"hold":"7/2","for":"1.5"}]}`.
/// Times are seconds of the source from the file's common start, even if only a part of it is
/// played.
public struct MapDocument: Hashable, Sendable {
  /// A time of the source.
  package enum Time: Hashable, Sendable {
    /// A time after the source's start.
    case time(RationalTime)
    /// The source's end.
    case end
  }

  /// A section before the source's end is known.
  package enum Section: Hashable, Sendable {
    /// Playback of the source between two times, at one speed or from one speed to another.
    ///
    /// Playback is backward if `to` is before `from`.
    case play(from: Time, to: Time, speed: Rational, last: Rational, ease: Ease)
    /// A freeze frame at a source time.
    case hold(at: Time, duration: RationalTime)
  }

  /// The sections in output order.
  package let sections: [Section]
  /// The total duration in the output, if the document states it.
  package let duration: RationalTime?

  init(sections: [Section], duration: RationalTime? = nil) {
    (self.sections, self.duration) = (sections, duration)
  }

  /// Creates the document of parts, with their total duration if it is to be stated.
  public init(_ parts: [TimeMap.Part], duration: RationalTime? = nil) {
    self.init(
      sections: parts.map { part in
        switch part {
        case .play(let from, let to, let speed, let last, let ease):
          // A single speed has no ease, so that reading the text again gives the same document.
          .play(
            from: .time(from),
            to: .time(to),
            speed: speed,
            last: last,
            ease: speed == last ? .linear : ease
          )
        case .hold(let time, let duration): .hold(at: .time(time), duration: duration)
        }
      },
      duration: duration
    )
  }

  /// Returns the parts of the map for a source that ends at `end`: the end of the file's longest track.
  ///
  /// - Throws: ``MapError`` for a section with a time past the end, for an invalid section, and if
  ///   the map's duration differs from the one stated.
  /// - Complexity: O(sections).
  public func parts(end: RationalTime) throws(MapError) -> [TimeMap.Part] {
    guard !sections.isEmpty else { throw .empty }
    guard sections.count <= MapError.mostSections else { throw .tooMany(sections.count) }
    var parts: [TimeMap.Part] = []
    for (index, section) in sections.enumerated() {
      let part = section.part(end: end)
      for time in [part.ends.from, part.ends.to] where time > end {
        throw .pastEnd(index + 1, time: time, end: end)
      }
      try part.check(index + 1)
      parts.append(part)
    }
    if let duration, case let real = try parts.total(), real != duration {
      throw .otherDuration(given: duration, real: real)
    }
    return parts
  }
}

extension MapDocument.Section {
  /// Returns the part for a source that ends at `end`.
  func part(end: RationalTime) -> TimeMap.Part {
    switch self {
    case .play(let from, let to, let speed, let last, let ease):
      .play(from: from.resolved(end), to: to.resolved(end), speed: speed, last: last, ease: ease)
    case .hold(let time, let duration): .hold(at: time.resolved(end), duration: duration)
    }
  }
}

extension MapDocument.Time {
  /// Returns the time in a source that ends at `end`.
  func resolved(_ end: RationalTime) -> RationalTime {
    switch self {
    case .time(let time): time
    case .end: end
    }
  }

  /// Creates the time of a text: "end", seconds as a decimal or a quotient, or [hh:]mm:ss[.mmm]; nil for any other.
  init?(_ text: String) {
    if text == "end" {
      self = .end
    } else if text.utf8.contains(UInt8(ascii: "/")) {
      guard let value = try? Rational(parsing: text),
        (Rational(0)...RationalTime.longest).contains(value)
      else { return nil }
      self = .time(RationalTime(seconds: value))
    } else {
      guard let time = try? RationalTime(parsing: text) else { return nil }
      self = .time(time)
    }
  }

  /// The allowed texts of a time, for messages.
  static let allowed =
    "seconds such as \"90\", \"1.5\" or \"7/2\", a time such as \"1:02.5\", or \"end\", of a year at most"
}
