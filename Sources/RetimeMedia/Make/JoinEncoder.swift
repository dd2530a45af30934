// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

/// An encoder of the frames between the copied packets of a track.
///
/// One encoder makes all of them, with a key frame at the start of each piece, so that they share
/// their parameter sets.
final class JoinEncoder: Stoppable {
  /// The input, for raw frames.
  let input: any TrackOutput
  private let sink: AppSink
  private let running: StoppablePipeline

  /// The delay of all times on the way through the encoder.
  ///
  /// GStreamer's encoders with reordering move times by 1,000 hours so that decode times are positive,
  /// and before their first packet they mistake the times of requested key frames by as much. Times
  /// that are later in any case are not moved.
  private static let delay = StreamTime(clamping: 1000 * 3600 * 1_000_000_000)

  /// The maximum number of encoded packets that wait to be written.
  private static let waiting = 1024

  /// Creates an encoder that is not running yet.
  ///
  /// `track`: the track as its encoded frames are produced. `starts`: the presentation times of
  /// frames that become key frames. `onError`: gets errors, on a streaming thread.
  init(
    _ plan: Plan,
    _ track: Plan.Track,
    starts: [StreamTime],
    onError: @escaping @Sendable (GStreamerError) -> Void
  ) throws(GStreamerError) {
    running = try StoppablePipeline { message in
      if case .error(let error) = message { onError(error) }
    }
    let branch = try TrackBranch(
      encoding: track,
      for: plan.container,
      MetadataWriter(plan, attachments: [])
    )
    let form = track.codec == "h264" ? try Caps(EncoderTrial.framed) : nil
    sink = try AppSink(maximumBuffers: Self.waiting, caps: form)
    let pipeline = running.pipeline
    try pipeline.add(sink)
    let end = try branch.add(to: pipeline)
    branch.describe(end, for: plan.container)
    try end.link(to: sink.pad("sink"))
    let keys = Set(starts.map { ClockTime($0 + Self.delay) })
    branch.encoderInput?.requestKeyFrames { keys.contains($0) }
    input = DelayedOutput(output: branch.source, delay: Self.delay)
  }

  func start() { running.unlessStopped { $0.play() } }

  func stop() { running.stop() }

  /// Returns the next packet in decode order; nil after the last one, and when stopped.
  func next() -> EncodedPacket? {
    guard let sample = sink.pull(), let buffer = sample.buffer else { return nil }
    let position = buffer.presentationTime
    let running = position.flatMap { sample.segment?.signedRunningTime(of: $0) }
    return EncodedPacket(
      buffer: buffer,
      caps: sample.caps,
      time: running.map { StreamTime(clamping: $0) - Self.delay }
    )
  }
}

/// A packet of an encoder.
struct EncodedPacket: ~Copyable {
  let buffer: Buffer
  let caps: Caps?
  /// The presentation time in the output; nil if it is unknown.
  let time: StreamTime?
}

/// An output that delays all frames.
private struct DelayedOutput: TrackOutput {
  let output: any TrackOutput
  let delay: StreamTime

  func setCaps(_ caps: Caps) { output.setCaps(caps) }
  func moveBack(by time: StreamTime) { output.moveBack(by: time) }
  func endStream() { output.endStream() }

  func push(_ buffer: consuming Buffer) -> Bool {
    var delayed = buffer
    delayed.presentationTime = delayed.presentationTime.map {
      ClockTime(StreamTime($0) + delay)
    }
    return output.push(delayed)
  }
}
