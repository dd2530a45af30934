// SPDX-License-Identifier: MPL-2.0

extension TimeMap {
  /// A section of the output that plays the source at one speed, eases between two speeds, or holds one source time.
  ///
  /// Its start and duration in the output are exact for every ease: with the speeds v and w, each
  /// ease takes as long as (v + w) ÷ 2 would.
  package struct Section: Hashable, Sendable {
    /// The source times played first and last: equal for a hold, the later one first for backward playback.
    package let from: RationalTime, to: RationalTime
    /// The start in the output, and the duration; nil for a section without an end.
    package let start: RationalTime, duration: RationalTime?
    /// The duration of source played before the section, in either direction.
    package let played: RationalTime
    /// The speeds at the start and at the end; 0 for a hold.
    package let speeds: (Rational, Rational)
    /// The transition between the speeds; nil if they are equal.
    package let ease: Ease?

    /// The duration of source that the section plays.
    package var length: RationalTime { isBackward ? from - to : to - from }
    /// Whether the section plays the source from a later time to an earlier one.
    package var isBackward: Bool { to < from }
    /// Whether the section plays the source forward at speed 1.
    var isUnchanged: Bool { speeds == (Rational(1), Rational(1)) && !isBackward && !isHold }
    /// Whether the section holds one source time.
    package var isHold: Bool { from == to && duration != nil }

    /// The first speed divided by the mean of both, from 0 to 2, in units of 2⁻⁶².
    private let lead: UInt64

    init(
      from: RationalTime,
      to: RationalTime,
      speeds: (Rational, Rational),
      ease: Ease?,
      duration: RationalTime?,
      start: RationalTime,
      played: RationalTime
    ) {
      (self.from, self.to, self.speeds, self.duration) = (from, to, speeds, duration)
      (self.start, self.played) = (start, played)
      self.ease = speeds.0 == speeds.1 ? nil : ease
      let mean = (speeds.0 + speeds.1) * Rational(1, 2)
      lead =
        mean > Rational(0)
        ? min(2 * Ease.one, UInt64(clamping: (speeds.0 / mean).rounded(times: Int64(Ease.one))))
        : Ease.one
    }

    /// The first speed divided by the mean of both, from 0 to 2.
    var share: Double { Double(lead) / Double(Ease.one) }

    // MARK: - Within the section

    /// Returns the duration of source played by an output time; outside the section the nearest speed continues.
    func played(at time: RationalTime) -> RationalTime {
      let elapsed = time - start
      guard let duration, let ease, elapsed > .zero, elapsed < duration else {
        guard let duration, elapsed > .zero else { return played + elapsed * speeds.0 }
        let beyond = elapsed - duration
        // At one speed the whole section is a straight line, so that its end is as exact as its
        // start.
        if ease == nil, beyond <= .zero { return played + elapsed * speeds.0 }
        return beyond > .zero ? played + length + beyond * speeds.1 : played + length
      }
      let share = part(
        UInt64(clamping: (elapsed.rational / duration.rational).rounded(times: Int64(Ease.one))),
        ease
      )
      return played + length.part(share)
    }

    /// Returns the first output time at which the duration of source played is `time`.
    func time(ofPlayed time: RationalTime) -> RationalTime {
      let wanted = time - played
      guard let duration, !isHold else { return isHold ? start : start + wanted / speeds.0 }
      if wanted <= .zero { return start + wanted / speeds.0 }
      guard wanted < length else { return start + duration + (wanted - length) / speeds.1 }
      guard let ease else { return start + wanted / speeds.0 }
      let share = UInt64(
        clamping: (wanted.rational / length.rational).rounded(times: Int64(Ease.one))
      )
      var (low, high) = (UInt64(0), Ease.one)
      while low < high {
        let middle = low + (high - low) / 2
        if part(middle, ease) < share { low = middle + 1 } else { high = middle }
      }
      return start + duration.part(low)
    }

    /// Returns the fraction of the source that is played at the fraction `u` of the time, both in units of 2⁻⁶².
    ///
    /// With u the time and s the first speed divided by the mean: s·u + (1 - s)·2∫ease.
    private func part(_ u: UInt64, _ ease: Ease) -> UInt64 {
      let (even, eased) = (Ease.product(lead, u), ease.twiceIntegral(u))
      return lead <= Ease.one
        ? even + Ease.product(Ease.one - lead, eased)
        : even - min(even, Ease.product(lead - Ease.one, eased))
    }
  }
}

extension TimeMap.Section {
  /// Returns whether two sections are equal.
  package static func == (one: Self, other: Self) -> Bool {
    one.from == other.from && one.to == other.to && one.start == other.start
      && one.duration == other.duration && one.played == other.played && one.speeds == other.speeds
      && one.ease == other.ease
  }

  /// Hashes the properties compared by `==`, except the ease.
  package func hash(into hasher: inout Hasher) {
    for time in [from, to, start, played] { hasher.combine(time) }
    hasher.combine(duration)
    hasher.combine(speeds.0)
    hasher.combine(speeds.1)
  }
}

extension RationalTime {
  fileprivate static func * (time: RationalTime, speed: Rational) -> RationalTime {
    RationalTime(seconds: time.rational * speed)
  }

  fileprivate static func / (time: RationalTime, speed: Rational) -> RationalTime {
    RationalTime(seconds: time.rational / speed)
  }

  /// Returns a fraction of the time, given in units of 2⁻⁶², rounded to 2⁻⁶² s.
  fileprivate func part(_ share: UInt64) -> RationalTime {
    guard share > 0 else { return .zero }
    return RationalTime(
      seconds: Rational(reducing: rational.rounded(times: Int64(share)), over: Int128(Ease.one))
    )
  }
}
