// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

/// The frames of a track in a scratch file, to be gone through in either direction.
///
/// A decoder gives exact samples only from the start on; once decoded, they can be had from anywhere.
struct RecordedSound<Value: AudioSample> {
  private let file: ScratchFile
  private let channels: Int
  private var block: [Value] = []
  private var turned: [Value] = []
  /// Frames so far.
  private(set) var frameCount = 0

  /// Frames that are written or read at once.
  private let blockFrames = 1 << 15

  init(channels: Int) throws(WorkerFailure) {
    self.channels = channels
    do {
      file = try ScratchFile()
    } catch {
      throw .scratch(error)
    }
  }

  /// Takes the next frames.
  mutating func append(_ samples: Span<Value>) throws(WorkerFailure) {
    do {
      try file.write(samples, at: frameCount * frameBytes)
    } catch {
      throw .scratch(error)
    }
    frameCount += samples.count / channels
  }

  /// Hands out all frames in the direction of a pass.
  mutating func play(
    isBackward: Bool,
    _ body: (Span<Value>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    var done = 0
    while done < frameCount {
      let count = min(blockFrames, frameCount - done)
      try load(from: isBackward ? frameCount - done - count : done, count: count)
      done += count
      guard isBackward else {
        let frames = block
        try body(frames.span)
        continue
      }
      if turned.count != block.count {
        turned = [Value](repeating: Value.silence, count: block.count)
      }
      let (channels, source) = (self.channels, block)
      var output = turned.mutableSpan
      reverseFrames(source.span, channelCount: channels, into: &output)
      let frames = turned
      try body(frames.span)
    }
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
    let (file, offset) = (self.file, first * frameBytes)
    do {
      var span = block.mutableSpan
      try file.read(into: &span, at: offset)
    } catch {
      throw .scratch(error)
    }
  }

  private var frameBytes: Int { channels * MemoryLayout<Value>.stride }
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
