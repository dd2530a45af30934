// SPDX-License-Identifier: MPL-2.0

// Times of a source that arrives from its start to its end, including the parts that the map leaves
// out.
extension TimeMap {
  /// Whether output times equal source times.
  package var isIdentity: Bool {
    guard sections.count == 1, let only = sections.first, only.duration == nil else { return false }
    return only.speeds.0 == Rational(1) && only.from == only.start
  }

  /// Returns the first output time at which a source time is shown; for a part that is cut, when the part after it is.
  ///
  /// For maps that play the source forward. Before all sections the first speed is extrapolated,
  /// unless the map starts at a source time above 0: then there is no output before it.
  ///
  /// - Complexity: O(log sections).
  package func startTime(ofStream time: RationalTime) -> RationalTime {
    outputTime(ofSource: played(ofStream: time))
  }

  /// Returns the last output time at which a source time is shown: after a hold at that time.
  package func endTime(ofStream time: RationalTime) -> RationalTime {
    let section = sections[index(ofStream: time)]
    if let duration = section.duration, time >= section.to { return section.start + duration }
    return section.time(ofPlayed: played(ofStream: time))
  }

  /// Returns the source time shown at an output time, in either direction.
  package func streamTime(ofOutput time: RationalTime) -> RationalTime {
    let section = section(at: time)
    let played = section.played(at: time) - section.played
    return section.isBackward ? section.from - played : section.from + played
  }

  /// Returns when the source from one time to another is shown, including holds within it; nil if it is cut.
  ///
  /// - Complexity: O(log sections + sections in between).
  package func shown(
    from time: RationalTime,
    to end: RationalTime
  ) -> (start: RationalTime, end: RationalTime)? {
    var shown: (start: RationalTime, end: RationalTime)?
    // A hold may come before the section that starts at the same time.
    var index = max(0, sections.prefixCount { $0.from < time } - 1)
    while index < sections.count, sections[index].from < end || index == 0 {
      let section = sections[index]
      index += 1
      let begin = index == 1 && startsAtOnce ? time : max(time, section.from)
      let stop = section.duration == nil ? end : min(end, section.to)
      guard section.isHold ? begin == section.from : begin < stop else { continue }
      func output(_ time: RationalTime) -> RationalTime {
        section.time(ofPlayed: section.played + time - section.from)
      }
      let last = section.isHold ? section.end : output(stop)
      shown = (shown?.start ?? output(begin), last)
    }
    return shown
  }

  /// A part of a source that is played forward without a cut.
  package struct StreamRun: Hashable, Sendable {
    /// The start and the end in the source; nil if nothing is cut before or after the run.
    package let from: RationalTime?, to: RationalTime?
    /// The end in the output; nil if there is none.
    package let outputEnd: RationalTime?
    /// Whether the last time is held, so that a frame that starts at that time belongs to the run.
    package let isHeldAtEnd: Bool

    /// Returns whether a frame that starts at a source time comes after the run.
    package func isOver(at time: RationalTime) -> Bool {
      to.map { time > $0 || time == $0 && !isHeldAtEnd } ?? false
    }
  }

  /// The parts of a stream that are played, in order; at least one.
  package var streamRuns: [StreamRun] {
    var runs: [StreamRun] = []
    var from: RationalTime?
    for (index, section) in sections.enumerated() {
      if index == 0 { from = startsAtOnce ? nil : section.from }
      let next = index + 1 < sections.count ? sections[index + 1] : nil
      if let next, next.from <= section.to { continue }
      runs.append(
        StreamRun(
          from: from,
          to: section.duration == nil ? nil : section.to,
          outputEnd: section.duration.map { section.start + $0 },
          isHeldAtEnd: section.isHold
        )
      )
      from = next?.from
    }
    return runs
  }

  /// Whether the first speed is extrapolated to times before all sections.
  private var startsAtOnce: Bool {
    sections.first.map { $0.start != .zero || $0.from <= .zero } ?? true
  }

  /// Returns the duration of source played before a source time.
  package func played(ofStream time: RationalTime) -> RationalTime {
    let section = sections[index(ofStream: time)]
    if !startsAtOnce, time < section.from { return section.played }
    let played = section.played + time - section.from
    return section.duration == nil ? played : min(played, section.played + section.length)
  }

  /// Returns the index of the section that contains or precedes a source time; 0 if there is none.
  private func index(ofStream time: RationalTime) -> Int {
    max(0, sections.prefixCount { $0.from <= time } - 1)
  }
}

// Variants in whole nanoseconds, rounded to nearest once, saturating.
extension TimeMap {
  /// Returns the first output time of the source time `nanoseconds`.
  package func startTime(ofStream nanoseconds: Int64) -> Int64 {
    startTime(ofStream: RationalTime(nanoseconds: nanoseconds)).nanoseconds
  }

  /// Returns the last output time of the source time `nanoseconds`.
  package func endTime(ofStream nanoseconds: Int64) -> Int64 {
    endTime(ofStream: RationalTime(nanoseconds: nanoseconds)).nanoseconds
  }

  /// Returns the source time of the output time `nanoseconds`.
  package func streamTime(ofOutput nanoseconds: Int64) -> Int64 {
    streamTime(ofOutput: RationalTime(nanoseconds: nanoseconds)).nanoseconds
  }

  /// Returns when the source from one time to another is shown; nil if it is cut.
  package func shown(from time: Int64, to end: Int64) -> (start: Int64, end: Int64)? {
    shown(from: RationalTime(nanoseconds: time), to: RationalTime(nanoseconds: end))
      .map { ($0.start.nanoseconds, $0.end.nanoseconds) }
  }
}
