// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Resampling
internal import RetimeCore
internal import RetimeSystem

/// A worker that gives an audio track its new times and its new sample rate, on a thread of its own.
struct AudioWorker<Value: AudioSample> {
  private let task: TrackTask
  private let audio: Plan.Audio
  private let source: AudioReader<Value>
  private let stage: any AudioStage<Value>
  /// The source of output frames: the stage itself if the sample rate does not change.
  private let supply: any AudioSupply<Value>
  /// The stage along a map of sections, and whether it reads the source forward only.
  ///
  /// If it does not, the whole source is recorded first.
  private let mapped: (stage: any MappedStage<Value>, isForward: Bool)?
  private let channels: Int
  private let start: RationalTime
  private let delay: EncoderDelay
  private var writtenFrames = 0
  /// Samples at or beyond full scale in the source and in the result, where they are counted.
  private var given = ClippingCount(), made: ClippingCount
  /// The conversion to the result's format; nil if samples are written as they are computed.
  private let requantizer: Requantizer?

  init(_ task: TrackTask, _ audio: Plan.Audio) throws(WorkerFailure) {
    self.task = task
    self.audio = audio
    channels = audio.workingChannels
    requantizer = audio.requantizer(track: task.track.index)
    made = ClippingCount(fullScale: 1 / (requantizer?.gain ?? 1))
    source = AudioReader(task.input, audio)
    let (plan, track) = (task.plan, task.track)
    let formants = audio.keepsFormants ?? false
    let heard = plan.heard(track, audio), sound = heard?.mapped(audio.method)
    let begin =
      sound.flatMap { heard?.time(ofFrame: $0.frames.lowerBound) }
      ?? plan.timeMap.outputTime(ofSource: task.input.played.start)
    start = audio.leadFrames == nil ? begin : .zero
    delay = EncoderDelay(track, audio, in: plan.container)
    if let heard, let sound {
      let (stage, supply) =
        if let ratio = audio.pitch?.ratio {
          try Self.stage(
            MappedShifter<Value>(
              heard.stretched(ratio: ratio, sustainsHolds: audio.sustainsHolds ?? false),
              channelCount: channels,
              keepsFormants: formants
            ),
            audio
          )
        } else {
          try Self.stage(MappedScaler<Value>(sound, channelCount: channels), audio)
        }
      (self.stage, self.supply, mapped) = (stage, supply, (stage, sound.isForward))
      return
    }
    mapped = nil
    let count = track.sourceFrames ?? 0
    let length = plan.timeMap.outputFrameCount(ofSource: count)
    if let ratio = audio.pitch?.ratio {
      let whole = StretchPlan(
        frameCount: count,
        length: length,
        rate: audio.sampleRate,
        ratio: ratio
      )
      (stage, supply) = try Self.stage(
        MappedShifter<Value>(whole, channelCount: channels, keepsFormants: formants),
        audio
      )
      return
    }
    // At factor 1 every method outputs the source's samples, and linear is the fastest.
    let method = length == count ? .linear : audio.method
    let controls = ControlBlocks(count: count, length: length, method: method)
    let scaler = ProgressiveScaler<Value>(controls: controls, channelCount: channels)
    let stage = EngineStage(scaler, least: AudioBlock.frames / 2)
    (self.stage, supply) = (stage, try Self.supply(stage, audio))
  }

  /// Creates a stage along a map that renders whole blocks.
  private static func stage(
    _ engine: some MapEngine<Value>,
    _ audio: Plan.Audio
  ) throws(WorkerFailure) -> (any MappedStage<Value>, any AudioSupply<Value>) {
    let ahead = MapAudioEngine(engine, framesAhead: AudioBlock.frames)
    let stage = EngineStage(ahead, least: AudioBlock.frames)
    return (stage, try supply(stage, audio))
  }

  /// Returns the output of a stage at the result's sample rate.
  private static func supply<Stage: AudioSupply<Value> & SampleProvider>(
    _ stage: Stage,
    _ audio: Plan.Audio
  ) throws(WorkerFailure) -> any AudioSupply<Value> {
    let (rate, wanted) = (audio.sampleRate, audio.outputSampleRate)
    return rate == wanted ? stage : try ResampledStage<Stage, Value>(stage, from: rate, to: wanted)
  }

