// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import RetimeSystem
internal import SoundFile
internal import Synchronization

/// A writer for the one track of a file of plain samples, in the format of the plan.
final class SampleFileWriter: ResultWriter, TrackOutput {
  /// The file while it is open.
  private struct State: ~Copyable {
    var file: SoundFileWriter?
    var wide: [Int32] = []

    mutating func write<Value>(
      _ samples: Span<Value>,
      _ widen: (Value) -> Int32
    ) -> SoundFileError? {
      wide.removeAll(keepingCapacity: true)
      for index in samples.indices { wide.append(widen(samples[index])) }
      let block = wide
      return file?.write(block.span)
    }
  }

  private let state: Mutex<State>
  private let format: SampleFormat
  private let name: String
  private let onEvent: @Sendable (WriterEvent) -> Void

  var outputs: [any TrackOutput] { [self] }

  /// Creates a writer and its file.
  ///
  /// `onEvent`: receives the end or the failure, on the worker's thread.
  init(
    _ plan: Plan,
    path: String,
    format: SoundFileWriter.Format,
    onEvent: @escaping @Sendable (WriterEvent) -> Void
  ) throws(RetimeError) {
    guard let track = plan.tracks.first, case .audio(let audio) = track.media else {
      throw RetimeError(.usage, "\(plan.container) holds one track of sound")
    }
    self.format = audio.writtenFormat
    self.onEvent = onEvent
    name = plan.output
    do throws(SoundFileError) {
      var file = try SoundFileWriter(
        path: PathText.bytes(of: path),
        format: format,
        encoding: audio.writtenFormat.encoding,
        sampleRate: audio.outputSampleRate,
        channels: audio.outputChannels,
        frames: track.frames ?? 0,
        positions: audio.namedPlaces
      )
      for (text, value) in plan.metadata.soundFileTexts { _ = file.setText(text, to: value) }
      state = Mutex(State(file: file))
    } catch {
      throw RetimeError(.cannotCreate, "'\(plan.output)' cannot be created: \(error)")
    }
  }

  func start() {}

  func stop() { state.withLock { $0.file = nil } }

  func setCaps(_ caps: Caps) {}

  func moveBack(by time: StreamTime) {}

  func push(_ buffer: consuming Buffer) -> Bool {
    let failure: RetimeError? = state.withLock { state in
      guard state.file != nil else { return RetimeError(.inputOutput, "'\(name)' is closed") }
      do throws(GStreamerError) {
        return try write(buffer, &state).map {
          RetimeError(.inputOutput, "'\(name)' cannot be written: \($0)")
        }
      } catch {
        return RetimeError(error, side: .output, name: name)
      }
    }
    if let failure { onEvent(.failed(failure)) }
    return failure == nil
  }

  func endStream() {
    let failure: RetimeError? = state.withLock { state in
      do throws(SoundFileError) {
        try state.file.take()?.close()
        return nil
      } catch {
        return RetimeError(.inputOutput, "'\(name)' cannot be written: \(error)")
      }
    }
    onEvent(failure.map(WriterEvent.failed) ?? .written)
  }

  /// Writes samples to the file, with formats that libsndfile does not take widened without loss.
  ///
  /// libsndfile takes 16-bit and 32-bit integers.
  ///
  /// - Returns: the error of writing; nil for none.
  private func write(
    _ buffer: borrowing Buffer,
    _ state: inout State
  ) throws(GStreamerError) -> SoundFileError? {
    switch format {
    case .s16: try buffer.withSpan(of: Int16.self) { state.file?.write($0) }
    case .s32: try buffer.withSpan(of: Int32.self) { state.file?.write($0) }
    case .f32: try buffer.withSpan(of: Float.self) { state.file?.write($0) }
    case .f64: try buffer.withSpan(of: Double.self) { state.file?.write($0) }
    case .u8: try buffer.withSpan(of: UInt8.self) { state.write($0) { (Int32($0) - 128) << 24 } }
    case .s24: try buffer.withSpan(of: Int24.self) { state.write($0) { $0.value << 8 } }
    case .s24In32: try buffer.withSpan(of: Int24In32.self) { state.write($0) { $0.value << 8 } }
    }
  }
}

extension SampleFormat {
  /// The encoding of the format in a file.
  fileprivate var encoding: SoundFileWriter.Encoding {
    switch self {
    case .u8: .bits8
    case .s16: .bits16
    case .s24, .s24In32: .bits24
    case .s32: .bits32
    case .f32: .float
    case .f64: .double
    }
  }
}
