// SPDX-License-Identifier: MPL-2.0

extension TimeMap {
  /// A requested part of a map, in output order: a section whose place in the output is not computed yet.
  public enum Part: Hashable, Sendable {
    /// Playback of the source between two times, at one speed or from one speed to another.
    ///
    /// Playback is backward if `to` is before `from`.
    case play(from: RationalTime, to: RationalTime, speed: Rational, last: Rational, ease: Ease)
    /// A freeze frame at a source time.
    case hold(at: RationalTime, duration: RationalTime)

    /// Returns a part that plays the source at one speed.
    public static func play(from: RationalTime, to: RationalTime, speed: Rational) -> Part {
      .play(from: from, to: to, speed: speed, last: speed, ease: .linear)
    }

    /// The allowed speeds.
    package static let speeds = Rational(1, 1_000_000)...Rational(1000)

    /// The part played from its end to its start.
    var reversed: Part {
      switch self {
      case .play(let from, let to, let speed, let last, let ease):
        .play(from: to, to: from, speed: last, last: speed, ease: ease)
      case .hold: self
      }
    }

    /// Returns the part with its duration multiplied by `factor`.
    func scaled(by factor: Rational) -> Part {
      switch self {
      case .play(let from, let to, let speed, let last, let ease):
        .play(from: from, to: to, speed: speed / factor, last: last / factor, ease: ease)
      case .hold(let time, let duration):
        .hold(at: time, duration: RationalTime(seconds: duration.rational * factor))
      }
    }

    /// The source times at the start and at the end; equal for a hold.
    var ends: (from: RationalTime, to: RationalTime) {
      switch self {
      case .play(let from, let to, _, _, _): (from, to)
      case .hold(let time, _): (time, time)
      }
    }

    /// The duration in the output; with two speeds, as long as at their mean.
    var duration: RationalTime {
      switch self {
      case .play(let from, let to, let speed, let last, _):
        RationalTime(seconds: max(from - to, to - from).rational * Rational(2) / (speed + last))
      case .hold(_, let duration): duration
      }
    }
  }

  /// Creates the map that plays these parts one after the other.
  ///
  /// The start of a part is exact if its fraction has a denominator below 2⁶⁰, otherwise rounded to
  /// 10⁻¹⁸ s.
  ///
  /// - Throws: ``MapError`` if there are no parts or a part is invalid; parts are counted from 1.
  public init(_ parts: [Part]) throws(MapError) {
    guard !parts.isEmpty else { throw .empty }
    guard parts.count <= MapError.mostSections else { throw .tooMany(parts.count) }
    var (sections, start, played) = ([Section](), RationalTime.zero, RationalTime.zero)
    for (index, part) in parts.enumerated() {
      try part.check(index + 1)
      let duration = part.duration
      let (speeds, ease): ((Rational, Rational), Ease?) =
        switch part {
        case .play(_, _, let speed, let last, let ease): ((speed, last), ease)
        case .hold: ((Rational(0), Rational(0)), nil)
        }
      let section = Section(
        from: part.ends.from,
        to: part.ends.to,
        speeds: speeds,
        ease: ease,
        duration: duration,
        start: start,
        played: played
      )
      sections.append(section)
      (start, played) = ((start + duration).bounded, (played + section.length).bounded)
    }
    self.init(sections)
  }
}

extension TimeMap.Part {
  /// Checks that the part is valid as the section `number`, counted from 1.
  func check(_ number: Int) throws(MapError) {
    switch self {
    case .play(let from, let to, let speed, let last, _):
      guard from != to else { throw .playsNothing(number) }
      for speed in [speed, last] where !Self.speeds.contains(speed) {
        throw .speedOutOfRange(number, speed)
      }
      guard min(from, to) >= .zero else { throw .beforeStart(number) }
    case .hold(let time, let duration):
      guard duration > .zero else { throw .playsNothing(number) }
      guard time >= .zero else { throw .beforeStart(number) }
    }
  }
}

extension RationalTime {
  /// The time itself if its denominator is below 2⁶⁰, otherwise rounded to 10⁻¹⁸ s.
  var bounded: RationalTime {
    guard rational.denominator >> 60 > 0 else { return self }
    let unit: Int64 = 1_000_000_000_000_000_000
    return RationalTime(
      seconds: Rational(reducing: rational.rounded(times: unit), over: Int128(unit))
    )
  }
}
