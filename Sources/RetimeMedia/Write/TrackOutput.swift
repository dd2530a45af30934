// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// Where a worker puts the buffers of its track.
protocol TrackOutput: Sendable {
  /// Says what the next buffers hold.
  func setCaps(_ caps: Caps)
  /// Moves all that is pushed back in time, so that what must come before zero can have a time.
  ///
  /// Comes before the caps: a pad that is moved says all again that it has said, and `h264parse` would put the headers of
  /// caps that come twice into the first packet twice.
  func moveBack(by time: StreamTime)
  /// Takes a buffer, waiting while it is busy; false once it takes no more.
  func push(_ buffer: consuming Buffer) -> Bool
  /// Says that no more buffers come.
  func endStream()
}

extension AppSource: TrackOutput {
  func moveBack(by time: StreamTime) { try? pad("src").setOffset(nanoseconds: -time.nanoseconds) }
}

/// What makes the result of its tracks' buffers.
protocol ResultWriter: Sendable {
  /// The tracks' entries, in the order of the plan.
  var outputs: [any TrackOutput] { get }
  /// Starts to write.
  func start()
  /// Stops, closes the file, and wakes whoever waits in an output.
  func stop()
}

/// What a writer tells.
enum WriterEvent: Sendable {
  /// The file is complete.
  case written
  /// It cannot be made.
  case failed(RetimeError)
}

extension Plan {
  /// Makes what writes the result to a file; `onEvent` gets how that ends.
  ///
  /// `joins`: whether packets of the plan's parts come, which are encoded already.
  func makeWriter(
    to path: String,
    joins: Bool = false,
    attachments: [SourceMetadata.Attachment],
    onEvent: @escaping @Sendable (WriterEvent) -> Void
  ) throws(RetimeError) -> any ResultWriter {
    if let format = Container.named(container)?.sampleFile {
      return try SampleFileWriter(self, path: path, format: format, onEvent: onEvent)
    }
    do {
      return try MuxedWriter(
        self,
        joins: joins,
        attachments: attachments,
        path: path,
        onEvent: onEvent
      )
    } catch {
      throw RetimeError(error, side: .output, name: output)
    }
  }
}
