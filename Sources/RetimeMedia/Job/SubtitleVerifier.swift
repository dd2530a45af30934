// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

/// Compares when subtitles are shown with those of the result; what they say is in another form in each container.
final class SubtitleVerifier: VerifyingOutput {
  private struct State {
    var reader: TrackReader?
    var frames = 0, missing = 0, found = 0, wrong = 0
    var firstWrong: Double?
    var ahead: RationalTime?
    var lateness = LatenessTally(step: 1e-3)
    var verification: Verification?
  }

  /// Coarser than the times of any form of subtitles, in seconds.
  private static let tolerance = 0.05

  private let check: TrackCheck
  private let grid: FrameGrid
  private let state = Mutex(State())

  init(_ check: TrackCheck) {
    self.check = check
    grid = check.made.plan.grid(of: check.made.track)
  }

  var verification: Verification? { state.withLock { $0.verification } }

  func setCaps(_ caps: Caps) {}

  func moveBack(by time: StreamTime) {}

  func push(_ buffer: consuming Buffer) -> Bool {
    var held = Optional(buffer)
    return state.withLock { state in
      guard let wanted = held.take() else { return false }
      // An empty one ends the one before it.
      guard let time = wanted.presentationTime, wanted.byteCount > 0 else { return true }
      return check.attempt { () throws(WorkerFailure) in
        try compare(RationalTime(StreamTime(time)), &state)
      }
    }
  }

  func endStream() {
    let verification = state.withLock { state in
      while let reader = state.reader, state.ahead != nil || next(reader) != nil {
        state.ahead = nil
        state.found += 1
      }
      var verification = Verification(
        check.track,
        frames: state.frames,
        missing: state.missing,
        Difference(),
        peak: 1
      )
      (verification.found, verification.compared) = (state.found, state.frames - state.missing)
      (verification.wrong, verification.firstWrong) = (state.wrong, state.firstWrong)
      verification.lateness = state.lateness.median
      state.verification = verification
      return verification
    }
    check.end(verification)
  }

  private func compare(_ wanted: RationalTime, _ state: inout State) throws(WorkerFailure) {
    if state.reader == nil { state.reader = try check.made.open(.encoded) }
    guard let reader = state.reader else { return }
    state.frames += 1
    guard let found = state.ahead ?? next(reader) else { return state.missing += 1 }
    state.ahead = nil
    state.found += 1
    let late = (found - wanted).seconds
    state.lateness.note(late)
    if abs(late) > Self.tolerance {
      state.wrong += 1
      state.firstWrong = state.firstWrong ?? wanted.seconds
    }
  }

  /// When the next subtitle is shown that says anything.
  private func next(_ reader: TrackReader) -> RationalTime? {
    while let next = reader.next() {
      guard let time = next.buffer.presentationTime,
        let range = next.segment.range(from: time, duration: next.buffer.duration),
        let bytes = try? next.buffer.bytes(), bytes.contains(where: { $0 > 32 })
      else { continue }
      return grid.time(of: range.start)
    }
    return nil
  }
}
