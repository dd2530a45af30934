// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A decoded frame with its caps.
struct DecodedFrame {
  var picture: SharedFrame
  var caps: Caps?
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
  private let grid: FrameGrid
  private let played: PlayedTrack
  private var colors: Colorimetry?

  /// Creates the source of a track's frames, in a form of raw video.
  init(_ input: TrackInput, _ output: TrackReader.Output) throws(WorkerFailure) {
    (self.input, self.output) = (input, output)
    grid = input.plan.grid(of: input.track)
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
    var steady = UniformFrames(colors)
    var overtaken = 0
    var store: PacketStore?
    let wanted = PassWindows(input.plan, input.track, span)
    var next = wanted.passes.lowerBound
    while next < wanted.passes.upperBound {
      let pass = played.passes[next]
      if pass.isBackward {
        let window = wanted.window(next, lead: Self.margin)
        var player = try BackwardPlayer(input, output, grid, pass, next, steady, window)
        try player.play(from: &store, body)
        steady = player.steady
        overtaken += player.overtaken
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
    let reader = try input.open(output, from: begin(at: start), onElement: onElement)
    var left = wanted.endsEarly(run) ? Self.following : nil
    let end = wanted.window(run.upperBound - 1, lead: .zero).end
    let rounding = RationalTime(input.track.rounding)
    var router = PassRouter<DecodedFrame>(run, of: played.passes, rounding: rounding)
    while let next = reader.next() {
      input.watchdog.feed()
      guard let range = next.shown else { continue }
      let time = grid.time(of: begin(ofPictureShownFrom: range.start))
      let until = range.end > range.start ? grid.time(of: range.end) : nil
      let caps = next.caps
      let shown = try input.steady(SharedFrame(next.buffer), caps, &steady)
      let frame = SourceFrame(shown, start: time, end: until)
      guard input.plan.map != nil else {
        try body(frame.played(run.lowerBound, played.passes[run.lowerBound]))
        if isBehind(time, end, &left) { break }
        continue
      }
      try router.push(frame, body)
      if router.isFinished || isBehind(time, end, &left) { break }
    }
    try router.finish(at: input.plan.range(of: input.track).end, body)
    // Readers that are done are closed: a map may need one for each of its sections.
    if run.upperBound < played.passes.count || left == 0 { input.inputs.close(reader) }
  }

  /// Returns the start of a frame that is shown from a time on.
  ///
  /// Decoders clip the frame that is shown when the part starts. With its own time it does not
  /// replace one that starts a moment later.
  private func begin(ofPictureShownFrom time: StreamTime) -> StreamTime {
    guard case .video(let video) = input.track.media, time <= input.plan.origin else { return time }
    return video.begin ?? time
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

  /// Returns the source time to start reading at for frames at `time` or later; nil for the start.
  ///
  /// It is well before `time`, so that the frame shown then has its own time.
  private func begin(at time: RationalTime) -> StreamTime? {
    let plan = input.plan
    let start = time - Self.lead
    if plan.parts != nil, case .video(let video) = input.track.media, video.isEnterable != true {
      return nil
    }
    guard start > Self.lead, plan.isChained != true, !plan.countsPictures,
      input.track.clockShift == nil, input.track.links == nil
    else { return nil }
    return start.streamTime + plan.origin
  }

  /// The distance before a section at which reading starts; twice as much is read without a seek.
  private static let lead = RationalTime(10, 1)
}
