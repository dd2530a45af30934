// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

/// Compares when subtitles are shown, and what they say where they are text, with those of the result.
final class SubtitleVerifier: VerifyingOutput {
  private struct State {
    var caps: Caps?
    var reader: TrackReader?
    var frames = 0, missing = 0, found = 0, wrong = 0
    /// Of those whose words were compared, how many say the same, and how many do not.
    var alike = 0, unlike = 0
    var firstWrong: Double?, firstUnlike: Double?
    var lateness = LatenessTally(step: 1e-3)
    var verification: Verification?
  }

  /// When a subtitle is shown, and what it says; nil for what is no text.
  private struct Cue {
    let time: RationalTime
    let words: [UInt8]?
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

  func setCaps(_ caps: Caps) { state.withLock { $0.caps = caps } }

  func moveBack(by time: StreamTime) {}

  func push(_ buffer: consuming Buffer) -> Bool {
    var held = Optional(buffer)
    return state.withLock { state in
      guard let wanted = held.take() else { return false }
      // An empty one ends the one before it.
      guard let time = wanted.presentationTime, wanted.byteCount > 0 else { return true }
      return check.attempt { () throws(WorkerFailure) in
        let bytes = try check.made.reading { () throws(GStreamerError) in try wanted.bytes() }
        let words = state.caps.flatMap { SubtitleText.words(of: bytes, $0) }
        try compare(Cue(time: RationalTime(StreamTime(time)), words: words), &state)
      }
    }
  }

  func endStream() {
    let verification = state.withLock { state in
      while let reader = state.reader, next(reader) != nil { state.found += 1 }
      var verification = Verification(
        check.track,
        frames: state.frames,
        missing: state.missing,
        Difference(),
        peak: 1
      )
      (verification.found, verification.compared) = (state.found, state.frames - state.missing)
      (verification.wrong, verification.firstWrong) = (state.wrong, state.firstWrong)
      (verification.unlike, verification.firstUnlike) = (state.unlike, state.firstUnlike)
      verification.isIdentical = state.missing == 0 && state.alike == state.frames
      verification.lateness = state.lateness.median
      state.verification = verification
      return verification
    }
    check.end(verification)
  }

  private func compare(_ wanted: Cue, _ state: inout State) throws(WorkerFailure) {
    if state.reader == nil { state.reader = try check.made.open(.encoded) }
    guard let reader = state.reader else { return }
    state.frames += 1
    guard let found = next(reader) else { return state.missing += 1 }
    state.found += 1
    let late = (found.time - wanted.time).seconds
    state.lateness.note(late)
    if abs(late) > Self.tolerance {
      state.wrong += 1
      state.firstWrong = state.firstWrong ?? wanted.time.seconds
    }
    guard let said = wanted.words, let read = found.words else { return }
    if said == read {
      state.alike += 1
    } else {
      state.unlike += 1
      state.firstUnlike = state.firstUnlike ?? wanted.time.seconds
    }
  }

  /// The next subtitle that says anything.
  private func next(_ reader: TrackReader) -> Cue? {
    while let next = reader.next() {
      guard let time = next.buffer.presentationTime,
        let range = next.segment.range(from: time, duration: next.buffer.duration),
        let bytes = try? next.buffer.bytes(), bytes.contains(where: { $0 > 32 })
      else { continue }
      let words = next.caps.flatMap { SubtitleText.words(of: bytes, $0) }
      return Cue(time: grid.time(of: range.start), words: words)
    }
    return nil
  }
}
