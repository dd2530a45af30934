// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The sound of a track in the order in which it is played.
struct SoundSource<Value: AudioSample> {
  private let input: TrackInput
  private let audio: Plan.Audio
  private let played: PlayedTrack
  private var reader: SoundReader<Value>

  init(_ input: TrackInput, _ audio: Plan.Audio) {
    (self.input, self.audio) = (input, audio)
    played = input.played
    reader = SoundReader(input, audio)
  }

  /// When the first frame is played.
  var start: RationalTime { played.start }

  /// Frames that are played, of so many in the source.
  func frameCount(ofSource count: Int) -> Int {
    played.frames(ofSource: count, rate: audio.sampleRate)
  }

  /// Hands out whole frames, from the first that is played to the last.
  mutating func play(
    _ body: (Span<Value>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    guard played.passes.contains(where: \.isBackward) else { return try reader.read(body) }
    var recording = try record()
    let silence = played.silentFrames(rate: audio.sampleRate)
    for (index, pass) in played.passes.enumerated() {
      if index > 0 { try reader.padWithSilence(silence, body) }
      try recording.play(isBackward: pass.isBackward, body)
    }
  }

  /// Hands out whole frames, in the order of the source, whatever order it is played in, until no more are needed.
  mutating func read(
    until isFinished: () -> Bool,
    _ body: (Span<Value>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    try reader.read(until: isFinished, body)
  }

  /// Reads all frames.
  mutating func record() throws(WorkerFailure) -> RecordedSound<Value> {
    var recording = try RecordedSound<Value>(channels: audio.workingChannels)
    let (progress, rate) = (input.progress, audio.sampleRate)
    try reader.read { (samples) throws(WorkerFailure) in
      try recording.append(samples)
      progress.read(
        to: StreamTime(ticks: Int64(recording.frameCount), timescale: Int64(rate)).nanoseconds
      )
    }
    progress.endReading()
    return recording
  }
}
