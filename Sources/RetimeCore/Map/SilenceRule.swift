// SPDX-License-Identifier: MPL-2.0

/// The rule for silent parts of a source, and the speeds of silent and loud parts.
public struct SilenceRule: Hashable, Sendable {
  /// A duration of the output, and the highest speeds by which it is reached.
  public struct Target: Hashable, Sendable {
    /// The duration of the output.
    public var duration: RationalTime
    /// The highest speed of loud and of silent parts.
    public var fastestLoud: Rational, fastestQuiet: Rational

    /// Creates a target.
    ///
    /// Silent parts are sped up first, and loud ones only if that is not enough.
    public init(duration: RationalTime, fastestLoud: Rational, fastestQuiet: Rational) {
      self.duration = duration
      (self.fastestLoud, self.fastestQuiet) = (fastestLoud, fastestQuiet)
    }
  }

  /// The speed of silent parts; nil if they are cut.
  package var quietSpeed: Rational?
  /// The speed of loud parts.
  package var loudSpeed: Rational
  /// The magnitude from which on a sample is loud, where 1 is full scale; nil if it is found from the levels of the audio.
  package var threshold: Float?
  /// The time before and after a loud part that is played with it.
  package var margin: RationalTime
  /// The shortest silence, without its margins; shorter ones are played as loud.
  package var shortest: RationalTime
  /// The shortest loud part; shorter ones are silent.
  package var shortestLoud: RationalTime
  /// Ranges of the source that are played as loud, and ranges that are cut; a range that is in both is cut.
  package var kept: [SourceRange], dropped: [SourceRange]
  /// The duration of the output, in place of the speeds; nil for none.
  package var target: Target?

  /// Creates a rule for silent parts.
  public init(
    quietSpeed: Rational? = nil,
    loudSpeed: Rational = Rational(1),
    threshold: Float? = nil,
    margin: RationalTime = RationalTime(1, 5),
    shortest: RationalTime = RationalTime(1, 5),
    shortestLoud: RationalTime = .zero,
    kept: [SourceRange] = [],
    dropped: [SourceRange] = [],
    target: Target? = nil
  ) {
    (self.quietSpeed, self.loudSpeed, self.target) = (quietSpeed, loudSpeed, target)
    (self.threshold, self.margin, self.shortest) = (threshold, margin, shortest)
    (self.shortestLoud, self.kept, self.dropped) = (shortestLoud, kept, dropped)
  }

  /// Returns the parts of the map for a source with these loud parts.
  ///
  /// - Parameters:
  ///   - loud: The loud parts of the audio, as ranges of frames, in order.
  ///   - sampleRate: The sample rate, in frames per second, above 0.
  ///   - begin: The time in the source at which the audio starts.
  ///   - end: The end of the source. The source before the start and after the end of the audio is
  ///     silent.
  ///   - part: The part of the source that is played; nil for all of it.
  /// - Returns: The parts in the source's order; none if nothing is loud and silence is cut.
  /// - Throws: ``MapEditError`` for a range outside of the source, and a target out of reach.
  /// - Complexity: O(n log n) for n loud parts and ranges.
  package func parts(
    loud: [Range<Int>],
    sampleRate: Int,
    begin: RationalTime,
    end: RationalTime,
    part: Range<RationalTime>? = nil
  ) throws(MapEditError) -> [TimeMap.Part] {
    let kept = try self.kept.map { (range) throws(MapEditError) in try range.times(end: end) }
    let dropped = try self.dropped.map { (range) throws(MapEditError) in try range.times(end: end) }
    let audible = played(loud: loud, sampleRate: sampleRate, begin: begin, end: end) + kept
    let rest = [part ?? .zero..<end].without(dropped.joined)
    let quiet = rest.without(audible.joined)
    let loud = rest.without(quiet)
    let (loudSpeed, quietSpeed) = try speeds(
      loud: loud.length,
      quiet: quiet.length
    )
    let pieces = loud.map { ($0, loudSpeed) } + quiet.map { ($0, quietSpeed) }
    return pieces.sorted { $0.0.lowerBound < $1.0.lowerBound }.compactMap { times, speed in
      speed.map { TimeMap.Part.play(from: times.lowerBound, to: times.upperBound, speed: $0) }
    }.merged
  }

  /// Returns the loud parts with their margins and the silences that are too short, in order and apart from each other.
  private func played(
    loud: [Range<Int>],
    sampleRate: Int,
    begin: RationalTime,
    end: RationalTime
  ) -> [Range<RationalTime>] {
    var played: [Range<RationalTime>] = []
    for frames in loud {
      let rate = Int64(sampleRate)
      let from = begin + RationalTime(Int64(frames.lowerBound), rate) - margin
      let to = min(end, begin + RationalTime(Int64(frames.upperBound), rate) + margin)
      guard to > .zero, from < end else { continue }
      let before = played.last?.upperBound ?? .zero
      if from - before < shortest {
        let start = played.popLast()?.lowerBound ?? .zero
        played.append(start..<max(before, to))
      } else {
        played.append(from..<to)
      }
    }
    if let last = played.last, end - last.upperBound < shortest {
      played[played.count - 1] = last.lowerBound..<end
    }
    return played
  }

  /// Returns the speeds of loud and silent parts of these durations.
  private func speeds(
    loud: RationalTime,
    quiet: RationalTime
  ) throws(MapEditError) -> (loud: Rational, quiet: Rational?) {
    guard let target else { return (loudSpeed, quietSpeed) }
    let (loud, quiet, duration) = (loud.rational, quiet.rational, target.duration.rational)
    let one = Rational(1)
    if duration >= loud + quiet {
      let speed = (loud + quiet) / duration
      return (speed, speed)
    }
    if duration > loud, case let speed = quiet / (duration - loud), speed <= target.fastestQuiet {
      return (one, speed)
    }
    let rest = quiet / target.fastestQuiet
    let shortest = rest + loud / target.fastestLoud
    guard duration >= shortest else {
      throw .tooShort(target.duration, shortest: RationalTime(seconds: shortest))
    }
    // Without loud parts the shortest duration is that of the silent ones.
    let speed = loud == Rational(0) ? one : loud / (duration - rest)
    return (speed, target.fastestQuiet)
  }
}

extension [Range<RationalTime>] {
  /// The ranges in order, with those that overlap or meet joined.
  fileprivate var joined: Self {
    var joined: Self = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// Returns the rest of the ranges without others; both are in order and do not overlap.
  ///
  /// - Complexity: O(n) for n ranges of both.
  fileprivate func without(_ others: Self) -> Self {
    var (rest, next) = (Self(), 0)
    for range in self {
      var start = range.lowerBound
      while next < others.count, others[next].upperBound <= start { next += 1 }
      var index = next
      while index < others.count, others[index].lowerBound < range.upperBound {
        if start < others[index].lowerBound { rest.append(start..<others[index].lowerBound) }
        start = Swift.max(start, others[index].upperBound)
        index += 1
      }
      if start < range.upperBound { rest.append(start..<range.upperBound) }
    }
    return rest
  }

  /// The duration of all.
  fileprivate var length: RationalTime {
    reduce(.zero) { $0 + $1.length }
  }
}
