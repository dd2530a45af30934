// SPDX-License-Identifier: MPL-2.0

internal import Resampling
internal import RetimeCore

/// Sound at one speed.
final class ScaledSound<Value: AudioSample>: SoundStage, SoundSupply, SampleProvider {
  private var scaler: ProgressiveScaler<Value>
  private var block: [Value] = []
  private var isComplete = false
  private var waitingFrames = 0

  init(_ scaler: ProgressiveScaler<Value>) { self.scaler = scaler }

  var channelCount: Int { scaler.channelCount }

  func append(_ samples: Span<Value>) {
    scaler.append(samples)
    waitingFrames += samples.count / channelCount
  }

  func finish() {
    scaler.finish()
    isComplete = true
  }

  func take() -> Int {
    let available = scaler.availableFrameCount
    guard isComplete || max(waitingFrames / 4, available) >= SoundBlock.frames / 2 else { return 0 }
    if available <= SoundBlock.frames { waitingFrames = 0 }
    return min(available, SoundBlock.frames)
  }

  func write(_ samples: Int, into output: inout MutableSpan<Value>) {
    _ = scaler.render(into: &output)
  }

  /// Gives as many frames as are asked for, or none before the end: then blocks are always as large.
  func read(into buffer: inout MutableSpan<Double>) -> SampleSupply {
    let channels = scaler.channelCount
    let asked = buffer.count / channels
    let frames = min(scaler.availableFrameCount, asked)
    guard frames == asked || isComplete else { return .noDataNow }
    guard frames > 0 else { return .end }
    // Out of the class while it is lent, so that no copy is made.
    var block = self.block
    self.block = []
    if block.count != frames * channels {
      block = [Value](repeating: Value.silence, count: frames * channels)
    }
    var samples = block.mutableSpan
    _ = scaler.render(into: &samples)
    widenSamples(block.span, into: &buffer)
    self.block = block
    return .data(frames: frames)
  }
}
