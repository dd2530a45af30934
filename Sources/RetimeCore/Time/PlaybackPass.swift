// SPDX-License-Identifier: MPL-2.0

/// One pass through a source, or a part of it, in either direction; all times are exact.
package struct PlaybackPass: Hashable, Sendable {
  /// Whether the pass runs from the source's end to its start.
  package let isBackward: Bool
  /// The start of the pass, in played time.
  package let start: RationalTime
  /// The earliest source time that the pass plays.
  package let sourceStart: RationalTime
  /// The duration of the part of the source, which is the pass's duration in played time.
  package let sourceDuration: RationalTime
  /// The start and the end of the pass in the output.
  package let outputStart: RationalTime, outputEnd: RationalTime
  /// Whether the last time is held, so that a frame shown at that time belongs to the pass.
  package let isHeldAtEnd: Bool

  /// The latest source time that the pass plays.
  package var sourceEnd: RationalTime { sourceStart + sourceDuration }
  /// The end of the pass, in played time.
  package var end: RationalTime { start + sourceDuration }

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

  /// Returns the pass for a source whose times are later by `shift`, or earlier if it is negative.
  package func moved(bySource shift: RationalTime) -> PlaybackPass {
    PlaybackPass(
      isBackward: isBackward,
      start: start,
      sourceStart: sourceStart + shift,
      sourceDuration: sourceDuration,
      output: (outputStart, outputEnd),
      isHeldAtEnd: isHeldAtEnd
    )
  }

  /// Returns the played time of a part of the source; in a backward pass it is mirrored at the ends of the pass.
  ///
  /// Mirroring twice, in two jobs, restores the original part.
  ///
  /// `from` and `to` are the start and the end of the part, in source time.
  package func played(
    from: RationalTime,
    to: RationalTime
  ) -> (start: RationalTime, end: RationalTime) {
    isBackward
      ? (start + sourceEnd - to, start + sourceEnd - from)
      : (start + from - sourceStart, start + to - sourceStart)
  }

  /// Returns the start or end of the pass if `time` is less than `rounding` away from it; otherwise `time`.
  ///
  /// For frame times that a container rounded: a frame that ends where the pass starts is not part
  /// of it.
  package func aligned(_ time: RationalTime, rounding: RationalTime) -> RationalTime {
    for end in [sourceStart, sourceEnd] where max(time - end, end - time) < rounding { return end }
    return time
  }

  /// Returns whether this pass continues `other` in the output, both forward, with or without a cut between them.
  package func goesOn(after other: PlaybackPass) -> Bool {
    !isBackward && !other.isBackward && sourceStart >= other.sourceEnd
      && outputStart == other.outputEnd
  }

  /// Returns whether a frame that is shown from one source time until another belongs to the pass.
  ///
  /// Any overlap is enough; if the last time is held, that time counts. If `isLasting`, the frame
  /// includes its own end.
  package func shows(from: RationalTime, until: RationalTime, isLasting: Bool = false) -> Bool {
    (from < sourceEnd || isHeldAtEnd && from == sourceEnd)
      && (until > sourceStart || from >= sourceStart
        || isLasting && isHeldAtEnd && until == sourceEnd)
  }
}

extension TimeMap {
  /// Returns the passes of a source of `sourceDuration`; a map of one factor plays all of it in one pass.
  package func passes(sourceDuration: RationalTime) -> [PlaybackPass] {
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

  /// Returns when a pass plays a part of the source in the output; nil if it plays none of it.
  ///
  /// A part that continues beyond the pass lasts to the pass's end, including a hold there. A part
  /// that ends with the pass ends before that hold, unless it `isLasting`.
  package func output(
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

  /// The passes of a map of sections: consecutive sections in one direction, each from where the one before ends.
  ///
  /// A hold joins the forward sections next to it. After a backward section it is a pass of its
  /// own, which shows the frame that is shown at that time in forward playback.
  package var passes: [PlaybackPass] {
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
  /// Creates the pass of one section.
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

  /// Returns the pass extended by a section that continues from its end.
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
  /// The end in the output; the start if the section has no end.
  var end: RationalTime { start + (duration ?? .zero) }
}
