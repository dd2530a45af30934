// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// The decoded audio of a track, clipped to the selected part, with silence in its gaps.
///
/// Use it from one thread.
struct AudioFeed: ~Copyable {
  private let input: TrackInput
  private let caps: AudioCaps
  private let reader: TrackReader
  private var gaps: AudioGapDetector
  /// The number of silent frames that come next, and the buffer after them.
  private var silence = 0, waiting: Buffer?

  /// Opens a track; `format` is the caps of its samples, and `onElement` gets each element that reads it.
  ///
  /// Blocks until the input is open.
  init(
    _ input: TrackInput,
    _ format: String,
    onElement: (@Sendable (Element) -> Void)? = nil
  ) throws(WorkerFailure) {
    guard let working = try? Caps(format), let caps = AudioCaps(working) else {
      throw .error(RetimeError(.usage, "\(format) is no sound format"))
    }
    reader = try input.open(.sound(working), onElement: onElement)
    (self.input, self.caps) = (input, caps)
    gaps = AudioGapDetector(sampleRate: caps.rate)
  }

  /// Outputs the next whole frames, at most one buffer of them; returns false at the end.
  mutating func next<Value: AudioSample>(
    as type: Value.Type,
    _ body: (Span<Value>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) -> Bool {
    while true {
      if silence > 0 {
        let frames = min(silence, Self.silentFrames)
        silence -= frames
        try body([Value](repeating: .silence, count: frames * caps.channels).span)
        return true
      }
      if let buffer = waiting.take() {
        try hand(buffer, to: body)
        return true
      }
      guard let next = reader.next() else { return false }
      input.watchdog.feed()
      let segment = next.segment
      guard let buffer = caps.clip(next.buffer, to: segment) else { continue }
      let frames = buffer.byteCount / caps.bytesPerFrame
      let time = buffer.presentationTime.flatMap { segment.time(of: $0) }
      silence = time.map { gaps.silence(before: $0, frames: frames) } ?? 0
      waiting = consume buffer
    }
  }

  private func hand<Value: AudioSample>(
    _ buffer: borrowing Buffer,
    to body: (Span<Value>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    let frames = buffer.byteCount / caps.bytesPerFrame
    var failure: WorkerFailure?
    try input.reading { () throws(GStreamerError) in
      try buffer.withSpan(of: Value.self) { (samples: Span<Value>) throws(GStreamerError) in
        do throws(WorkerFailure) {
          try body(samples.extracting(0..<frames * caps.channels))
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
  }

  /// The number of silent frames to output at once.
  private static var silentFrames: Int { 8192 }

  /// Stops reading.
  func stop() { reader.stop() }
}
