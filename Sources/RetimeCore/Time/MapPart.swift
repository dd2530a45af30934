// SPDX-License-Identifier: MPL-2.0

extension TimeMap {
  /// What somebody wants of a map, in the order of the output: sections whose places in it are not worked out yet.
  public enum Part: Hashable, Sendable {
    /// The source from one time to another, backwards where the other is earlier, at a speed, or from one speed to another.
    case play(from: RationalTime, to: RationalTime, speed: Rational, last: Rational, ease: Ease)
    /// The source stands at a time for a while.
    case hold(at: RationalTime, duration: RationalTime)

    /// The source at one speed.
    public static func play(
      from: RationalTime,
      to: RationalTime,
      speed: Rational
    ) -> Part {
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

    /// How long it lasts in the output: of two speeds as long as their mean would.
    fileprivate var duration: RationalTime {
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
      let section: Section
      switch part {
      case .play(let from, let to, let speed, let last, let ease):
        section = Section(
          from: from,
          to: to,
          speeds: (speed, last),
          ease: ease,
          duration: duration,
          start: start,
          played: played
        )
      case .hold(let time, _):
        section = Section(
          from: time,
          to: time,
          speeds: (Rational(0), Rational(0)),
          ease: nil,
          duration: duration,
          start: start,
          played: played
        )
      }
      sections.append(section)
      (start, played) = ((start + duration).bounded, (played + section.length).bounded)
    }
    self.init(sections)
  }

  /// The passes through the source: as many sections in a row as go on where the one before ends, in one direction.
  public var passes: [PlaybackPass] {
    var passes: [PlaybackPass] = []
    var end: RationalTime?
    for section in sections where section.duration != nil {
      let last = passes.last
      let goesOn = section.from == end && (section.isHold || section.isBackward == last?.isBackward)
      if goesOn, let last {
        passes[passes.count - 1] = last.lengthened(by: section.length)
      } else {
        passes.append(PlaybackPass(section))
      }
      end = section.to
    }
    return passes
  }
}

extension TimeMap.Part {
  fileprivate func check(_ number: Int) throws(MapError) {
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
  fileprivate var bounded: RationalTime {
    guard rational.denominator >> 60 > 0 else { return self }
    let unit: Int64 = 1_000_000_000_000_000_000
    return RationalTime(
      seconds: Rational(reducing: rational.rounded(times: unit), over: Int128(unit))
    )
  }
}

/// Why a list of parts is no map; sections are counted from 1.
public enum MapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are no parts.
  case empty
  /// There are more than ``mostSections``.
  case tooMany(Int)
  /// A section begins where it ends, or holds for no time.
  case playsNothing(Int)
  /// A section's speed is not allowed.
  case speedOutOfRange(Int, Rational)
  /// A section lies before the source's start.
  case beforeStart(Int)

  /// The most sections of a map.
  public static let mostSections = 100_000

  /// What is wrong, where, and what is allowed.
  public var description: String {
    switch self {
    case .empty: "a map needs at least one section"
    case .tooMany(let count): "the map has \(count) sections, and \(Self.mostSections) are the most"
    case .playsNothing(let number):
      "section \(number) plays nothing: give it two different times, or a hold a time above 0"
    case .speedOutOfRange(let number, let speed):
      "section \(number) has the speed \(speed): above 0 and at most 1000 is allowed; backwards is from a later time to "
        + "an earlier one"
    case .beforeStart(let number): "section \(number) begins before the source does, which is at 0"
    }
  }
}
