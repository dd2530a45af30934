// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A decoded frame with its caps.
struct DecodedFrame {
  var picture: SharedFrame
  var caps: Caps?
  /// The index of the source among those of the job.
  var source = 0
}

extension PlayedFrame where Content == DecodedFrame {
  /// The frame's buffer.
  var picture: SharedFrame {
    get { content.picture }
    set { content.picture = newValue }
  }

  /// The frame's caps.
  var caps: Caps? {
    get { content.caps }
    set { content.caps = newValue }
  }
}

/// The frames of a track in the order of playback.
struct FrameSource {
  private let input: TrackInput
  private let output: TrackReader.Output
  private let played: PlayedTrack
  private var colors: Colorimetry?

  /// Creates the source of a track's frames, in a form of raw video.
  init(_ input: TrackInput, _ output: TrackReader.Output) throws(WorkerFailure) {
    (self.input, self.output) = (input, output)
    played = input.played
    if case .video(let video) = input.track.media {
      colors = video.colors?.colorimetry.flatMap { Colorimetry($0) }
    }
  }

  /// Outputs the frames in the order of playback, pass by pass.
  ///
  /// `onElement`: gets each element of a forward reader before it runs, such as the decoder. `span`: the part of the result to produce; a
  /// few frames before and after it are output too.
  ///
  /// Returns the number of frames dropped because they do not start before the one after them.
  @discardableResult
  func play(
    onElement: (@Sendable (Element) -> Void)? = nil,
    span: Plan.Span? = nil,
    _ body: (PlayedFrame<DecodedFrame>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) -> Int {
    var steady = UniformFrames(colors, given: input.plan.fittedCaps(of: input.track))
    var overtaken = 0
    let pieces = input.pieces
    var stores = [PacketStore?](repeating: nil, count: pieces.count)
    let wanted = PassWindows(input.plan, input.track, span)
    var next = wanted.passes.lowerBound
    while next < wanted.passes.upperBound {
      let pass = played.passes[next]
      if pass.isBackward {
        let window = wanted.window(next, lead: Self.margin)
        for (index, piece) in pieces.enumerated().reversed() {
          guard let own = piece.input, window.end >= piece.start,
            piece.end.map({ $0 > window.start }) ?? true
          else { continue }
          var player = try BackwardPlayer(
            own,
            output,
            own.plan.grid(of: own.track),
            pass.moved(bySource: .zero - piece.start),
            next,
            steady,
            (window.start - piece.start, window.end - piece.start),
            isPart: input.plan.map != nil,
            end: piece.end.map { $0 - piece.start } ?? own.plan.range(of: own.track).end
          )
          try player.play(from: &stores[index]) { (frame) throws(WorkerFailure) in
            var frame = frame
            frame.content.source = index
            try body(frame)
          }
          steady = player.steady
          overtaken += player.overtaken
        }
        next += 1
      } else {
        let run = forwardRun(from: next, to: wanted.passes.upperBound)
        try playForward(run, wanted, onElement, &steady, body)
        next = run.upperBound
      }
    }
    return overtaken
  }

  /// Returns the passes, from `first` on, that one reader can play, as the source never goes back.
  private func forwardRun(from first: Int, to last: Int) -> Range<Int> {
    var end = first + 1
    while input.plan.map != nil, end < last, !played.passes[end].isBackward,
      played.passes[end].sourceStart >= played.passes[end - 1].sourceEnd
    {
      end += 1
    }
    return first..<end
  }

  private func playForward(
    _ run: Range<Int>,
    _ wanted: PassWindows,
    _ onElement: (@Sendable (Element) -> Void)?,
    _ steady: inout UniformFrames,
    _ body: (PlayedFrame<DecodedFrame>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    let start = wanted.window(run.lowerBound, lead: .zero).start
    var frames = ForwardFrames(input, output, from: start, onElement: onElement)
    var left = wanted.endsEarly(run) ? Self.following : nil
    let end = wanted.window(run.upperBound - 1, lead: .zero).end
    let rounding = RationalTime(input.track.rounding)
    var router = PassRouter<DecodedFrame>(run, of: played.passes, rounding: rounding)
    while let frame = try frames.next(&steady) {
      guard input.plan.map != nil else {
        try body(frame.played(run.lowerBound, played.passes[run.lowerBound]))
        if isBehind(frame.start, end, &left) { break }
        continue
      }
      try router.push(frame, body)
      if router.isFinished || isBehind(frame.start, end, &left) { break }
    }
    try router.finish(at: input.plan.range(of: input.track).end, body)
    // Readers that are done are closed: a map may need one for each of its sections.
    if run.upperBound < played.passes.count || left == 0 { frames.close() }
  }

  /// Returns whether a frame is so far after `end` that nothing before that depends on later frames.
  private func isBehind(_ time: RationalTime, _ end: RationalTime, _ left: inout Int?) -> Bool {
    guard let count = left, time > end else { return false }
    left = count - 1
    return count <= 1
  }

  /// The number of frames after the end that settle all frames before it.
  ///
  /// These are one to end the last frame, one for its fields, one that waits for the next, and
  /// those that may only repeat others.
  private static let following = 4 + RepeatFilter<SharedFrame>.longest

  /// The source time to play before and after the selected range in backward playback.
  private static let margin = RationalTime(5, 1)
}
