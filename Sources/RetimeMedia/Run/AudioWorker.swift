// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// Gives one track of sound its new time, on a thread of its own.
struct AudioWorker<Value: AudioSample> {
  private let task: TrackTask
  private let audio: Plan.Audio
  private var source: SoundSource<Value>
  private var scaler: ProgressiveScaler<Value>
  private let start: RationalTime
  private let leadFrames: Int, tailFrames: Int

  /// Frames in one buffer, and those to wait for: a decoder's own buffers can be far smaller.
  private let blockFrames = 8192
  private var waitingFrames = 0

  init(_ task: TrackTask, _ audio: Plan.Audio) throws(RetimeError) {
    self.task = task
    self.audio = audio
    source = try SoundSource(task, audio)
    let map = try task.map()
    let count = source.frameCount(ofSource: task.track.sourceFrames ?? 0)
    let length = map.outputFrameCount(ofSource: count)
    let controls = ControlBlocks(
      count: count,
      length: length,
      method: InterpolationMethod(rawValue: audio.method) ?? .linear
    )
    scaler = ProgressiveScaler(controls: controls, channelCount: audio.workingChannels)
    let delay = EncoderDelay(audio, length: length)
    leadFrames = delay.silentFrames * audio.sampleRate / audio.outputSampleRate
    tailFrames = delay.tailFrames * audio.sampleRate / audio.outputSampleRate
    start = map.outputTime(ofSource: source.start)
  }

  /// Reads, scales and writes to the end.
  mutating func run() throws(WorkerFailure) {
    // Silence in front makes all else come later by as much; `EncoderDelay` moves it back.
    try silence(leadFrames, at: -leadFrames)
    var source = self.source
    try source.play { (samples) throws(WorkerFailure) in
      scaler.append(samples)
      waitingFrames += samples.count / scaler.channelCount
      if max(waitingFrames, scaler.availableFrameCount) >= blockFrames { try drain() }
    }
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
