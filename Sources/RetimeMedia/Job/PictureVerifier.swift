// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

/// Compares pictures with those of the result: each with the one that is shown at its time.
final class PictureVerifier: VerifyingOutput {
  /// Only the track's own thread writes it.
  private struct State {
    var caps: Caps?
    var layout: VideoLayout?
    var (depth, height) = (8, 0)
    /// The sizes of the pictures that are made and of those that are found, and how many of these differ.
    var size = "", foundSize = "", unfit = 0
    var firstUnfit: RationalTime?
    var reader: TrackReader?
    var difference = Difference()
    var frames = 0, missing = 0, found = 0
    var firstMissing: RationalTime?
    var matcher = PictureMatcher()
    /// A picture of the result that is shown later than those that were made so far.
    var ahead: (picture: Picture, time: RationalTime)?
    /// By how much all of the result is moved to be compared: a picture at most.
    var base: RationalTime?
    /// By how much the first picture is later than planned, and others are off that.
    var lateness: RationalTime?
    var drift = RationalTime.zero
    var verification: Verification?
  }

  private let check: TrackCheck
  private let grid: FrameGrid
  private let state = Mutex(State())

  init(_ check: TrackCheck) {
    self.check = check
    grid = check.made.plan.grid(of: check.made.track)
  }

  var verification: Verification? { state.withLock { $0.verification } }

  func setCaps(_ caps: Caps) { state.withLock { $0.caps = caps } }

  func moveBack(by time: StreamTime) {}

  func push(_ buffer: consuming Buffer) -> Bool {
    var held = Optional(buffer)
    return state.withLock { state in
      guard let wanted = held.take() else { return false }
      return check.attempt { () throws(WorkerFailure) in try compare(wanted, &state) }
    }
  }

  func endStream() {
    let verification = state.withLock { state in
      while let reader = state.reader, state.ahead != nil || next(reader, &state) != nil {
        state.ahead = nil
        state.found += 1
      }
      state.matcher.finish()
      var verification = Verification(
        check.track,
        frames: state.frames,
        missing: state.missing,
        state.difference,
        peak: Double((1 << state.depth) - 1),
        drift: state.drift
      )
      let matcher = state.matcher
      verification.found = state.found
      (verification.lateness, verification.wandering) = (matcher.lateness, matcher.drift)
      verification.compared = matcher.compared
      verification.wrong = matcher.wrong + matcher.misplaced(tolerance: 0.01)
      verification.unlike = matcher.unlike
      let lateness = matcher.lateness ?? 0
      verification.strays = matcher.strays(tolerance: 0.01).map { stray in
        Verification.Stray(
          number: stray.number,
          time: stray.time,
          shown: sourceTime(stray.shown),
          planned: sourceTime(stray.time - lateness)
        )
      }
      verification.firstMissing = state.firstMissing?.seconds
      (verification.firstWrong, verification.firstUnlike) = (
        matcher.firstWrong, matcher.firstUnlike
      )
      if state.unfit > 0 {
        verification.compared += state.unfit
        verification.unlike += state.unfit
        verification.firstUnlike = state.firstUnfit?.seconds
        verification.otherSize = "\(state.foundSize) instead of \(state.size)"
        verification.isIdentical = false
      }
      state.verification = verification
      return verification
    }
    check.end(verification)
  }

  /// Which time of the source the plan shows at a time of the result; both in seconds.
  private func sourceTime(_ time: Double) -> Double {
    let nanoseconds = Int64(max(-1e18, min(1e18, (time * 1e9).rounded())))
    let shown = check.plan.timeMap.streamTime(ofOutput: RationalTime(nanoseconds: nanoseconds))
    return shown.seconds + (check.plan.start == nil ? 0 : RationalTime(check.plan.origin).seconds)
  }

