// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// The decoding of the frames between copied packets, for an encoder.
final class JoinFrames: Sendable {
  private let task: TrackTask
  private let smart: Plan.Smart
  private let encoder: JoinEncoder
  private let ended = Mutex<WorkerFailure?>(nil)

  /// The reason why not all frames were produced; nil if there is none so far.
  var failure: WorkerFailure? { ended.withLock { $0 } }

  /// Creates the decoding for the task of a track that is rendered smartly.
  init(_ task: TrackTask, _ smart: Plan.Smart, _ encoder: JoinEncoder) {
    self.task = TrackTask(
      input: task.input.encoding(smart, TrackProgress()),
      output: encoder,
      preview: task.preview
    )
    (self.smart, self.encoder) = (smart, encoder)
  }

  /// Decodes all frames and passes them to the encoder; blocks.
  func run() {
    do throws(WorkerFailure) {
      var worker = try VideoWorker(task, smart.video, smart: smart)
      try worker.run()
      encoder.endStream()
    } catch {
      ended.withLock { $0 = error }
      encoder.stop()
    }
  }
}
