// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A frame with the source times between which it is shown.
struct SourceFrame {
  let picture: SharedFrame
  let caps: Caps?
  /// The start, and the end if that is known.
  var start: RationalTime
  var end: RationalTime?

  /// Returns the frame with the times at which a pass plays it.
  func played(_ index: Int, _ pass: PlaybackPass) -> PlayedFrame {
    let played = pass.played(from: start, to: end ?? start)
    return PlayedFrame(
      picture: picture,
      caps: caps,
      start: played.start,
      end: end.map { _ in played.end },
      isBackward: pass.isBackward,
      pass: index
    )
  }
}

/// A router of a reader's frames to the passes that show them.
///
/// A frame is shown until the next one, so it is held until that arrives.
struct PassRouter {
  private let passes: [PlaybackPass]
  private var run: Range<Int>
  private let rounding: RationalTime
  private var waiting: SourceFrame?

  /// Creates a router for forward passes, each of which starts at or after the end of the one before.
  ///
  /// `rounding`: the container's largest rounding error of frame times.
  init(_ run: Range<Int>, of passes: [PlaybackPass], rounding: RationalTime) {
    (self.run, self.passes, self.rounding) = (run, passes, rounding)
  }

  /// Whether no pass shows any later frame.
  var isFinished: Bool { run.isEmpty }

  /// Adds the next frame, and outputs the one before it.
  mutating func push(
    _ next: SourceFrame,
    _ body: (PlayedFrame) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    if let waiting, waiting.start < next.start { try hand(waiting, until: next.start, body) }
    while let first = run.first, isOver(passes[first], at: next.start) { run.removeFirst() }
    waiting = next
  }

  /// Outputs the last frame, which is shown until `end`, or longer if it states so.
  mutating func finish(
    at end: RationalTime,
    _ body: (PlayedFrame) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    guard let last = waiting else { return }
    waiting = nil
    try hand(last, until: max(end, last.end ?? last.start), isLast: true, body)
  }

  /// Returns whether a pass shows no frame from a time on.
  private func isOver(_ pass: PlaybackPass, at time: RationalTime) -> Bool {
    let time = pass.aligned(time, rounding: rounding)
    return time > pass.sourceEnd || time == pass.sourceEnd && !pass.isHeldAtEnd
  }

  private func hand(
    _ picture: SourceFrame,
    until end: RationalTime,
    isLast: Bool = false,
    _ body: (PlayedFrame) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    for index in run {
      let pass = passes[index]
      var shown = picture
      shown.start = pass.aligned(picture.start, rounding: rounding)
      let end = pass.aligned(end, rounding: rounding)
      guard isLast || pass.sourceStart < end || pass.sourceStart <= shown.start else { return }
      guard pass.shows(from: shown.start, until: end, isLasting: isLast) else { continue }
      shown.end = min(end, pass.sourceEnd)
      try body(shown.played(index, pass))
    }
  }
}
