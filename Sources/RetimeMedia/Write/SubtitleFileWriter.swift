// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

/// A writer of a file of subtitles alone.
///
/// Its one track has plain text with SubRip's tags, or cues in the markup of the format. All cues are
/// kept until the end: an hour of text is some kilobytes.
final class SubtitleFileWriter: ResultWriter, TrackOutput {
  private struct State {
    var file: SubtitleFile
    var isPlain = true
  }

  private let state: Mutex<State>
  private let path: String, name: String
  private let onEvent: @Sendable (WriterEvent) -> Void

  var outputs: [any TrackOutput] { [self] }

  /// Creates a writer; `onEvent` receives the end or the failure, on the worker's thread.
  ///
  /// `path`: the file to write, which exists. `name`: the name for messages.
  init(
    _ format: SubtitleFileFormat,
    path: String,
    name: String,
    onEvent: @escaping @Sendable (WriterEvent) -> Void
  ) {
    state = Mutex(State(file: SubtitleFile(format)))
    (self.path, self.name, self.onEvent) = (path, name, onEvent)
  }

  func start() {}

  func stop() {}

  func moveBack(by time: StreamTime) {}

  func setCaps(_ caps: Caps) {
    state.withLock { state in
      state.isPlain = caps.name == "text/x-raw"
      state.file.header = String(decoding: caps.bytes("codec_data") ?? [], as: UTF8.self)
    }
  }

  func push(_ buffer: consuming Buffer) -> Bool {
    guard let start = buffer.presentationTime.map(StreamTime.init) else { return true }
    let end = start + (buffer.duration.map(StreamTime.init) ?? 0)
    do throws(GStreamerError) {
      let text = String(decoding: try buffer.bytes(), as: UTF8.self)
      state.withLock { state in
        let content = state.isPlain ? SubtitleMarkup.content(text, state.file.format) : text
        state.file.cues.append(SubtitleFile.Cue(start: start, end: end, content: content))
      }
      return true
    } catch {
      onEvent(.failed(RetimeError(error, side: .output, name: name)))
      return false
    }
  }

  func endStream() {
    let text = state.withLock { $0.file.text() }
    do throws(SystemError) {
      try FileSystem.overwrite(path, at: 0, with: Array(text.utf8))
      onEvent(.written)
    } catch {
      onEvent(.failed(RetimeError(.inputOutput, "'\(name)' cannot be written: \(error)")))
    }
  }
}
