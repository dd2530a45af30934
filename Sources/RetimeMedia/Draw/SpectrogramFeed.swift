// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// Hands the frames of a track out in blocks, to whichever thread asks next.
///
/// The lock is held while a thread waits for the reader: the others would have to wait for the same sound.
/// Stopping the reader wakes them.
final class SpectrogramFeed: Sendable {
  private struct State {
    var framer: SpectrumFramer
    var isStarted = false, isFinished = false
  }

  private let source: SpectrogramSource
  private let reader: TrackReader
  private let caps: AudioCaps
  private let state: Mutex<State>
  private let heard = Atomic<Int>(0)
  private let isStopped = Atomic<Bool>(false)

  init(_ source: SpectrogramSource, _ reader: TrackReader, _ request: SpectrogramRequest) {
    self.source = source
    self.reader = reader
    caps = source.sound
    state = Mutex(State(framer: SpectrumFramer(shape: request.shape, channels: request.channels)))
  }

  /// Samples of each channel that were read, from any thread.
  var sampleCount: Int { heard.load(ordering: .relaxed) }

  /// Stops the reader; from now on there are no blocks.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    reader.stop()
  }

  /// Fills a block with the next frames; false at the end.
  ///
  /// The first call starts the reader.
  ///
  /// Blocks; not for the pool.
  func next(into block: inout SpectrumBlock, atMost most: Int) throws(GStreamerError) -> Bool {
    try state.withLock { state throws(GStreamerError) in
      if !state.isStarted {
        state.isStarted = true
        try reader.start()
      }
      while state.framer.availableFrames < most, !state.isFinished {
        try read(&state)
      }
      guard !isStopped.load(ordering: .relaxed) else { return false }
      return state.framer.take(atMost: most, into: &block)
    }
  }

  private func read(_ state: inout State) throws(GStreamerError) {
    guard let next = reader.next() else {
      state.framer.finish()
      state.isFinished = true
      return
    }
    guard let buffer = caps.clip(next.buffer, to: next.segment) else { return }
    switch source.format {
    case .u8: try append(buffer, UInt8.self, &state)
    case .s16: try append(buffer, Int16.self, &state)
    case .s24: try append(buffer, Int24.self, &state)
    case .s24In32: try append(buffer, Int24In32.self, &state)
    case .s32: try append(buffer, Int32.self, &state)
    case .f32: try append(buffer, Float.self, &state)
    case .f64: try append(buffer, Double.self, &state)
    }
    heard.store(state.framer.sampleCount, ordering: .relaxed)
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
}
