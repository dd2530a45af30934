// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

/// Compares pictures with those of the result: the first with the first, and so on.
final class PictureVerifier: VerifyingOutput {
  /// Only the track's own thread writes it.
  private struct State {
    var caps: Caps?
    var layout: VideoLayout?
    var depth = 8
    var reader: TrackReader?
    var difference = Difference()
    var frames = 0, missing = 0
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
      let verification = Verification(
        check.track,
        frames: state.frames,
        missing: state.missing,
        state.difference,
        peak: Double((1 << state.depth) - 1),
        drift: state.drift
      )
      state.verification = verification
      return verification
    }
    check.end(verification)
  }

  private func compare(_ wanted: borrowing Buffer, _ state: inout State) throws(WorkerFailure) {
    if state.reader == nil { try open(&state) }
    guard let reader = state.reader, let layout = state.layout else { return }
    state.frames += 1
    guard let next = next(reader) else {
      state.missing += 1
      return
    }
    note(next.time, wanted, &state)
    var difference = state.difference
    let isDeep = state.depth > 8
    try check.made.reading { () throws(GStreamerError) in
      if isDeep {
        try layout.withRows(of: wanted, and: next.picture.buffer, as: UInt16.self) {
          difference.note($0, $1)
        }
      } else {
        try layout.withRows(of: wanted, and: next.picture.buffer, as: UInt8.self) {
          difference.note($0, $1)
        }
      }
    }
    state.difference = difference
  }

  /// Opens the result, whose pictures are brought into the form of those that were made.
  private func open(_ state: inout State) throws(WorkerFailure) {
    guard let caps = state.caps, let layout = VideoLayout(caps), let form = Self.form(of: caps)
    else {
      let text = state.caps.map { "\($0)" } ?? "an unknown form"
      throw .error(RetimeError(.missingCodec, "pictures of \(text) cannot be compared"))
    }
    (state.layout, state.depth) = (layout, PictureMixer.depth(caps))
    state.reader = try check.made.open(.converted(form))
  }

  private static func form(of caps: Caps) -> Caps? {
    guard let format = caps.string("format"), let width = caps.int("width"),
      let height = caps.int("height")
    else { return nil }
    return try? Caps(
      "video/x-raw, format=(string)\(format), width=(int)\(width), height=(int)\(height)"
    )
  }

  /// The next picture that is shown at all, and when.
  private func next(_ reader: TrackReader) -> (picture: Picture, time: RationalTime)? {
    while let next = reader.next() {
      guard let range = next.shown else { continue }
      return (Picture(next.buffer), grid.time(of: range.start))
    }
    return nil
  }

  private func note(_ time: RationalTime, _ wanted: borrowing Buffer, _ state: inout State) {
    guard let planned = wanted.presentationTime else { return }
    let late = time - RationalTime(StreamTime(planned))
    guard let first = state.lateness else {
      state.lateness = late
      return
    }
    state.drift = max(state.drift, late > first ? late - first : first - late)
  }
}
