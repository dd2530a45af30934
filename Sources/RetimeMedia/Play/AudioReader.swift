// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// A reader of an audio track, clipped to the selected part and mixed or reduced to the selected channels.
struct AudioReader<Value: AudioSample> {
  let input: TrackInput
  let audio: Plan.Audio
  private var single: [Value] = []

  init(_ input: TrackInput, _ audio: Plan.Audio) { (self.input, self.audio) = (input, audio) }

  /// Outputs whole frames to the end of the track, or until `isFinished` returns true.
  ///
  /// Throws `countWasWrong` when their number differs from the plan.
  mutating func read(
    until isFinished: () -> Bool = { false },
    _ body: (Span<Value>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    if input.plan.sources != nil { return try readSources(until: isFinished, body) }
    if let file = plainFile { return try read(file, until: isFinished, body) }
    var count = 0
    var feed = try AudioFeed(input, audio.workingCaps)
    defer { feed.stop() }
    var isLeft = true
    while isLeft {
      isLeft = try feed.next(as: Value.self) { (samples) throws(WorkerFailure) in
        count += samples.count / audio.channels
        try hand(samples, to: body)
      }
      if isFinished() { return }
    }
    if let planned = input.track.sourceFrames, count != planned { throw .countWasWrong }
  }

  /// The file, if its samples need no decoder; nil otherwise, and where only a part of it is selected.
  var plainFile: PlainWaveFile? {
    let track = input.track
    guard input.plan.sources == nil,
      let file = PlainWaveFile(
        input.plan.source(of: track, from: nil),
        codec: track.sourceCodec,
        format: audio.format,
        channels: audio.channels,
        sampleRate: audio.sampleRate
      ), file.frameCount == track.sourceFrames
    else { return nil }
    return file
  }

  /// Outputs the samples of the file unchanged.
  private mutating func read(
    _ file: PlainWaveFile,
    until isFinished: () -> Bool,
    _ body: (Span<Value>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    let stop = StopFlag()
    input.inputs.add(stop)
    var block = [Value](repeating: Value.silence, count: Self.blockFrames * audio.channels)
    var done = 0
    while done < file.frameCount, !stop.isRaised, !isFinished() {
      let frames = min(Self.blockFrames, file.frameCount - done)
      if frames < Self.blockFrames { block.removeLast(block.count - frames * audio.channels) }
      var samples = block.mutableSpan
      guard file.read(from: done, into: &samples) else { throw .countWasWrong }
      input.watchdog.feed()
      done += frames
      try hand(block.span, to: body)
    }
  }

  /// The number of frames to read at once.
  private static var blockFrames: Int { 4096 }

  /// Outputs whole frames, with the selected channels.
  mutating func hand(
    _ samples: Span<Value>,
    to body: (Span<Value>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    guard audio.isSingle else { return try body(samples) }
    let frames = samples.count / audio.channels
    if single.count < frames { single = [Value](repeating: Value.silence, count: frames) }
    let audio = self.audio
    var output = single.mutableSpan
    if let channel = audio.channel {
      pickChannel(channel, of: samples, channelCount: audio.channels, into: &output)
    } else {
      mixToMono(samples, channelCount: audio.channels, into: &output)
    }
    let block = single
    try body(block.span.extracting(0..<frames))
  }
}
