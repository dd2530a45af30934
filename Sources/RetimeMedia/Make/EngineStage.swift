// SPDX-License-Identifier: MPL-2.0

internal import Resampling
internal import RetimeCore

/// A stage that runs an audio engine of RetimeCore.
final class EngineStage<Engine: AudioEngine>: AudioStage, AudioSupply, SampleProvider {
  private var engine: Engine
  /// The number of frames to wait for before rendering.
  private let least: Int
  private var isComplete = false
  private var waitingFrames = 0

  init(_ engine: Engine, least: Int) { (self.engine, self.least) = (engine, least) }

  var channelCount: Int { engine.channelCount }

  func append(_ samples: Span<Engine.Sample>) {
    engine.append(samples)
    waitingFrames += samples.count / channelCount
  }

  func finish() {
    engine.finish()
    isComplete = true
  }

  /// Returns the number of frames to render; pending input is bounded to four times `least` frames.
  ///
  /// The bound holds whatever the speed.
  func take() -> Int {
    let available = engine.availableFrameCount
    guard isComplete || max(waitingFrames / 4, available) >= least else { return 0 }
    if available <= AudioBlock.frames { waitingFrames = 0 }
    return min(available, AudioBlock.frames)
  }

  func write(_ samples: Int, into output: inout MutableSpan<Engine.Sample>) {
    _ = engine.render(into: &output)
  }

  /// Fills the buffer completely, or not at all before the end, so that blocks have a constant size.
  func read(into buffer: inout MutableSpan<Double>) -> SampleSupply {
    let asked = buffer.count / channelCount
    let frames = min(engine.availableFrameCount, asked)
    guard frames == asked || isComplete else { return .noDataNow }
    guard frames > 0 else { return .end }
    return .data(frames: engine.renderNumbers(into: &buffer))
  }
}

/// A stage along a map, whose source can also be a recording.
protocol MappedStage<Value>: AudioStage {
  /// Whether all of the output is rendered.
  var isFinished: Bool { get }

  /// Takes the frames that the map needs next from a recording; returns false if it needs none.
  func take(from recording: inout RecordedAudio<Value>) throws(WorkerFailure) -> Bool
}

/// An engine along a map, independent of how it computes audio.
protocol RecordingEngine: AudioEngine {
  var wanted: Range<Int>? { get }
  var isBackward: Bool { get }
  var isFinished: Bool { get }
  mutating func replace(_ samples: Span<Sample>, from first: Int)
}

extension MapAudioEngine: RecordingEngine {}

extension EngineStage: MappedStage where Engine: RecordingEngine {
  var isFinished: Bool { engine.isFinished }

  func take(from recording: inout RecordedAudio<Engine.Sample>) throws(WorkerFailure) -> Bool {
    guard let wanted = engine.wanted else { return false }
    let (first, end) =
      engine.isBackward
      ? (max(0, min(wanted.lowerBound, wanted.upperBound - Self.atOnce)), wanted.upperBound)
      : (
        wanted.lowerBound,
        min(recording.frameCount, max(wanted.upperBound, wanted.lowerBound + Self.atOnce))
      )
    try recording.frames(from: first, count: end - first) { engine.replace($0, from: first) }
    return true
  }

  /// The number of frames of a recording to read at once.
  private static var atOnce: Int { 1 << 15 }
}
