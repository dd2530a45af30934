// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

/// The decoded frames of an audio track in a file, for access in either direction.
///
/// A decoder outputs exact samples only from the start on; once decoded into a scratch file, they
/// can be read from any position. Plain samples are read from the source.
struct RecordedAudio<Value: AudioSample> {
  /// The location of the frames.
  enum Storage { case scratch(ScratchFile), source(PlainWaveFile) }

  private let storage: Storage
  private let channels: Int
  private var block: [Value] = []
  /// The number of frames.
  let frameCount: Int

  /// Creates access to a complete file of `frameCount` frames.
  init(_ storage: Storage, channels: Int, frameCount: Int) {
    (self.storage, self.channels, self.frameCount) = (storage, channels, frameCount)
  }

  /// Passes `count` frames, from `first` on, to `body`.
  mutating func frames(
    from first: Int,
    count: Int,
    _ body: (Span<Value>) -> Void
  ) throws(WorkerFailure) {
    let samples = count * channels
    if block.count != samples { block = [Value](repeating: .silence, count: samples) }
    let (storage, offset) = (self.storage, first * channels * MemoryLayout<Value>.stride)
    var span = block.mutableSpan
    switch storage {
    case .source(let file):
      guard file.read(from: first, into: &span) else { throw .countWasWrong }
    case .scratch(let file):
      do {
        try file.read(into: &span, at: offset)
      } catch {
        throw .scratch(error)
      }
    }
    body(block.span)
  }
}

extension AudioReader {
  /// Decodes all frames into a scratch file, unless the source has plain samples.
  mutating func record() throws(WorkerFailure) -> RecordedAudio<Value> {
    if !audio.isSingle, let file = plainFile {
      return RecordedAudio(.source(file), channels: audio.channels, frameCount: file.frameCount)
    }
    let (channels, progress, rate) = (audio.workingChannels, input.progress, audio.sampleRate)
    let file: ScratchFile
    do {
      file = try ScratchFile()
    } catch {
      throw .scratch(error)
    }
    var frames = 0
    try read { (samples) throws(WorkerFailure) in
      do throws(SystemError) {
        try file.write(samples, at: frames * channels * MemoryLayout<Value>.stride)
      } catch {
        throw .scratch(error)
      }
      frames += samples.count / channels
      progress.read(to: StreamTime(ticks: Int64(frames), timescale: Int64(rate)).nanoseconds)
    }
    progress.endReading()
    return RecordedAudio(.scratch(file), channels: channels, frameCount: frames)
  }
}

extension WorkerFailure {
  /// Returns the failure of a scratch file.
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
