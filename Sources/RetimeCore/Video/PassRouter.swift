// SPDX-License-Identifier: MPL-2.0

/// A frame with the source times between which it is shown.
package struct SourceFrame<Content> {
  package let content: Content
  /// The start, and the end if that is known.
  package var start: RationalTime
  package var end: RationalTime?

  /// Creates a frame.
  package init(_ content: Content, start: RationalTime, end: RationalTime?) {
    (self.content, self.start, self.end) = (content, start, end)
  }

  /// Returns the frame with the times at which a pass plays it.
  package func played(_ index: Int, _ pass: PlaybackPass) -> PlayedFrame<Content> {
    let played = pass.played(from: start, to: end ?? start)
    return PlayedFrame(
      content: content,
      start: played.start,
      end: end.map { _ in played.end },
      isBackward: pass.isBackward,
      pass: index
    )
  }
}

/// A frame with the times between which it is played.
package struct PlayedFrame<Content> {
  package var content: Content
  /// The start, and the end if that is known.
  package let start: RationalTime, end: RationalTime?
  /// Whether the frame played after it precedes it in the source.
  package let isBackward: Bool
  /// The index of the pass that plays it.
  package let pass: Int
}

/// A router of a source's frames to the passes that show them.
///
/// A frame is shown until the next one, so it is held until that arrives.
package struct PassRouter<Content> {
  private let passes: [PlaybackPass]
  private var run: Range<Int>
  private let rounding: RationalTime
  private var waiting: SourceFrame<Content>?

  /// Creates a router for forward passes, each of which starts at or after the end of the one before.
  ///
  /// `rounding`: the container's largest rounding error of frame times.
  package init(_ run: Range<Int>, of passes: [PlaybackPass], rounding: RationalTime) {
    (self.run, self.passes, self.rounding) = (run, passes, rounding)
  }

  /// Whether no pass shows any later frame.
  package var isFinished: Bool { run.isEmpty }

  /// Adds the next frame, and outputs the one before it.
  package mutating func push<Failure: Error>(
    _ next: SourceFrame<Content>,
    _ body: (PlayedFrame<Content>) throws(Failure) -> Void
  ) throws(Failure) {
    if let waiting, waiting.start < next.start { try hand(waiting, until: next.start, body) }
    while let first = run.first, isOver(passes[first], at: next.start) { run.removeFirst() }
    waiting = next
  }

  /// Outputs the last frame, which is shown until `end`, or longer if it states so.
  package mutating func finish<Failure: Error>(
    at end: RationalTime,
    _ body: (PlayedFrame<Content>) throws(Failure) -> Void
  ) throws(Failure) {
    guard let last = waiting else { return }
    waiting = nil
    try hand(last, until: max(end, last.end ?? last.start), isLast: true, body)
  }

  /// Returns whether a pass shows no frame from a time on.
  private func isOver(_ pass: PlaybackPass, at time: RationalTime) -> Bool {
    let time = pass.aligned(time, rounding: rounding)
    return time > pass.sourceEnd || time == pass.sourceEnd && !pass.isHeldAtEnd
  }

  private func hand<Failure: Error>(
    _ frame: SourceFrame<Content>,
    until end: RationalTime,
    isLast: Bool = false,
    _ body: (PlayedFrame<Content>) throws(Failure) -> Void
  ) throws(Failure) {
    for index in run {
      let pass = passes[index]
      var shown = frame
      shown.start = pass.aligned(frame.start, rounding: rounding)
      let end = pass.aligned(end, rounding: rounding)
      guard isLast || pass.sourceStart < end || pass.sourceStart <= shown.start else { return }
      guard pass.shows(from: shown.start, until: end, isLasting: isLast) else { continue }
      shown.end = min(end, pass.sourceEnd)
      try body(shown.played(index, pass))
    }
  }
}
