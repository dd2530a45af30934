// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A verifier that compares the times of subtitles, and their words if they are text, with the result.
struct SubtitleVerifier: TrackVerifier {
  /// The time of a subtitle, and its words; nil for what is not text.
  private struct Cue {
    let time: RationalTime
    let words: [UInt8]?
  }

  /// The subtitles of the result, from a container or from a subtitle file.
  private enum Result {
    case track(TrackReader)
    case file(SubtitleFileReader, next: Int)
  }

  /// The tolerance in seconds, coarser than the timestamps of any subtitle format.
  private static let tolerance = 0.05

  private let check: TrackCheck
  private let grid: FrameGrid
  private var caps: Caps?
  private var result: Result?
  private var verification: Verification
  /// The number of subtitles whose words are equal.
  private var alike = 0
  private var lateness = DelayHistogram(step: 1e-3)

  init(_ check: TrackCheck) {
    self.check = check
    grid = check.made.plan.grid(of: check.made.track)
    verification = Verification(check.track)
  }

  mutating func setCaps(_ caps: Caps) { self.caps = caps }

  mutating func finish() -> Verification {
    while next() != nil { verification.found += 1 }
    verification.compared = verification.frames - verification.missing
    verification.isIdentical = verification.missing == 0 && alike == verification.frames
    verification.lateness = lateness.median
    return verification
  }

  mutating func compare(_ wanted: borrowing Buffer) throws(WorkerFailure) {
    // An empty subtitle ends the previous one.
    guard let time = wanted.presentationTime, wanted.byteCount > 0 else { return }
    let bytes = try check.made.reading { () throws(GStreamerError) in try wanted.bytes() }
    let words = caps.flatMap { SubtitleText.words(of: bytes, $0) }
    try compare(Cue(time: RationalTime(StreamTime(time)), words: words))
  }

  private mutating func compare(_ wanted: Cue) throws(WorkerFailure) {
    if result == nil { result = try open() }
    verification.frames += 1
    guard let found = next() else { return verification.missing += 1 }
    verification.found += 1
    let late = (found.time - wanted.time).seconds
    lateness.note(late)
    if abs(late) > Self.tolerance {
      verification.wrong += 1
      verification.firstWrong = verification.firstWrong ?? wanted.time.seconds
    }
    guard let said = wanted.words, let read = found.words else { return }
    if said == read {
      alike += 1
    } else {
      verification.unlike += 1
      verification.firstUnlike = verification.firstUnlike ?? wanted.time.seconds
    }
  }

  private func open() throws(WorkerFailure) -> Result {
    if case .packets(let packets) = check.made.track.media, let file = packets.file {
      return .file(try SubtitleFileReader(check.made, file), next: 0)
    }
    return .track(try check.made.open(.encoded))
  }

  /// Returns the next subtitle that is not empty.
  private mutating func next() -> Cue? {
    switch result {
    case .file(let reader, let index):
      guard reader.cues.indices.contains(index) else { return nil }
      result = .file(reader, next: index + 1)
      let cue = reader.cues[index]
      return Cue(
        time: grid.time(of: cue.start),
        words: SubtitleText.words(of: Array(cue.content.utf8), reader.caps)
      )
    case .track(let reader): return next(reader)
    case nil: return nil
    }
  }

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
