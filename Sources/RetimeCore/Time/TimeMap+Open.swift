// SPDX-License-Identifier: MPL-2.0

// Maps without an end, which change while a stream is played.
extension TimeMap {
  /// The maximum number of sections kept when the factor is changed at once.
  private static var mostOpenSections: Int { 64 }

  /// Creates a map of one factor from a source time on, which is shown at an output time.
  package init(factor: Factor, fromSource source: RationalTime, output: RationalTime) {
    if output.rational == source.rational * factor.rational {
      self.init(factor: factor)
    } else {
      let speed = factor.rational.reciprocal
      self.init([Section(endlessAt: speed, from: source, start: output, played: source)])
    }
  }

  /// The factor of the last section, if that has no end; otherwise nil.
  package var lastFactor: Rational? {
    sections.last.flatMap { $0.duration == nil ? $0.speeds.0.reciprocal : nil }
  }

  /// Changes the factor from a source time on, or from the start of the last section if that is later.
  ///
  /// Does nothing if the map has an end.
  package mutating func setFactor(_ factor: Factor, fromSource time: RationalTime) {
    guard let last = lastFactor, last != factor.rational else { return }
    append(to: factor.rational, from: time, easedUntil: nil)
    if sections.count > Self.mostOpenSections {
      self = TimeMap(Array(sections.suffix(Self.mostOpenSections)))
    }
  }

  /// Drops the sections that end before a source time; earlier times then follow from the first remaining speed.
  package mutating func forget(beforeSource time: RationalTime) {
    let passed = sections.dropLast().prefix { $0.to < time }.count
    if passed > 0 { self = TimeMap(Array(sections.dropFirst(passed))) }
  }

  /// Changes the last factor to `factor` gradually between two source times, and keeps it after that.
  ///
  /// The source between them lasts as long as with the mean of both factors. Its speed changes
  /// linearly, from one near the first factor's to one near the second's. Does nothing if the map
  /// has an end.
  package mutating func ease(
    to factor: Factor,
    fromSource start: RationalTime,
    until end: RationalTime
  ) {
    guard let last = lastFactor, last != factor.rational else { return }
    append(to: factor.rational, from: start, easedUntil: end)
  }

  private mutating func append(
    to factor: Rational,
    from time: RationalTime,
    easedUntil end: RationalTime?
  ) {
    // Moved out of the map, so that nothing is copied, however many sections there are.
    var kept: [Section] = []
    swap(&kept, &sections)
    guard let last = kept.popLast() else { return }
    var (source, output) = (last.from, last.start)
    func add(until end: RationalTime, duration: RationalTime, speeds: (Rational, Rational)) {
      kept.append(
        Section(
          from: source,
          to: end,
          speeds: speeds,
          ease: .linear,
          duration: duration,
          start: output,
          played: last.played + source - last.from
        )
      )
      (source, output) = (end.bounded, (output + duration).bounded)
    }
    if time > source {
      let length = (time - source).rational
      add(until: time, duration: RationalTime(seconds: length / last.speeds.0), speeds: last.speeds)
    }
    if let end, end > source {
      let first = last.speeds.0.reciprocal
      let mean = (first + factor) * Rational(1, 2)
      let square = (mean * mean).reciprocal
      add(
        until: end,
        duration: RationalTime(seconds: (end - source).rational * mean),
        // Their mean is 1 over the mean of the factors, as the duration requires.
        speeds: (factor * square, first * square)
      )
    }
    kept.append(
      Section(
        endlessAt: factor.reciprocal,
        from: source,
        start: output,
        played: last.played + source - last.from
      )
    )
    self = TimeMap(kept)
  }

  /// Returns the map with source times counted from `time`, and output times from `output`, when `time` is shown.
  package func counted(fromSource time: RationalTime, output: RationalTime) -> TimeMap {
    guard factor == nil else { return self }
    let played = played(ofStream: time)
    if sections.count == 1, let only = sections.first, only.duration == nil,
      only.time(ofPlayed: played) == output, let factor = Factor(exactly: only.speeds.0.reciprocal)
    {
      return TimeMap(factor: factor)
    }
    return TimeMap(sections.map { $0.moved(source: time, output: output, played: played) })
  }

  /// Returns the map with source frames counted from `source` and output frames from `output`, at `rate` frames per second.
  package func moved(source: Int, output: Int, rate: Int) -> TimeMap {
    let time = RationalTime(Int64(source), Int64(rate))
    let start = RationalTime(Int64(output), Int64(rate))
    let played = played(ofStream: time)
    return TimeMap(sections.map { $0.moved(source: time, output: start, played: played) })
  }

  /// Returns the first output frame at or after the source frame `source`, at `rate` frames per second.
  package func firstFrame(ofSource source: Int, rate: Int) -> Int {
    let time = endTime(ofStream: RationalTime(Int64(source), Int64(rate)))
    return min(max(0, Int(clamping: (time.rational * Rational(Int64(rate))).ceiling)), 1 << 60)
  }

  /// Returns the map for a source whose times are later by `delay`.
  package func delayed(bySource delay: RationalTime) -> TimeMap {
    TimeMap(sections.map { $0.moved(source: .zero - delay, output: .zero, played: .zero) })
  }

  /// Returns the map with its speeds multiplied by `rate`, and with the output time `time` unchanged.
  package func paced(at rate: Rational, fromOutput time: RationalTime) -> TimeMap {
    TimeMap(sections.map { $0.paced(at: rate, fromOutput: time) })
  }
}

extension TimeMap.Section {
  /// Creates a section of one speed without an end.
  init(endlessAt speed: Rational, from: RationalTime, start: RationalTime, played: RationalTime) {
    self.init(
      from: from,
      to: from,
      speeds: (speed, speed),
      ease: nil,
      duration: nil,
      start: start,
      played: played
    )
  }

  /// Returns the section with its times counted from others.
  fileprivate func moved(source: RationalTime, output: RationalTime, played: RationalTime) -> Self {
    Self(
      from: from - source,
      to: to - source,
      speeds: speeds,
      ease: ease,
      duration: duration,
      start: start - output,
      played: self.played - played
    )
  }

  fileprivate func paced(at rate: Rational, fromOutput time: RationalTime) -> Self {
    Self(
      from: from,
      to: to,
      speeds: (speeds.0 * rate, speeds.1 * rate),
      ease: ease,
      duration: duration.map { RationalTime(seconds: $0.rational / rate) },
      start: time + RationalTime(seconds: (start - time).rational / rate),
      played: played
    )
  }
}

extension Factor {
  /// Creates the factor of a fraction; nil if it is out of range or finer than 2⁻⁵⁰.
  init?(exactly value: Rational) {
    guard let numerator = Int64(exactly: value.numerator),
      let denominator = Int64(exactly: value.denominator),
      let factor = try? Factor(numerator: numerator, denominator: denominator)
    else { return nil }
    self = factor
  }
}
