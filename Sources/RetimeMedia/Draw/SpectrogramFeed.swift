// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// The frames of a track in blocks, for the threads that request them.
///
/// A thread holds the lock while it waits for the reader: the others would have to wait for the
/// same audio. Stopping the reader wakes them.
final class SpectrogramFeed: Sendable {
  private struct State: ~Copyable {
    var framer: SpectrumFramer
    var gaps: AudioGapScan
    /// The number of silent frames that come next, and the buffer after them.
    var silence = 0, waiting: Buffer?
    var isStarted = false, isFinished = false
  }

  private let format: SampleFormat
  /// The file, if its samples need no decoder and all of them are used; otherwise the reader of the track.
  private let plainFile: PlainWaveFile?, reader: TrackReader?
  private let caps: AudioCaps
  private let state: Mutex<State>
  private let heard = Atomic<Int>(0)
  private let isStopped = Atomic<Bool>(false)

  /// Creates a feed that does not read yet; `onError` gets errors, on a streaming thread.
  init(
    _ source: SpectrogramSource,
    _ request: SpectrogramRequest,
    onError: @escaping @Sendable (GStreamerError) -> Void
  ) throws(GStreamerError) {
    (format, caps) = (source.format, source.sound)
    plainFile = PlainWaveFile(
      source.reading,
      codec: source.codec,
      format: format,
      channels: caps.channels,
      sampleRate: caps.rate
    )
    reader =
      plainFile == nil
      ? try TrackReader(source.reading, output: .sound(source.caps), onError: onError) : nil
    state = Mutex(
      State(
        framer: SpectrumFramer(shape: request.shape, channels: request.channels),
        gaps: AudioGapScan(rate: caps.rate, longestPause: source.longestPause)
      )
    )
  }

  /// The number of samples of each channel that have been read; callable from any thread.
  var sampleCount: Int { heard.load(ordering: .relaxed) }

  /// Stops the reader; from then on there are no blocks.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    reader?.stop()
  }

  /// Fills a block with the next frames; returns false at the end.
  ///
  /// The first call starts the reader.
  ///
  /// Blocks; not for Swift's cooperative thread pool.
  func next(into block: inout SpectrumBlock, atMost most: Int) throws(GStreamerError) -> Bool {
    try state.withLock { state throws(GStreamerError) in
      if !state.isStarted {
        state.isStarted = true
        try reader?.start()
      }
      while state.framer.availableFrames < most, !state.isFinished { try read(&state) }
      guard !isStopped.load(ordering: .relaxed) else { return false }
      return state.framer.take(atMost: most, into: &block)
    }
  }

  private func read(_ state: inout State) throws(GStreamerError) {
    switch format {
    case .u8: try read(UInt8.self, &state)
    case .s16: try read(Int16.self, &state)
    case .s24: try read(Int24.self, &state)
    case .s24In32: try read(Int24In32.self, &state)
    case .s32: try read(Int32.self, &state)
    case .f32: try read(Float.self, &state)
    case .f64: try read(Double.self, &state)
    }
    heard.store(state.framer.sampleCount, ordering: .relaxed)
  }

  private func read<Value: AudioSample>(
    _ type: Value.Type,
    _ state: inout State
  ) throws(GStreamerError) {
    if let file = plainFile { return read(file, type, &state) }
    if state.silence > 0 {
      let frames = min(state.silence, Self.framesAtOnce)
      state.silence -= frames
      return state.framer.appendSilence(frames: frames)
    }
    if let waiting = state.waiting.take() { return try append(waiting, type, &state) }
    guard let next = reader?.next() else { return finish(&state) }
    guard let buffer = caps.clip(next.buffer, to: next.segment) else { return }
    let frames = buffer.byteCount / caps.bytesPerFrame
    state.silence = state.gaps.take(buffer, frames: frames, in: next.segment).silence
    guard state.silence > 0 else { return try append(buffer, type, &state) }
    state.waiting = consume buffer
  }

  private func append<Value: AudioSample>(
    _ buffer: borrowing Buffer,
    _ type: Value.Type,
    _ state: inout State
  ) throws(GStreamerError) {
    try buffer.withSpan(of: type) { (samples: Span<Value>) throws(GStreamerError) in
      state.framer.append(samples, channelCount: caps.channels)
    }
  }

  /// Reads samples that need no decoder; a file that has become shorter ends there.
  private func read<Value: AudioSample>(
    _ file: PlainWaveFile,
    _ type: Value.Type,
    _ state: inout State
  ) {
    let done = state.framer.sampleCount
    let frames = min(Self.framesAtOnce, file.frameCount - done)
    guard frames > 0 else { return finish(&state) }
    var samples = [Value](repeating: Value.silence, count: frames * caps.channels)
    var room = samples.mutableSpan
    guard file.read(from: done, into: &room) else { return finish(&state) }
    state.framer.append(samples.span, channelCount: caps.channels)
  }

  private func finish(_ state: inout State) {
    state.framer.finish()
    state.isFinished = true
  }

  /// The number of frames of a file, or of silence, to add at once.
  private static let framesAtOnce = 16_384
}
