// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A picture with the time for which it is shown in the source.
struct SourcePicture {
  let picture: Picture
  let caps: Caps?
  /// When it begins, and ends if that is known.
  var start: RationalTime
  var end: RationalTime?

  /// The picture as a pass plays it.
  func played(_ index: Int, _ pass: PlaybackPass) -> PlayedPicture {
    let played = pass.played(from: start, to: end ?? start)
    return PlayedPicture(
      picture: picture,
      caps: caps,
      start: played.start,
      end: end.map { _ in played.end },
      isBackward: pass.isBackward,
      pass: index
    )
  }
}

/// Hands each picture, as they come from a reader, to those passes that show it.
///
/// A picture is shown until the next one, so that it waits for that.
struct PassRouter {
  private let passes: [PlaybackPass]
  private var run: Range<Int>
  private let rounding: RationalTime
  private var waiting: SourcePicture?

  /// A router for forward passes, each of which begins where the one before ends or later.
  ///
  /// `rounding`: by how much the container may have rounded the times of pictures.
  init(_ run: Range<Int>, of passes: [PlaybackPass], rounding: RationalTime) {
    (self.run, self.passes, self.rounding) = (run, passes, rounding)
  }

  /// Whether all that is still to come is shown by none.
  var isFinished: Bool { run.isEmpty }

  /// Takes the next picture.
  mutating func push(
    _ next: SourcePicture,
    _ body: (PlayedPicture) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    if let waiting, waiting.start < next.start { try hand(waiting, until: next.start, body) }
    while let first = run.first, isOver(passes[first], at: next.start) { run.removeFirst() }
    waiting = next
  }

  /// Hands out the last picture, which is shown until `end` if it does not say.
  mutating func finish(
    at end: RationalTime,
    _ body: (PlayedPicture) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    guard let last = waiting else { return }
    waiting = nil
    try hand(last, until: max(end, last.end ?? last.start), isLast: true, body)
  }

  /// Whether a pass shows nothing of what comes from a time on.
  private func isOver(_ pass: PlaybackPass, at time: RationalTime) -> Bool {
    let time = pass.aligned(time, rounding: rounding)
    return time > pass.sourceEnd || time == pass.sourceEnd && !pass.isHeldAtEnd
  }

  private func hand(
    _ picture: SourcePicture,
    until end: RationalTime,
    isLast: Bool = false,
    _ body: (PlayedPicture) throws(WorkerFailure) -> Void
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
