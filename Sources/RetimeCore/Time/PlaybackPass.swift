// SPDX-License-Identifier: MPL-2.0

/// One time through a source, or a part of it, in either direction; all times are exact.
public struct PlaybackPass: Hashable, Sendable {
  /// Whether it runs from the source's end to its start.
  public let isBackward: Bool
  /// When it begins, in played time.
  public let start: RationalTime
  /// The earliest source time that it plays.
  public let sourceStart: RationalTime
  /// How long the part of the source lasts, and so the pass.
  public let sourceDuration: RationalTime
  /// When it begins and ends in the output.
  public let outputStart: RationalTime, outputEnd: RationalTime
  /// Whether its last time is held, so that what is shown at that time belongs to it.
  public let isHeldAtEnd: Bool

  /// The latest source time that it plays.
  public var sourceEnd: RationalTime { sourceStart + sourceDuration }
  /// When it ends, in played time.
  public var end: RationalTime { start + sourceDuration }

  init(
    isBackward: Bool,
    start: RationalTime,
    sourceStart: RationalTime = .zero,
    sourceDuration: RationalTime,
    output: (start: RationalTime, end: RationalTime)? = nil,
    isHeldAtEnd: Bool = false
  ) {
    (self.isBackward, self.start) = (isBackward, start)
    (self.sourceStart, self.sourceDuration) = (sourceStart, sourceDuration)
    (outputStart, outputEnd) = output ?? (start, start + sourceDuration)
    self.isHeldAtEnd = isHeldAtEnd
  }

  /// When a stretch of the source is played: mirrored at the ends of the part in a backward pass.
  ///
  /// Mirroring twice, in two jobs, gives the stretch that was given.
  ///
  /// `from` and `to`: where the stretch begins and ends, in source time.
  public func played(
    from: RationalTime,
    to: RationalTime
  ) -> (start: RationalTime, end: RationalTime) {
    isBackward
      ? (start + sourceEnd - to, start + sourceEnd - from)
      : (start + from - sourceStart, start + to - sourceStart)
  }

  /// A time at which a frame begins or ends, or that at which the pass begins or ends, where they are less than
  /// `rounding` apart.
  ///
  /// For times that a container rounded: what ends where the pass begins is not part of it.
  public func aligned(_ time: RationalTime, rounding: RationalTime) -> RationalTime {
    for end in [sourceStart, sourceEnd] where max(time - end, end - time) < rounding { return end }
    return time
  }

  /// Whether it goes on, in the same direction, behind what was left out after another pass.
  public func goesOn(after other: PlaybackPass) -> Bool {
    !isBackward && !other.isBackward && sourceStart >= other.sourceEnd
      && outputStart == other.outputEnd
  }

  /// Whether a picture takes part that is shown from one source time until another.
  ///
  /// A moment of it is enough, and where the last time is held, that time is one. What `isLasting` has its own end too.
  public func shows(from: RationalTime, until: RationalTime, isLasting: Bool = false) -> Bool {
    (from < sourceEnd || isHeldAtEnd && from == sourceEnd)
      && (until > sourceStart || from >= sourceStart
        || isLasting && isHeldAtEnd && until == sourceEnd)
  }
}

extension TimeMap {
  /// The passes of a source that lasts `sourceDuration`, all of which a map of a factor plays in one.
  public func passes(sourceDuration: RationalTime) -> [PlaybackPass] {
    guard factor != nil else { return passes }
    return [
      PlaybackPass(
        isBackward: false,
        start: .zero,
        sourceDuration: sourceDuration,
        output: (.zero, outputTime(ofSource: sourceDuration))
      )
    ]
  }

  /// When a pass plays a stretch of the source in the output; nil where nothing of it is played.
  ///
  /// What goes on beyond the pass lasts to its end, with what is held there; what ends with it ends before that is held,
  /// unless it `isLasting`.
  public func output(
    from: RationalTime,
    to: RationalTime,
    of pass: PlaybackPass,
    isLasting: Bool = false
  ) -> (start: RationalTime, end: RationalTime)? {
    guard pass.shows(from: from, until: to, isLasting: isLasting) else { return nil }
    let played = pass.played(from: max(from, pass.sourceStart), to: min(to, pass.sourceEnd))
    let goesOn =
      pass.isBackward
      ? from < pass.sourceStart || isLasting && from == pass.sourceStart
      : to > pass.sourceEnd || isLasting && to == pass.sourceEnd
    return (
      played.start <= pass.start ? pass.outputStart : outputTime(ofSource: played.start),
      goesOn ? pass.outputEnd : outputTime(ofSource: played.end)
    )
  }

  /// The passes of a map of sections: as many in a row as go on where the one before ends, in one direction.
  ///
  /// A hold goes on with what is played forward; after what is played backward it is a pass of its own, in which the
  /// picture stands that is shown forward at that time.
  public var passes: [PlaybackPass] {
    var passes: [PlaybackPass] = []
    var end: RationalTime?
    for section in sections where section.duration != nil {
      if let last = passes.last, section.from == end, last.isBackward == section.isBackward {
        passes[passes.count - 1] = last.goingOn(with: section)
      } else {
        passes.append(PlaybackPass(section))
      }
      end = section.to
    }
    return passes
  }
}

extension PlaybackPass {
  /// What a section plays.
  fileprivate init(_ section: TimeMap.Section) {
    self.init(
      isBackward: section.isBackward,
      start: section.played,
      sourceStart: min(section.from, section.to),
      sourceDuration: section.length,
      output: (section.start, section.end),
      isHeldAtEnd: section.isHold
    )
  }

  /// The same with a section that goes on from its end.
  fileprivate func goingOn(with section: TimeMap.Section) -> PlaybackPass {
    PlaybackPass(
      isBackward: isBackward,
      start: start,
      sourceStart: min(sourceStart, section.to),
      sourceDuration: sourceDuration + section.length,
      output: (outputStart, section.end),
      isHeldAtEnd: section.isHold
    )
  }
}

extension TimeMap.Section {
  /// When it ends in the output; its begin where it has no end.
  var end: RationalTime { start + (duration ?? .zero) }
}
