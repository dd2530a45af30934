// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// A destination for the buffers of a track.
protocol TrackOutput: Sendable {
  /// Sets the caps of the following buffers.
  func setCaps(_ caps: Caps)
  /// Moves all following buffers back in time, so that data before zero can have a time.
  ///
  /// Must precede the caps: a pad with a new offset sends its sticky events again, and `h264parse`
  /// would put the headers of repeated caps into the first packet twice.
  func moveBack(by time: StreamTime)
  /// Takes a buffer, and blocks while the output is busy; returns false once it takes no more.
  func push(_ buffer: consuming Buffer) -> Bool
  /// Ends the stream.
  func endStream()
}

extension AppSource: TrackOutput {
  func moveBack(by time: StreamTime) { try? pad("src").setOffset(nanoseconds: -time.nanoseconds) }
}

/// A writer that makes the result from its tracks' buffers.
protocol ResultWriter: Sendable {
  /// The inputs of the tracks, in the order of the plan.
  var outputs: [any TrackOutput] { get }
  /// Starts to write.
  func start()
  /// Stops, closes the file, and wakes threads that wait in an output.
  func stop()
}

/// An event of a writer.
enum WriterEvent: Sendable {
  /// The file is complete.
  case written
  /// A part of a file that is written after the tracks have ended.
  case advanced
  /// The file cannot be written.
  case failed(RetimeError)
}

extension Plan {
  /// Creates the writer of the result; `onEvent` receives its end or failure.
  ///
  /// `joins`: whether the input consists of encoded packets of the plan's parts.
  /// `onStill`: receives the time of each still image in nanoseconds, in order; nil for other outputs.
  func makeWriter(
    to path: String,
    sink: String? = nil,
    joins: Bool = false,
    attachments: [SourceMetadata.Attachment],
    onStill: (@Sendable (Int64) -> Void)? = nil,
    onEvent: @escaping @Sendable (WriterEvent) -> Void
  ) throws(RetimeError) -> any ResultWriter {
    if let format = Container.named(container)?.sampleFile {
      return try SampleFileWriter(self, path: path, format: format, onEvent: onEvent)
    }
    if let format = Container.named(container)?.subtitles {
      return SubtitleFileWriter(format, path: path, name: output, onEvent: onEvent)
    }
    do {
      return try MuxedWriter(
        self,
        joins: joins,
        attachments: attachments,
        path: path,
        sink: sink,
        onStill: onStill,
        onEvent: onEvent
      )
    } catch {
      throw RetimeError(error, side: .output, name: output)
    }
  }
}
