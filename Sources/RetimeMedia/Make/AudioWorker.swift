// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// Gives one track of sound its new time, and its new sample rate, on a thread of its own.
struct AudioWorker<Value: AudioSample> {
  private let task: TrackTask
  private let audio: Plan.Audio
  private let source: SoundSource<Value>
  private let sound: ScaledSound<Value>
  /// Nil where the sample rate stays.
  private let resampled: ResampledSound<Value>?
  private let start: RationalTime
  private let delay: EncoderDelay
  private var writtenFrames = 0

  /// The most frames in one buffer; half as many are waited for: a decoder's own buffers can be far smaller.
  private let blockFrames = 8192
  private var waitingFrames = 0

  init(_ task: TrackTask, _ audio: Plan.Audio) throws(WorkerFailure) {
    self.task = task
    self.audio = audio
    source = try SoundSource(task.input, audio)
    let map = task.plan.map
    let count = source.frameCount(ofSource: task.track.sourceFrames ?? 0)
    let controls = ControlBlocks(
      count: count,
      length: map.outputFrameCount(ofSource: count),
      method: audio.method
    )
    let sound = ScaledSound<Value>(
      ProgressiveScaler(controls: controls, channelCount: audio.workingChannels)
    )
    self.sound = sound
    let (rate, wanted) = (audio.sampleRate, audio.outputSampleRate)
    resampled =
      rate == wanted ? nil : try ResampledSound(sound, from: rate, to: wanted, frames: blockFrames)
    delay = EncoderDelay(audio, length: task.track.frames ?? 0)
    start = map.outputTime(ofSource: source.start)
  }

  /// Reads, scales and writes to the end.
  mutating func run() throws(WorkerFailure) {
    // Silence in front makes all else come later by as much; `EncoderDelay` moves it back.
    try silence(delay.silentFrames)
    var source = self.source
    try source.play { (samples) throws(WorkerFailure) in
      sound.scaler.append(samples)
      waitingFrames += samples.count / sound.channelCount
      if max(waitingFrames / 4, sound.scaler.availableFrameCount) >= blockFrames / 2 { try drain() }
    }
    sound.finish()
    try drain()
    try silence(delay.tailFrames)
  }

  private mutating func silence(_ frames: Int) throws(WorkerFailure) {
    guard frames > 0 else { return }
    try write(frames, counted: 0) { samples in
      for index in samples.indices { samples[index] = Value.silence }
    }
  }

  private mutating func drain() throws(WorkerFailure) {
    waitingFrames = 0
    let sound = self.sound
    guard let resampled else {
      while sound.scaler.availableFrameCount > 0 {
        let frames = min(sound.scaler.availableFrameCount, blockFrames)
        try write(frames, counted: frames) { _ = sound.scaler.render(into: &$0) }
      }
      return
    }
    while case let frames = try resampled.take(), frames > 0 {
      let samples = frames * sound.channelCount
      try write(frames, counted: frames) { resampled.write(samples, into: &$0) }
    }
  }

  /// Writes the next frames, of which so many count as made.
  private mutating func write(
    _ frames: Int,
    counted: Int,
    _ fill: (inout MutableSpan<Value>) -> Void
  ) throws(WorkerFailure) {
    let bytes = frames * sound.channelCount * MemoryLayout<Value>.stride
    let (from, to) = (time(ofFrame: writtenFrames), time(ofFrame: writtenFrames + frames))
    try task.push(from: from, to: to, frames: counted) { () throws(GStreamerError) in
      var buffer = try Buffer(byteCount: bytes)
      try buffer.withMutableSpan(of: Value.self) {
        (samples: inout MutableSpan<Value>) throws(GStreamerError) in
        fill(&samples)
        if let order = audio.channelOrder { reorderChannels(order, of: &samples) }
      }
      return buffer
    }
    writtenFrames += frames
  }

  /// When a frame is heard, computed from its number.
  private func time(ofFrame n: Int) -> StreamTime {
    (start + RationalTime(Int64(n), Int64(audio.outputSampleRate))).streamTime
  }
}
