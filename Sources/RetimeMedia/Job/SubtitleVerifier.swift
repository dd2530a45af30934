// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// Compares when subtitles are shown, and what they say where they are text, with those of the result.
struct SubtitleVerifier: TrackVerifier {
  /// When a subtitle is shown, and what it says; nil for what is no text.
  private struct Cue {
    let time: RationalTime
    let words: [UInt8]?
  }

  /// Coarser than the times of any form of subtitles, in seconds.
  private static let tolerance = 0.05

  private let check: TrackCheck
  private let grid: FrameGrid
  private var caps: Caps?
  private var reader: TrackReader?
  private var frames = 0, missing = 0, found = 0, wrong = 0
  /// Of those whose words were compared, how many say the same, and how many do not.
  private var alike = 0, unlike = 0
  private var firstWrong: Double?, firstUnlike: Double?
  private var lateness = LatenessTally(step: 1e-3)

  init(_ check: TrackCheck) {
    self.check = check
    grid = check.made.plan.grid(of: check.made.track)
  }

  mutating func setCaps(_ caps: Caps) { self.caps = caps }

  mutating func finish() -> Verification {
    while let reader, next(reader) != nil { found += 1 }
    var verification = Verification(
      check.track,
      frames: frames,
      missing: missing,
      Difference(),
      peak: 1
    )
    (verification.found, verification.compared) = (found, frames - missing)
    (verification.wrong, verification.firstWrong) = (wrong, firstWrong)
    (verification.unlike, verification.firstUnlike) = (unlike, firstUnlike)
    verification.isIdentical = missing == 0 && alike == frames
    verification.lateness = lateness.median
    return verification
  }

  mutating func compare(_ wanted: borrowing Buffer) throws(WorkerFailure) {
    // An empty one ends the one before it.
    guard let time = wanted.presentationTime, wanted.byteCount > 0 else { return }
    let bytes = try check.made.reading { () throws(GStreamerError) in try wanted.bytes() }
    let words = caps.flatMap { SubtitleText.words(of: bytes, $0) }
    try compare(Cue(time: RationalTime(StreamTime(time)), words: words))
  }

  private mutating func compare(_ wanted: Cue) throws(WorkerFailure) {
    if reader == nil { reader = try check.made.open(.encoded) }
    guard let reader else { return }
    frames += 1
    guard let found = next(reader) else { return missing += 1 }
    self.found += 1
    let late = (found.time - wanted.time).seconds
    lateness.note(late)
    if abs(late) > Self.tolerance {
      wrong += 1
      firstWrong = firstWrong ?? wanted.time.seconds
    }
    guard let said = wanted.words, let read = found.words else { return }
    if said == read {
      alike += 1
    } else {
      unlike += 1
      firstUnlike = firstUnlike ?? wanted.time.seconds
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
