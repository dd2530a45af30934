// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// A source of the encoded packets between the copied ones of a smart rendering.
protocol JoinSource {
  /// Returns the next packet in decode order; nil after the last one.
  mutating func next() throws(WorkerFailure) -> EncodedPacket?
}

/// The decoding and encoding of the frames between copied packets, on threads of its own.
final class JoinFrames: JoinSource, Sendable {
  private let task: TrackTask
  private let smart: Plan.Smart
  private let encoder: JoinEncoder
  private let ended = Mutex<WorkerFailure?>(nil)

  /// Creates the frames for the task of a track that is rendered smartly.
  private init(_ task: TrackTask, _ smart: Plan.Smart) {
    let encoder = JoinEncoder(
      task.plan,
      task.track.encoding(smart),
      starts: smart.encodedTimes.map(\.lowerBound.streamTime),
      onError: { task.input.onFailure(RetimeError($0, side: .output, name: task.plan.output)) }
    )
    self.task = TrackTask(
      input: task.input.encoding(smart, TrackProgress()),
      output: encoder,
      preview: task.preview
    )
    (self.smart, self.encoder) = (smart, encoder)
  }

  /// Makes the frames while `body` reads their packets; blocks.
  static func with(
    _ task: TrackTask,
    _ smart: Plan.Smart,
    _ body: (JoinFrames) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    let frames = JoinFrames(task, smart)
    task.input.inputs.add(frames.encoder)
    let thread = BlockingThread(name: "encoded frames") { frames.run() }
    do throws(WorkerFailure) {
      try body(frames)
    } catch {
      // Once the encoder has stopped, the other thread fails as well.
      let cause = frames.ended.withLock { $0 } ?? error
      frames.encoder.stop()
      thread.join()
      throw cause
    }
    thread.join()
    frames.encoder.stop()
  }

  func next() throws(WorkerFailure) -> EncodedPacket? {
    if let packet = encoder.next() { return packet }
    if let failure = ended.withLock({ $0 }) { throw failure }
    return nil
  }

  /// Decodes all frames and passes them to the encoder; blocks.
  private func run() {
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

extension Plan.Smart {
  /// Returns an error for encoded frames that do not fit the plan, of which `text` states the difference.
  func mismatch(_ text: String, of track: Plan.Track) -> WorkerFailure {
    let name = LaunchDescription(encoder).firstElement ?? "the encoder"
    return .error(
      RetimeError(
        .missingCodec,
        "the frames of video track \(track.index) cannot be joined: \(name) \(text). Leave out --smart"
      )
    )
  }

  /// Returns the error for fewer encoded frames than planned.
  func tooFew(of track: Plan.Track) -> WorkerFailure {
    mismatch("gave fewer frames than planned, as it does if some cannot be decoded", of: track)
  }
}
