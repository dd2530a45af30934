// SPDX-License-Identifier: MPL-2.0

internal import Resampling
internal import RetimeCore

/// Sound along a map.
final class SoundAlongMap<Value: AudioSample>: SoundStage, SoundSupply, SampleProvider {
  private var engine: any MapEngine<Value>
  private let sourceFrameCount: Int
  /// What is made, and how many frames of it there are.
  private var block: [Double], filled = 0
  private var isComplete = false

  init(_ engine: some MapEngine<Value>, sourceFrameCount: Int) {
    (self.engine, self.sourceFrameCount) = (engine, sourceFrameCount)
    block = [Double](repeating: 0, count: SoundBlock.frames * engine.channelCount)
  }

  /// Sound along a map of sections; its pitch follows the speed where `stretch` is nil.
  convenience init(_ sound: MappedSound, _ stretch: StretchPlan?, _ audio: Plan.Audio) {
    if let stretch {
      self.init(stretch, audio)
    } else {
      let engine = MappedScaler<Value>(sound, channelCount: audio.workingChannels)
      self.init(engine, sourceFrameCount: sound.sourceFrameCount)
    }
  }

  /// Sound whose pitch is kept or shifted.
  convenience init(_ stretch: StretchPlan, _ audio: Plan.Audio) {
    let engine = MappedShifter<Value>(
      stretch,
      channelCount: audio.workingChannels,
      keepsFormants: audio.keepsFormants ?? false
    )
    self.init(engine, sourceFrameCount: stretch.sourceFrameCount)
  }

  var channelCount: Int { engine.channelCount }

  /// Whether all that is heard is made.
  var isFinished: Bool { engine.isFinished }

  func append(_ samples: Span<Value>) { engine.append(samples) }

  func finish() {
    engine.finish()
    isComplete = true
  }

  func take() -> Int {
    fill(to: SoundBlock.frames)
    guard filled == SoundBlock.frames || isComplete else { return 0 }
    defer { filled = 0 }
    return filled
  }

  func write(_ samples: Int, into output: inout MutableSpan<Value>) {
    let block = self.block
    roundSamples(block.span.extracting(0..<samples), into: &output)
  }

  func read(into buffer: inout MutableSpan<Double>) -> SampleSupply {
    let asked = min(buffer.count / channelCount, SoundBlock.frames)
    fill(to: asked)
    guard filled >= asked || isComplete else { return .noDataNow }
    guard filled > 0 else { return .end }
    let given = min(filled, asked)
    for index in 0..<given * channelCount { buffer[index] = block[index] }
    // Blocks are always as large but for the last.
    for index in given * channelCount..<filled * channelCount {
      block[index - given * channelCount] = block[index]
    }
    filled -= given
    return .data(frames: given)
  }

  private func fill(to frames: Int) {
    guard filled < frames else { return }
    var block = self.block
    self.block = []
    defer { self.block = block }
    var span = block.mutableSpan
    var room = span._mutatingExtracting(filled * channelCount..<frames * channelCount)
    filled += engine.render(into: &room)
  }

  /// Takes the frames that come next from a recording, as the source goes back; whether there were some to take.
  func take(from recording: inout RecordedSound<Value>) throws(WorkerFailure) -> Bool {
    guard let wanted = engine.wanted else { return false }
    let first =
      engine.isBackward
      ? max(0, min(wanted.lowerBound, wanted.upperBound - Self.atOnce))
      : wanted.lowerBound
    let end =
      engine.isBackward
      ? wanted.upperBound
      : min(sourceFrameCount, max(wanted.upperBound, wanted.lowerBound + Self.atOnce))
    try recording.frames(from: first, count: end - first) { engine.replace($0, from: first) }
    return true
  }

  /// Frames of a recording that are read at once.
  private static var atOnce: Int { 1 << 15 }
}