  private func compare(_ wanted: borrowing Buffer, _ state: inout State) throws(WorkerFailure) {
    if state.reader == nil { try open(&state) }
    guard let reader = state.reader, let layout = state.layout else { return }
    state.frames += 1
    let start = RationalTime(StreamTime(wanted.presentationTime ?? ClockTime(nanoseconds: 0)))
    let half = RationalTime(StreamTime(wanted.duration ?? ClockTime(nanoseconds: 0))).half
    guard let next = partner(of: start, half, reader, &state) else {
      state.missing += 1
      state.firstMissing = state.firstMissing ?? start
      let seen = try look(at: wanted, and: wanted, layout, &state, comparing: false)
      return state.matcher.take(made: seen.0, at: start.seconds)
    }
    note(next.time - start, &state)
    guard state.foundSize == state.size else {
      state.unfit += 1
      state.firstUnfit = state.firstUnfit ?? start
      return
    }
    let seen = try look(at: wanted, and: next.picture.buffer, layout, &state, comparing: true)
    state.matcher.take(made: seen.0, at: start.seconds)
    state.matcher.take(found: seen.1, at: next.time.seconds, number: state.found - 1)
  }

  /// The picture of the result that is shown at a time; nil where there is none.
  private func partner(
    of start: RationalTime,
    _ half: RationalTime,
    _ reader: TrackReader,
    _ state: inout State
  ) -> (picture: Picture, time: RationalTime)? {
    while let found = state.ahead ?? next(reader, &state) {
      state.ahead = nil
      if state.base == nil {
        let late = found.time - start
        state.base = late <= half + half && .zero - late <= half + half ? late : .zero
      }
      let late = found.time - (state.base ?? .zero) - start
      // A picture without a length is shown until the next one.
      guard late < half || half == .zero else {
        state.ahead = found
        return nil
      }
      state.found += 1
      // One that comes earlier is one too many: it stands where another was compared.
      if half == .zero || .zero - late <= half { return found }
    }
    return nil
  }

  /// Both pictures from afar; and, value by value, how they differ.
  private func look(
    at first: borrowing Buffer,
    and second: borrowing Buffer,
    _ layout: VideoLayout,
    _ state: inout State,
    comparing: Bool
  ) throws(WorkerFailure) -> (Glimpse, Glimpse) {
    var difference = state.difference
    var (a, b) = (
      Glimpse(height: state.height, depth: state.depth),
      Glimpse(height: state.height, depth: state.depth)
    )
    var row = 0
    let isDeep = state.depth > 8
    try check.made.reading { () throws(GStreamerError) in
      if isDeep {
        try layout.withRows(of: first, and: second, as: UInt16.self) {
          a.note($0, at: row)
          b.note($1, at: row)
          row += 1
          if comparing { difference.note($0, $1) }
        }
      } else {
        try layout.withRows(of: first, and: second, as: UInt8.self) {
          a.note($0, at: row)
          b.note($1, at: row)
          row += 1
          if comparing { difference.note($0, $1) }
        }
      }
    }
    a.finish()
    b.finish()
    state.difference = difference
    return (a, b)
  }

  /// Opens the result, whose pictures are brought into the form of those that were made.
  private func open(_ state: inout State) throws(WorkerFailure) {
    guard let caps = state.caps, let layout = VideoLayout(caps), let format = caps.string("format"),
      let form = try? Caps("video/x-raw, format=(string)\(format)")
    else {
      let text = state.caps.map { "\($0)" } ?? "an unknown form"
      throw .error(RetimeError(.missingCodec, "pictures of \(text) cannot be compared"))
    }
    (state.layout, state.depth) = (layout, PictureMixer.depth(caps))
    (state.height, state.size) = (caps.int("height") ?? 0, Self.size(caps))
    // What was turned is turned back: pictures are compared as they lie in the source.
    var turn: Orientation?
    if case .video(let video) = check.track.media { turn = video.turn?.inverse }
    state.reader = try check.made.open(.converted(form, turn: turn))
  }

  private static func size(_ caps: Caps) -> String {
    "\(caps.int("width") ?? 0)x\(caps.int("height") ?? 0)"
  }

  /// The next picture that is shown at all, and when.
  private func next(
    _ reader: TrackReader,
    _ state: inout State
  ) -> (picture: Picture, time: RationalTime)? {
    while let next = reader.next() {
      guard let range = next.shown else { continue }
      if let caps = next.caps { state.foundSize = Self.size(caps) }
      return (Picture(next.buffer), grid.time(of: range.start))
    }
    return nil
  }

  private func note(_ late: RationalTime, _ state: inout State) {
    guard let first = state.lateness else {
      state.lateness = late
      return
    }
    state.drift = max(state.drift, late > first ? late - first : first - late)
  }
}

extension RationalTime {
  fileprivate var half: RationalTime { RationalTime(seconds: rational * Rational(1, 2)) }
}
