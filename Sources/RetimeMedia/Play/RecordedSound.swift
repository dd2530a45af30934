// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

/// The frames of a track in a file, to be gone through in either direction.
///
/// A decoder gives exact samples only from the start on; once decoded, into a scratch file, they can be had from anywhere.
/// Plain samples can from where they are.
struct RecordedSound<Value: AudioSample> {
  private enum Place {
    case scratch(ScratchFile), source(PlainSoundFile)
  }

  private let place: Place
  private let channels: Int
  private var block: [Value] = []
  /// Frames so far.
  private(set) var frameCount = 0

  /// Nothing yet.
  init(channels: Int) throws(WorkerFailure) {
    self.channels = channels
    do {
      place = .scratch(try ScratchFile())
    } catch {
      throw .scratch(error)
    }
  }

  /// All that is in a source, which takes no more frames.
  init(_ source: PlainSoundFile, channels: Int) {
    (place, self.channels, frameCount) = (.source(source), channels, source.frameCount)
  }

  /// Takes the next frames.
  mutating func append(_ samples: Span<Value>) throws(WorkerFailure) {
    guard case .scratch(let file) = place else { return }
    do {
      try file.write(samples, at: frameCount * frameBytes)
    } catch {
      throw .scratch(error)
    }
    frameCount += samples.count / channels
  }

  /// Hands out some frames, from a number on.
  mutating func frames(
    from first: Int,
    count: Int,
    _ body: (Span<Value>) -> Void
  ) throws(WorkerFailure) {
    try load(from: first, count: count)
    body(block.span)
  }

  private mutating func load(from first: Int, count: Int) throws(WorkerFailure) {
    let samples = count * channels
    if block.count != samples { block = [Value](repeating: Value.silence, count: samples) }
    let (place, offset) = (self.place, first * frameBytes)
    var span = block.mutableSpan
    switch place {
    case .source(let file):
      guard file.read(from: first, into: &span) else { throw .countWasWrong }
    case .scratch(let file):
      do {
        try file.read(into: &span, at: offset)
      } catch {
        throw .scratch(error)
      }
    }
  }

  private var frameBytes: Int { channels * MemoryLayout<Value>.stride }
}

extension SoundReader {
  /// Reads all frames, where they do not lie ready.
  mutating func record() throws(WorkerFailure) -> RecordedSound<Value> {
    if !audio.isSingle, let file = plainFile {
      return RecordedSound(file, channels: audio.channels)
    }
    var recording = try RecordedSound<Value>(channels: audio.workingChannels)
    let (progress, rate) = (input.progress, audio.sampleRate)
    try read { (samples) throws(WorkerFailure) in
      try recording.append(samples)
      progress.read(
        to: StreamTime(ticks: Int64(recording.frameCount), timescale: Int64(rate)).nanoseconds
      )
    }
    progress.endReading()
    return recording
  }
}

extension WorkerFailure {
  /// The failure of a scratch file.
  static func scratch(_ error: SystemError) -> WorkerFailure {
    .error(
      RetimeError(
        .inputOutput,
        "what waits to be played backwards cannot be kept in \(ScratchFile.folder): \(error). "
          + "TMPDIR names another folder"
      )
    )
  }
}
