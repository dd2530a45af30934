// SPDX-License-Identifier: MPL-2.0

// The times of a source that comes as it is, from its start to its end, also with what the map leaves out.
extension TimeMap {
  /// Whether output time is source time.
  public var isIdentity: Bool {
    guard sections.count == 1, let only = sections.first, only.duration == nil else { return false }
    return only.speeds.0 == Rational(1) && only.from == only.start
  }

  /// The first output time at which the source time `time` is shown; of what is left out, when what follows it is.
  ///
  /// For maps that play the source forwards. Before all sections it is as far from them as the first speed says, unless
  /// the map begins later in the source than at 0: then nothing is before it.
  ///
  /// - Complexity: O(log sections).
  public func startTime(ofStream time: RationalTime) -> RationalTime {
    outputTime(ofSource: played(ofStream: time))
  }

  /// The last output time at which the source time `time` is shown: behind a hold that is there.
  public func endTime(ofStream time: RationalTime) -> RationalTime {
    let section = sections[index(ofStream: time)]
    if let duration = section.duration, time >= section.to { return section.start + duration }
    return section.time(ofPlayed: played(ofStream: time))
  }

  /// The source time that is shown at the output time `time`, in either direction.
  public func streamTime(ofOutput time: RationalTime) -> RationalTime {
    let section = section(at: time)
    let played = section.played(at: time) - section.played
    return section.isBackward ? section.from - played : section.from + played
  }

  /// When the source from one time to another is shown, which may have holds in it; nil for what is left out.
  ///
  /// - Complexity: O(log sections + sections in between).
  public func shown(
    from time: RationalTime,
    to end: RationalTime
  ) -> (start: RationalTime, end: RationalTime)? {
    var shown: (start: RationalTime, end: RationalTime)?
    // A hold may stand before the section that begins at the same time.
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

  /// A part of a source that is gone through forwards of which nothing is left out.
  public struct StreamRun: Hashable, Sendable {
    /// When it begins and ends in the source; nil where nothing is left out before or behind it.
    public let from: RationalTime?, to: RationalTime?
    /// When it ends in the output; nil where it does not.
    public let outputEnd: RationalTime?
    /// Whether its last time is held, so that a picture that begins then belongs to it.
    public let isHeldAtEnd: Bool

    /// Whether a picture that begins at a time is behind it.
    public func isOver(at time: RationalTime) -> Bool {
      to.map { time > $0 || time == $0 && !isHeldAtEnd } ?? false
    }
  }

  /// What is played of a stream, in order: at least one part.
  public var streamRuns: [StreamRun] {
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

  /// Whether what lies before all sections is as far away as the first speed says.
  private var startsAtOnce: Bool {
    sections.first.map { $0.start != .zero || $0.from <= .zero } ?? true
  }

  /// How much of the source was played when it comes to the source time `time`.
  public func played(ofStream time: RationalTime) -> RationalTime {
    let section = sections[index(ofStream: time)]
    if !startsAtOnce, time < section.from { return section.played }
    let played = section.played + time - section.from
    return section.duration == nil ? played : min(played, section.played + section.length)
  }

  /// The section that a source time is in or behind, the first one where there is none.
  private func index(ofStream time: RationalTime) -> Int {
    max(0, sections.prefixCount { $0.from <= time } - 1)
  }
}

// The same in whole nanoseconds, rounded to nearest once; what does not fit ends at the last there is.
extension TimeMap {
  /// The first output time of the source time `nanoseconds`.
  public func startTime(ofStream nanoseconds: Int64) -> Int64 {
    startTime(ofStream: RationalTime(nanoseconds: nanoseconds)).nanoseconds
  }

  /// The last output time of the source time `nanoseconds`.
  public func endTime(ofStream nanoseconds: Int64) -> Int64 {
    endTime(ofStream: RationalTime(nanoseconds: nanoseconds)).nanoseconds
  }

  /// The source time of the output time `nanoseconds`.
  public func streamTime(ofOutput nanoseconds: Int64) -> Int64 {
    streamTime(ofOutput: RationalTime(nanoseconds: nanoseconds)).nanoseconds
  }

  /// When the source from one time to another is shown; nil for what is left out.
  public func shown(from time: Int64, to end: Int64) -> (start: Int64, end: Int64)? {
    shown(from: RationalTime(nanoseconds: time), to: RationalTime(nanoseconds: end))
      .map { ($0.start.nanoseconds, $0.end.nanoseconds) }
  }
}
