// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

/// An encoder of the frames between the copied packets of a track.
///
/// One encoder makes all of them, with a key frame at the start of each piece, so that they share
/// their parameter sets. Encoders that make no key frame on request start again for each piece.
final class JoinEncoder: TrackOutput, Stoppable {
  private let plan: Plan
  private let track: Plan.Track
  /// The presentation times of the first frames of pieces.
  private let starts: Set<StreamTime>
  private let restarts: Bool
  private let delay: StreamTime
  private let onError: @Sendable (GStreamerError) -> Void
  private let state = Mutex(State())
  /// The runs in order; nil after the last one.
  private let runs = Mailbox<EncoderRun?>()
  private let isStopped = StopFlag()
  /// The run whose packets are read, only used by the thread that reads.
  private let current = Mutex<EncoderRun?>(nil)

  private struct State {
    var run: EncoderRun?
    var caps: Caps?
  }

  /// The delay of times through encoders that reorder frames.
  ///
  /// GStreamer moves them by 1,000 hours so that decode times are positive, and before the first
  /// packet it mistakes the times of requested key frames by as much. Times that are later in any
  /// case are not moved.
  private static let longDelay = StreamTime(clamping: 1000 * 3600 * 1_000_000_000)

  /// Creates an encoder.
  ///
  /// `track`: the track as its encoded frames are produced. `starts`: the presentation times of
  /// frames that become key frames. `onError`: gets errors, on a streaming thread.
  init(
    _ plan: Plan,
    _ track: Plan.Track,
    starts: [StreamTime],
    onError: @escaping @Sendable (GStreamerError) -> Void
  ) {
    (self.plan, self.track, self.starts, self.onError) = (plan, track, Set(starts), onError)
    let codec = Codec.named(track.codec)
    let factory = LaunchDescription(track.encoder ?? "").firstElement
    restarts = codec?.encoders.first { $0.factory == factory }?.makesKeyFrames == false
    delay = codec?.isReordered == true ? Self.longDelay : .zero
  }

  // MARK: - Input

  func setCaps(_ caps: Caps) {
    state.withLock { state in
      state.caps = caps
      state.run?.source.setCaps(caps)
    }
  }

  func moveBack(by time: StreamTime) {}

  func push(_ buffer: consuming Buffer) -> Bool {
    var frame = buffer
    let time = frame.presentationTime.map { StreamTime($0) }
    frame.presentationTime = time.map { ClockTime($0 + delay) }
    let isFirst = time.map(starts.contains) ?? false
    guard let run = run(startsAgain: isFirst && restarts) else { return false }
    return run.source.push(frame)
  }

  func endStream() {
    state.withLock { $0.run }?.source.endStream()
    runs.post(nil)
  }

  /// Returns the run for the next frame; nil if it cannot be started.
  private func run(startsAgain: Bool) -> EncoderRun? {
    let (last, caps) = state.withLock { ($0.run, $0.caps) }
    if let last, !startsAgain { return last }
    last?.source.endStream()
    guard !isStopped.isRaised else { return nil }
    do throws(GStreamerError) {
      let keys = restarts ? [] : Set(starts.map { ClockTime($0 + delay) })
      let run = try EncoderRun(plan, track, keys: keys, onError)
      if let caps { run.source.setCaps(caps) }
      state.withLock { $0.run = run }
      run.start()
      if isStopped.isRaised { run.stop() }
      runs.post(run)
      return run
    } catch {
      onError(error)
      return nil
    }
  }

  // MARK: - Output

  /// Returns the next packet in decode order; nil after the last one, and when stopped.
  func next() -> EncodedPacket? {
    while !isStopped.isRaised {
      guard let run = current.withLock({ $0 }) else {
        guard let next = runs.wait(milliseconds: 100) else { continue }
        guard let next else { return nil }
        current.withLock { $0 = next }
        continue
      }
      if let packet = run.next(delay) { return packet }
      run.stop()
      current.withLock { $0 = nil }
    }
    return nil
  }

  func stop() {
    isStopped.stop()
    state.withLock { $0.run }?.stop()
    current.withLock { $0 }?.stop()
  }
}

/// A packet of an encoder.
struct EncodedPacket: ~Copyable {
  let buffer: Buffer
  let caps: Caps?
  /// The presentation time in the output; nil if it is unknown.
  let time: StreamTime?
}

/// A pipeline with an encoder, from its first frame to its last packet.
final class EncoderRun: Sendable {
  let source: AppSource
  private let sink: AppSink
  private let running: StoppablePipeline

  /// The maximum number of encoded packets that wait to be written.
  private static let waiting = 1024

  /// Creates a run that is stopped; frames at the times `keys` become key frames.
  init(
    _ plan: Plan,
    _ track: Plan.Track,
    keys: Set<ClockTime>,
    _ onError: @escaping @Sendable (GStreamerError) -> Void
  ) throws(GStreamerError) {
    running = try StoppablePipeline { message in
      if case .error(let error) = message { onError(error) }
    }
    let branch = try TrackBranch(
      encoding: track,
      for: plan.container,
      MetadataWriter(plan, attachments: [])
    )
    let form = FramedForm.caps(of: track.muxedCaps)
    sink = try AppSink(
      maximumBuffers: Self.waiting,
      caps: form.map { (text) throws(GStreamerError) in try Caps(text) }
    )
    let pipeline = running.pipeline
    try pipeline.add(sink)
    let end = try branch.add(to: pipeline)
    branch.describe(end, for: plan.container)
    try end.link(to: sink.pad("sink"))
    if !keys.isEmpty { branch.encoderInput?.requestKeyFrames { keys.contains($0) } }
    source = branch.source
  }

  func start() { running.unlessStopped { $0.play() } }

  func stop() { running.stop() }

  /// Returns the next packet, with its time less `delay`; nil after the last one, and when stopped.
  func next(_ delay: StreamTime) -> EncodedPacket? {
    guard let sample = sink.pull(), let buffer = sample.buffer else { return nil }
    let position = buffer.presentationTime
    let running = position.flatMap { sample.segment?.signedRunningTime(of: $0) }
    return EncodedPacket(
      buffer: buffer,
      caps: sample.caps,
      time: running.map { StreamTime(clamping: $0) - delay }
    )
  }
}
