// SPDX-License-Identifier: MPL-2.0

internal import Resampling
internal import RetimeCore

/// Sound along a map of sections.
final class SoundAlongMap<Value: AudioSample>: SoundStage, SoundSupply, SampleProvider {
  private var scaler: MappedScaler<Value>
  private let sourceFrameCount: Int
  /// What is made, and how many frames of it there are.
  private var block: [Double], filled = 0
  private var isComplete = false

  init(_ sound: MappedSound, channelCount: Int) {
    scaler = MappedScaler(sound, channelCount: channelCount)
    sourceFrameCount = sound.sourceFrameCount
    block = [Double](repeating: 0, count: SoundBlock.frames * channelCount)
  }

  var channelCount: Int { scaler.channelCount }

  /// Whether all that is heard is made.
  var isFinished: Bool { scaler.isFinished }

  func append(_ samples: Span<Value>) { scaler.append(samples) }

  func finish() {
    scaler.finish()
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
    filled += scaler.render(into: &room)
  }

  /// Takes the frames that come next from a recording, as the source goes back; whether there were some to take.
  func take(from recording: inout RecordedSound<Value>) throws(WorkerFailure) -> Bool {
    guard let wanted = scaler.wanted else { return false }
    let first =
      scaler.isBackward
      ? max(0, min(wanted.lowerBound, wanted.upperBound - Self.atOnce))
      : wanted.lowerBound
    let end =
      scaler.isBackward
      ? wanted.upperBound
      : min(sourceFrameCount, max(wanted.upperBound, wanted.lowerBound + Self.atOnce))
    try recording.frames(from: first, count: end - first) { scaler.replace($0, from: first) }
    return true
  }

  /// Frames of a recording that are read at once.
  private static var atOnce: Int { 1 << 15 }
}
