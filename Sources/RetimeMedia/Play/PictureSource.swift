// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A picture with the time for which it is played.
struct PlayedPicture {
  let picture: Picture
  let caps: Caps?
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

  /// A source of pictures in a form of raw pictures.
  init(_ input: TrackInput, _ output: TrackReader.Output) throws(WorkerFailure) {
    (self.input, self.output) = (input, output)
    grid = input.plan.grid(of: input.track)
    played = input.played
  }

  /// Hands out the pictures, from the first that is played to the last, pass by pass.
  ///
  /// `sieve`: leaves out some that need not be decoded.
  /// Gives the number of those that are not shown, as they are not before the one after them.
  @discardableResult
  func play(
    sieve: PictureSieve? = nil,
    _ body: (PlayedPicture) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) -> Int {
    var steady = SteadyPictures()
    var overtaken = 0
    var store: PacketStore?
    var next = 0
    while next < played.passes.count {
      if played.passes[next].isBackward {
        var player = try BackwardPlayer(input, output, grid, played.passes[next], next, steady)
        try player.play(from: &store, body)
        steady = player.steady
        overtaken += player.overtaken
        next += 1
      } else {
        let run = forwardRun(from: next)
        try playForward(run, sieve, &steady, body)
        next = run.upperBound
      }
    }
    return overtaken
  }

  /// The passes, from one on, that one reader can play, as the source never goes back.
  private func forwardRun(from first: Int) -> Range<Int> {
    var end = first + 1
    while input.plan.map != nil, end < played.passes.count, !played.passes[end].isBackward,
      played.passes[end].sourceStart >= played.passes[end - 1].sourceEnd
    {
      end += 1
    }
    return first..<end
  }

  private func playForward(
    _ run: Range<Int>,
    _ sieve: PictureSieve?,
    _ steady: inout SteadyPictures,
    _ body: (PlayedPicture) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    let reader = try input.open(output, from: begin(of: run), onElement: sieve?.watch)
    var router = PassRouter(run, of: played.passes)
    while let next = reader.next() {
      input.watchdog.feed()
      guard let range = next.shown else { continue }
      let time = grid.time(of: range.start)
      let end = range.end > range.start ? grid.time(of: range.end) : nil
      let caps = next.caps
      let shown = try input.steady(Picture(next.buffer), caps, &steady)
      let picture = SourcePicture(picture: shown.picture, caps: shown.caps, start: time, end: end)
      guard input.plan.map != nil else {
        try body(picture.played(run.lowerBound, played.passes[run.lowerBound]))
        continue
      }
      try router.push(picture, body)
      if router.isFinished { break }
    }
    try router.finish(at: input.plan.range(of: input.track).end, body)
    // There may be as many readers as a map has sections.
    if run.upperBound < played.passes.count { input.inputs.close(reader) }
  }

  /// Where reading begins for some passes; nil for the begin of all.
  ///
  /// Well before them, so that the picture that is on when they begin has its own time.
  private func begin(of run: Range<Int>) -> StreamTime? {
    let plan = input.plan
    let start = played.passes[run.lowerBound].sourceStart - Self.lead
    guard start > Self.lead, plan.isChained != true, !plan.countsPictures,
      input.track.clockShift == nil, input.track.links == nil
    else { return nil }
    return start.streamTime + plan.origin
  }

  /// How long before a section reading begins; less than twice as much is read through.
  private static let lead = RationalTime(10, 1)
}
