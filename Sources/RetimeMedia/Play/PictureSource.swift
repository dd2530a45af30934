// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A picture with the time for which it is played.
struct PlayedPicture {
  var picture: Picture
  var caps: Caps?
  /// When it begins, and ends if that is known.
  let start: RationalTime, end: RationalTime?
  /// Whether what is played after it comes before it in the source.
  let isBackward: Bool
  /// Which of the passes plays it.
  let pass: Int
}

/// The pictures of a track in the order in which they are played.
struct PictureSource {
  private let input: TrackInput
  private let output: TrackReader.Output
  private let grid: FrameGrid
  private let played: PlayedTrack
  private var colors: Colorimetry?

  /// A source of pictures in a form of raw pictures.
  init(_ input: TrackInput, _ output: TrackReader.Output) throws(WorkerFailure) {
    (self.input, self.output) = (input, output)
    grid = input.plan.grid(of: input.track)
    played = input.played
    if case .video(let video) = input.track.media {
      colors = video.colors?.colorimetry.flatMap { Colorimetry($0) }
    }
  }

  /// Hands out the pictures, from the first that is played to the last, pass by pass.
  ///
  /// `sieve`: leaves out some that need not be decoded.
  /// `span`: what of the result is made; then some before and behind it come too, but hardly more.
  /// Gives the number of those that are not shown, as they are not before the one after them.
  @discardableResult
  func play(
    sieve: PictureSieve? = nil,
    span: Plan.Span? = nil,
    _ body: (PlayedPicture) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) -> Int {
    var steady = SteadyPictures(colors)
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
        try playForward(run, wanted, sieve, &steady, body)
        next = run.upperBound
      }
    }
    return overtaken
  }

  /// The passes, from one on, that one reader can play, as the source never goes back.
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
    _ sieve: PictureSieve?,
    _ steady: inout SteadyPictures,
    _ body: (PlayedPicture) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    let start = wanted.window(run.lowerBound, lead: .zero).start
    let reader = try input.open(output, from: begin(at: start), onElement: sieve?.watch)
    var left = wanted.endsEarly(run) ? Self.following : nil
    let end = wanted.window(run.upperBound - 1, lead: .zero).end
    let rounding = RationalTime(input.track.rounding)
    var router = PassRouter(run, of: played.passes, rounding: rounding)
    while let next = reader.next() {
      input.watchdog.feed()
      guard let range = next.shown else { continue }
      let time = grid.time(of: begin(ofPictureShownFrom: range.start))
      let until = range.end > range.start ? grid.time(of: range.end) : nil
      let caps = next.caps
      let shown = try input.steady(Picture(next.buffer), caps, &steady)
      let picture = SourcePicture(picture: shown.picture, caps: shown.caps, start: time, end: until)
      guard input.plan.map != nil else {
        try body(picture.played(run.lowerBound, played.passes[run.lowerBound]))
        if isBehind(time, end, &left) { break }
        continue
      }
      try router.push(picture, body)
      if router.isFinished || isBehind(time, end, &left) { break }
    }
    try router.finish(at: input.plan.range(of: input.track).end, body)
    // There may be as many readers as a map has sections.
    if run.upperBound < played.passes.count || left == 0 { input.inputs.close(reader) }
  }

  /// When a picture begins that is shown from a time on.
  ///
  /// Decoders cut the one that is on when the part begins. At its own time it does not take the place of one that begins a
  /// moment later.
  private func begin(ofPictureShownFrom time: StreamTime) -> StreamTime {
    guard case .video(let video) = input.track.media, time <= input.plan.origin else { return time }
    return video.begin ?? time
  }

  /// Whether a picture is so far behind the end of what is wanted that nothing before it depends on later ones.
  private func isBehind(_ time: RationalTime, _ end: RationalTime, _ left: inout Int?) -> Bool {
    guard let count = left, time > end else { return false }
    left = count - 1
    return count <= 1
  }

  /// How many pictures behind the end settle all before it: one to end the last, one for its fields, one that waits for
  /// the next, and those that may only repeat others.
  private static let following = 4 + RepeatFilter<Picture>.longest

  /// How much of the source is played before what is wanted, where that is backwards.
  private static let margin = RationalTime(5, 1)

  /// Where reading begins for what lies at a time of the source or later; nil for the begin of all.
  ///
  /// Well before it, so that the picture that is on at that time has its own time.
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

  /// How long before a section reading begins; less than twice as much is read through.
  private static let lead = RationalTime(10, 1)
}
