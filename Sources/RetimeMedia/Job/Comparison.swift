// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// Compares a track with the result made of it, the one forwards and the other backwards.
struct Comparison: Sendable {
  let source: TrackInput, made: TrackInput

  /// Reads both to their ends.
  func run() throws(WorkerFailure) -> Verification {
    switch source.track.media {
    case .video, .packets: return try pictures()
    case .audio(let audio):
      switch audio.format {
      case .u8: return try sound(audio, UInt8.self)
      case .s16: return try sound(audio, Int16.self)
      case .s24: return try sound(audio, Int24.self)
      case .s24In32: return try sound(audio, Int24In32.self)
      case .s32: return try sound(audio, Int32.self)
      case .f32: return try sound(audio, Float.self)
      case .f64: return try sound(audio, Double.self)
      }
    }
  }

  // MARK: - Sound

  private func sound<Value: AudioSample>(
    _ audio: Plan.Audio,
    _ type: Value.Type
  ) throws(WorkerFailure) -> Verification {
    // The result is read in the form in which the source is: its rate, its channels, its samples.
    var form = audio
    (form.channels, form.isMono, form.channel) = (audio.workingChannels, false, nil)
    if audio.isSingle { form.channelMask = 0 }
    // The result may name other places for the same channels, which must not be mixed for that.
    if case .audio(let there) = made.track.media, there.channels == form.channels {
      form.channelMask = there.channelMask
    }
    let channels = form.channels
    var recording = try record(form, type)
    var reader = try SoundReader<Value>(source, audio)
    var (difference, done) = (Difference(), 0)
    let rate = Int64(audio.sampleRate)
    let total = source.track.sourceFrames ?? 0
    let missing = max(0, total - recording.frameCount)
    try reader.read { (samples) throws(WorkerFailure) in
      // Frame n of the source is frame total - 1 - n of the result; more may follow in a last packet.
      let count = samples.count / channels
      let first = max(0, total - done - count)
      let there = min(total - done, recording.frameCount) - first
      if there > 0 {
        try recording.frames(from: first, count: there) { turned in
          for frame in 0..<there {
            let from = (total - 1 - (first + frame) - done) * channels
            for channel in 0..<channels {
              difference.note(samples[from + channel], turned[frame * channels + channel])
            }
          }
        }
      }
      done += count
      source.progress.advance(
        to: StreamTime(ticks: Int64(done), timescale: rate).nanoseconds,
        frames: count
      )
    }
    return Verification(
      source.track,
      frames: total,
      missing: missing,
      difference,
      peak: audio.format.peak
    )
  }

  private func record<Value: AudioSample>(
    _ form: Plan.Audio,
    _ type: Value.Type
  ) throws(WorkerFailure) -> RecordedSound<Value> {
    var track = made.track
    track.media = .audio(form)
    track.sourceFrames = nil
    var source = try SoundSource<Value>(made.with(track), form)
    return try source.record()
  }

  // MARK: - Pictures

  private func pictures() throws(WorkerFailure) -> Verification {
    let forward = try source.open(.pictures)
    var (difference, total, missing) = (Difference(), 0, 0)
    var peak = 255.0
    guard var next = Self.next(forward, source), let caps = next.caps else {
      throw .error(RetimeError(.badInput, "'\(source.plan.input)' has no pictures"))
    }
    guard let layout = VideoLayout(caps), let form = Self.form(of: caps) else {
      throw .error(RetimeError(.missingCodec, "pictures of \(caps) cannot be compared"))
    }
    let depth = PictureBlender.depth(caps)
    peak = Double((1 << depth) - 1)
    var isLeft = true
    let player = try PictureSource(made, .converted(form))
    try player.play { (turned) throws(WorkerFailure) in
      guard isLeft else {
        missing += 1
        return
      }
      try source.reading { () throws(GStreamerError) in
        if depth > 8 {
          try layout.withRows(of: next.buffer, and: turned.picture.buffer, as: UInt16.self) {
            difference.note($0, $1)
          }
        } else {
          try layout.withRows(of: next.buffer, and: turned.picture.buffer, as: UInt8.self) {
            difference.note($0, $1)
          }
        }
      }
      total += 1
      source.progress.advance(to: turned.start.nanoseconds, frames: 1)
      if let another = Self.next(forward, source) { next = another } else { isLeft = false }
    }
    while isLeft {
      (missing, total) = (missing + 1, total + 1)
      isLeft = Self.next(forward, source) != nil
    }
    return Verification(source.track, frames: total, missing: missing, difference, peak: peak)
  }

  /// The next picture that is shown at all.
  private static func next(_ reader: TrackReader, _ input: TrackInput) -> SourceBuffer? {
    while let next = reader.next() {
      input.watchdog.feed()
      guard let start = next.buffer.presentationTime,
        next.segment.range(from: start, duration: next.buffer.plausibleDuration) != nil
      else { continue }
      return next
    }
    return nil
  }

  /// The form into which the result's pictures are brought: the source's own.
  private static func form(of caps: Caps) -> Caps? {
    guard let format = caps.string("format"), let width = caps.int("width"),
      let height = caps.int("height")
    else { return nil }
    return try? Caps(
      "video/x-raw, format=(string)\(format), width=(int)\(width), height=(int)\(height)"
    )
  }
}

extension TrackInput {
  /// The same for another track.
  fileprivate func with(_ track: Plan.Track) -> TrackInput {
    TrackInput(
      plan: plan,
      track: track,
      inputs: inputs,
      progress: progress,
      watchdog: watchdog,
      onReadError: onReadError,
      onNotice: onNotice
    )
  }
}

extension SampleFormat {
  /// The largest value of a sample.
  fileprivate var peak: Double {
    switch self {
    case .u8: 127
    case .s16: 32767
    case .s24, .s24In32: 8_388_607
    case .s32: 2_147_483_647
    case .f32, .f64: 1
    }
  }
}
