// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// The decoded sound of a track as it comes, buffer by buffer, clipped to the part that is wanted; one thread.
struct SoundFeed {
  private let input: TrackInput
  private let caps: AudioCaps
  private let reader: TrackReader
  private var gaps: SoundGaps

  /// Opens a track; `form`: the caps of its samples.
  ///
  /// Blocks until the input is open.
  init(_ input: TrackInput, _ format: String) throws(WorkerFailure) {
    guard let working = try? Caps(format), let caps = AudioCaps(working) else {
      throw .error(RetimeError(.usage, "\(format) is no sound format"))
    }
    (self.input, self.caps) = (input, caps)
    gaps = SoundGaps(sampleRate: caps.rate)
    reader = try input.open(.sound(working))
  }

  /// Hands out the next whole frames, and how many of silence are in front of them; false at the end.
  mutating func next<Value: AudioSample>(
    as type: Value.Type,
    _ body: (_ silence: Int, Span<Value>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) -> Bool {
    while let next = reader.next() {
      input.watchdog.feed()
      let segment = next.segment
      guard let clipped = caps.clip(next.buffer, to: segment) else { continue }
      let frames = clipped.byteCount / caps.bytesPerFrame
      let time = clipped.presentationTime.flatMap { segment.time(of: $0) }
      let silence = time.map { gaps.silence(before: $0, frames: frames) } ?? 0
      let channels = caps.channels
      var failure: WorkerFailure?
      try input.reading { () throws(GStreamerError) in
        try clipped.withSpan(of: Value.self) { (samples: Span<Value>) throws(GStreamerError) in
          do throws(WorkerFailure) {
            try body(silence, samples.extracting(0..<frames * channels))
          } catch {
            failure = error
          }
        }
      }
      if let failure { throw failure }
      return true
    }
    return false
  }

  /// Stops reading.
  func stop() { reader.stop() }
}
