// SPDX-License-Identifier: MPL-2.0

extension TimeMap {
  /// What somebody wants of a map, in the order of the output: sections whose places in it are not worked out yet.
  public enum Part: Hashable, Sendable {
    /// The source from one time to another, backwards where the other is earlier, at a speed, or from one speed to another.
    case play(from: RationalTime, to: RationalTime, speed: Rational, last: Rational, ease: Ease)
    /// The source stands at a time for a while.
    case hold(at: RationalTime, duration: RationalTime)

    /// The source at one speed.
    public static func play(from: RationalTime, to: RationalTime, speed: Rational) -> Part {
      .play(from: from, to: to, speed: speed, last: speed, ease: .linear)
    }

    /// The speeds that there are.
    public static let speeds = Rational(1, 1_000_000)...Rational(1000)

    /// The same, played from its end to its begin.
    var reversed: Part {
      switch self {
      case .play(let from, let to, let speed, let last, let ease):
        .play(from: to, to: from, speed: last, last: speed, ease: ease)
      case .hold: self
      }
    }

    /// The same, so many times as long.
    func scaled(by factor: Rational) -> Part {
      switch self {
      case .play(let from, let to, let speed, let last, let ease):
        .play(from: from, to: to, speed: speed / factor, last: last / factor, ease: ease)
      case .hold(let time, let duration):
        .hold(at: time, duration: RationalTime(seconds: duration.rational * factor))
      }
    }

    /// The times of the source at which it begins and ends: the same for a hold.
    var ends: (from: RationalTime, to: RationalTime) {
      switch self {
      case .play(let from, let to, _, _, _): (from, to)
      case .hold(let time, _): (time, time)
      }
    }

    /// How long it lasts in the output: of two speeds as long as their mean would.
    var duration: RationalTime {
      switch self {
      case .play(let from, let to, let speed, let last, _):
        RationalTime(seconds: max(from - to, to - from).rational * Rational(2) / (speed + last))
      case .hold(_, let duration): duration
      }
    }
  }

  /// The map that does these parts one after the other.
  ///
  /// Where parts begin is exact as long as its fraction has a denominator below 2⁶⁰, else rounded to 10⁻¹⁸ s.
  ///
  /// - Throws: ``MapError`` for no parts, and for one that makes no sense, counted from 1.
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
  /// Whether it makes sense as the section of a number, counted from 1.
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
  /// The same where its denominator is below 2⁶⁰, else rounded to 10⁻¹⁸ s.
  var bounded: RationalTime {
    guard rational.denominator >> 60 > 0 else { return self }
    let unit: Int64 = 1_000_000_000_000_000_000
    return RationalTime(
      seconds: Rational(reducing: rational.rounded(times: unit), over: Int128(unit))
    )
  }
}
