// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// Scales one track of sound, on a thread of its own.
struct AudioWorker<Value: AudioSample> {
  private let task: TrackTask
  private let audio: Plan.Audio
  private let caps: AudioCaps
  private var scaler: ProgressiveScaler<Value>
  private let start: RationalTime
  private let leadFrames: Int, tailFrames: Int
  private var mixed: [Value] = []

  /// Frames in one buffer, and those to wait for: a decoder's own buffers can be far smaller.
  private let blockFrames = 8192
  private var waitingFrames = 0

  init(_ task: TrackTask, _ audio: Plan.Audio, _ caps: AudioCaps) throws(RetimeError) {
    self.task = task
    self.audio = audio
    self.caps = caps
    let map = try task.map()
    let count = task.track.sourceFrames ?? 0
    let length = map.outputFrameCount(ofSource: count)
    let controls = ControlBlocks(
      count: count,
      length: length,
      method: InterpolationMethod(rawValue: audio.method) ?? .linear
    )
    scaler = ProgressiveScaler(controls: controls, channelCount: audio.isMono ? 1 : audio.channels)
    let delay = EncoderDelay(audio, length: length)
    leadFrames = delay.silentFrames * audio.sampleRate / audio.outputSampleRate
    tailFrames = delay.tailFrames * audio.sampleRate / audio.outputSampleRate
    start = map.outputTime(ofSource: RationalTime(nanoseconds: task.track.start))
  }

  /// Reads, scales and writes to the end.
  mutating func run() throws(WorkerFailure) {
    // Silence in front makes all else come later by as much; `EncoderDelay` moves it back.
    try silence(leadFrames, at: -leadFrames)
    var count = 0
    while let next = task.reader.next() {
      task.watchdog.pat()
      let segment = next.segment
      guard
        let clipped = segment.clipping(
          next.buffer,
          rate: caps.rate,
          bytesPerFrame: caps.bytesPerFrame
        )
      else { continue }
      let frames = clipped.byteCount / caps.bytesPerFrame
      try append(clipped)
      count += frames
      waitingFrames += frames
      if max(waitingFrames, scaler.availableFrameCount) >= blockFrames { try drain() }
    }
    guard count == task.track.sourceFrames else { throw .countWasWrong }
    scaler.finish()
    try drain()
    try silence(tailFrames, at: scaler.renderedFrameCount)
  }

  private func silence(_ frames: Int, at first: Int) throws(WorkerFailure) {
    guard frames > 0 else { return }
    let bytes = frames * scaler.channelCount * MemoryLayout<Value>.stride
    try task.push(from: time(ofFrame: first), to: time(ofFrame: first + frames), frames: 0) {
      () throws(GStreamerError) in
      let buffer = try Buffer(byteCount: bytes)
      try buffer.withMutableSpan(of: Value.self) {
        (samples: inout MutableSpan<Value>) throws(GStreamerError) in
        for index in samples.indices { samples[index] = Value.silence }
      }
      return buffer
    }
  }

  private mutating func append(_ buffer: borrowing Buffer) throws(WorkerFailure) {
    do {
      try buffer.withSpan(of: Value.self) { (samples: Span<Value>) throws(GStreamerError) in
        let whole = samples.extracting(0..<samples.count / audio.channels * audio.channels)
        guard audio.isMono else { return scaler.append(whole) }
        mix(whole, channels: audio.channels)
        let block = mixed
        scaler.append(block.span.extracting(0..<whole.count / audio.channels))
      }
    } catch {
      throw .error(RetimeError(error, side: .input, name: task.plan.input))
    }
  }

  private mutating func mix(_ samples: Span<Value>, channels: Int) {
    let frames = samples.count / channels
    if mixed.count < frames { mixed = [Value](repeating: Value.silence, count: frames) }
    var output = mixed.mutableSpan
    mixToMono(samples, channelCount: channels, into: &output)
  }

  private mutating func drain() throws(WorkerFailure) {
    waitingFrames = 0
    let frameBytes = scaler.channelCount * MemoryLayout<Value>.stride
    while scaler.availableFrameCount > 0 {
      let first = scaler.renderedFrameCount
      let frames = min(scaler.availableFrameCount, blockFrames)
      let (from, to) = (time(ofFrame: first), time(ofFrame: first + frames))
      try task.push(from: from, to: to, frames: frames) { () throws(GStreamerError) in
        let buffer = try Buffer(byteCount: frames * frameBytes)
        try buffer.withMutableSpan(of: Value.self) {
          (samples: inout MutableSpan<Value>) throws(GStreamerError) in
          _ = scaler.render(into: &samples)
        }
        return buffer
      }
    }
  }

  /// When an output frame is heard, in nanoseconds, computed from its number.
  private func time(ofFrame n: Int) -> Int64 {
    (start + RationalTime(Int64(n + leadFrames), Int64(audio.sampleRate))).nanoseconds
  }
}
