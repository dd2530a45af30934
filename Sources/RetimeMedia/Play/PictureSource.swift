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
}

/// The pictures of a track in the order in which they are played.
struct PictureSource {
  private let input: TrackInput
  private let form: TrackReader.Form
  private let grid: FrameGrid
  private let played: PlayedTrack

  /// A source of pictures in a form of raw pictures.
  init(_ input: TrackInput, _ form: TrackReader.Form) throws(WorkerFailure) {
    (self.input, self.form) = (input, form)
    grid = input.plan.grid(of: input.track)
    played = input.played
  }

  /// Hands out the pictures, from the first that is played to the last.
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
    for pass in played.passes {
      if pass.isBackward {
        var player = try BackwardPlayer(input, form, grid, pass, steady)
        try player.play(body)
        steady = player.steady
        overtaken += player.overtaken
      } else {
        try playForward(pass, sieve, &steady, body)
      }
    }
    return overtaken
  }

  private func playForward(
    _ pass: PlaybackPass,
    _ sieve: PictureSieve?,
    _ steady: inout SteadyPictures,
    _ body: (PlayedPicture) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    let reader = try input.open(form, onElement: sieve?.watch)
    while let next = reader.next() {
      input.watchdog.feed()
      guard let start = next.buffer.presentationTime,
        let range = next.segment.range(
          from: start,
          duration: next.buffer.plausibleDuration
        )
      else { continue }
      let time = grid.time(of: range.start)
      let end = range.end > range.start ? grid.time(of: range.end) : nil
      let place = pass.played(from: time, to: end ?? time)
      let caps = next.caps
      let shown = try input.steady(Picture(next.buffer), caps, &steady)
      try body(
        PlayedPicture(
          picture: shown.picture,
          caps: shown.caps,
          start: place.start,
          end: end.map { _ in place.end },
          isBackward: false
        )
      )
    }
  }
}
