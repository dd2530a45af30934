// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

extension AudioReader {
  /// Outputs the frames of several sources, each at its place, with silence in between.
  ///
  /// Throws `countWasWrong` when a source's number of frames differs from its plan.
  mutating func readSources(
    until isFinished: () -> Bool,
    _ body: (Span<Value>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    let pieces = input.pieces
    guard let sequence = input.plan.sequence else { return }
    let placed = SequencedAudio(
      pieces.map { $0.input?.sequenced },
      in: sequence,
      rate: audio.sampleRate
    )
    var done = 0
    for (piece, range) in zip(pieces, placed.ranges) {
      try silence(range.lowerBound - done, body)
      if let own = piece.input { try read(own, range.count, until: isFinished, body) }
      done = range.upperBound
      if isFinished() { return }
    }
    try silence(placed.count - done, body)
  }

  /// Outputs `wanted` frames of a source: later ones are dropped, and missing ones are silence.
  private mutating func read(
    _ own: TrackInput,
    _ wanted: Int,
    until isFinished: () -> Bool,
    _ body: (Span<Value>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    let channels = audio.channels
    var (count, done) = (0, 0)
    var feed = try AudioFeed(own, audio.workingCaps)
    defer { feed.stop() }
    var isLeft = true
    while isLeft {
      isLeft = try feed.next(as: Value.self) { (samples) throws(WorkerFailure) in
        let frames = samples.count / channels
        count += frames
        let kept = min(frames, wanted - done)
        guard kept > 0 else { return }
        done += kept
        try hand(samples.extracting(0..<kept * channels), to: body)
      }
      if isFinished() { return }
    }
    if own.track.audio?.sampleRate == audio.sampleRate, let planned = own.track.sourceFrames,
      count != planned
    {
      throw .countWasWrong
    }
    try silence(wanted - done, body)
  }

  private mutating func silence(
    _ frames: Int,
    _ body: (Span<Value>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    var left = frames
    while left > 0 {
      let count = min(left, Self.silentFrames)
      left -= count
      try hand([Value](repeating: .silence, count: count * audio.channels).span, to: body)
      input.watchdog.feed()
    }
  }

  /// The number of silent frames to output at once.
  private static var silentFrames: Int { 8192 }
}

extension TrackInput {
  /// The place of a source's audio in the source.
  fileprivate var sequenced: SequencedAudio.Source? { plan.sequenced(track) }
}

extension Plan {
  /// Returns the audio of a track as part of a sequence; nil for other tracks.
  func sequenced(_ track: Track) -> SequencedAudio.Source? {
    guard let audio = track.audio, let frames = track.sourceFrames else { return nil }
    return SequencedAudio.Source(
      start: range(of: track).start,
      frames: frames,
      rate: audio.sampleRate
    )
  }

  /// The places of the sources; nil for a single source.
  var sequence: SourceSequence? {
    sources.map { SourceSequence(lengths: $0.map { $0.end - $0.start }) }
  }
}