  /// Reads, scales and writes the track to its end.
  mutating func run() throws(WorkerFailure) {
    // Leading silence delays everything that follows; `EncoderDelay` compensates for it.
    try silence(delay.silentFrames)
    try silence(audio.leadFrames ?? 0)
    var source = self.source
    if let mapped, !mapped.isForward {
      var recording = try source.record()
      repeat { try drain() } while try mapped.stage.take(from: &recording)
    } else if let mapped {
      try source.read(until: { mapped.stage.isFinished }) { (samples) throws(WorkerFailure) in
        if audio.isClipped == true { given.add(samples) }
        stage.append(samples)
        try drain()
      }
    } else {
      try source.read { (samples) throws(WorkerFailure) in
        if audio.isClipped == true { given.add(samples) }
        stage.append(samples)
        try drain()
      }
    }
    stage.finish()
    try drain()
    try silence(delay.tailFrames)
    if let text = clippingText { task.input.onNotice(text) }
  }

  /// The notice about clipped samples; nil if there are none, or no more than in the source.
  private var clippingText: String? {
    let track = "audio track \(task.track.index)"
    guard made.count > 0 else { return nil }
    guard Value.isInteger else {
      let needed = (Decibels.ofAmplitude(made.peak) * 10).rounded(.up) / 10
      let excess = ((needed - (audio.requantization?.headroom ?? 0)) * 10).rounded() / 10
      return
        "\(track): \(made.count.counting("sample")) beyond full scale are clipped, by up to \(excess) dB: "
        + "give --headroom \(needed), or choose a format that holds them, such as wav"
    }
    let growth =
      Double(max(1, writtenFrames)) / Double(max(1, task.track.sourceFrames ?? writtenFrames))
    // A recorded source was not counted.
    guard mapped?.isForward ?? true, Double(made.count) > Double(given.count) * growth else {
      return nil
    }
    return
      "\(track): \(made.count.counting("sample")) reach full scale and may be clipped, where the source has "
      + "\(given.count): lower the level with --headroom DB"
  }

  private mutating func silence(_ frames: Int) throws(WorkerFailure) {
    var left = frames
    while left > 0 {
      let count = min(left, AudioBlock.frames)
      try write(count, counted: 0) { samples in
        for index in samples.indices { samples[index] = Value.silence }
      }
      left -= count
    }
  }

  private mutating func drain() throws(WorkerFailure) {
    let (supply, channels) = (self.supply, self.channels)
    while case let frames = try supply.take(), frames > 0 {
      try write(frames, counted: frames) { supply.write(frames * channels, into: &$0) }
    }
  }

  /// Writes the next frames and advances the progress by `counted` frames.
  private mutating func write(
    _ frames: Int,
    counted: Int,
    _ fill: (inout MutableSpan<Value>) -> Void
  ) throws(WorkerFailure) {
    let bytes = frames * channels * MemoryLayout<Value>.stride
    let (from, to) = (time(ofFrame: writtenFrames), time(ofFrame: writtenFrames + frames))
    let isCounted = audio.isClipped == true
    let (first, requantizer) = (writtenFrames, requantizer)
    var overs = made
    try task.push(from: from, to: to, frames: counted) { () throws(GStreamerError) in
      var buffer = try Buffer(byteCount: bytes)
      try buffer.withMutableSpan(of: Value.self) {
        (samples: inout MutableSpan<Value>) throws(GStreamerError) in
        fill(&samples)
        if isCounted { overs.add(samples.span) }
        if let order = audio.channelOrder { reorderChannels(order, of: &samples) }
      }
      guard let requantizer else { return buffer }
      return try requantizer.convert(buffer, firstFrame: first, channels, to: audio.writtenFormat)
    }
    made = overs
    writtenFrames += frames
  }

  /// Returns the output time of a frame, calculated from its number.
  private func time(ofFrame n: Int) -> StreamTime {
    (start + RationalTime(Int64(n), Int64(audio.outputSampleRate))).streamTime
  }
}
