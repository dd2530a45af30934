// SPDX-License-Identifier: MPL-2.0

internal import Resampling
internal import RetimeCore

/// What a scaler has ready, for a resampler to take; one thread.
///
/// A class, because both the worker that appends and the resampler that takes need it.
final class ScaledSound<Value: AudioSample>: SampleProvider {
  var scaler: ProgressiveScaler<Value>
  private var block: [Value] = []
  private var isComplete = false

  init(_ scaler: ProgressiveScaler<Value>) { self.scaler = scaler }

  var channelCount: Int { scaler.channelCount }

  /// Ends the sound: what is left can be taken.
  func finish() {
    scaler.finish()
    isComplete = true
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

/// Brings scaled sound to another sample rate; one thread.
final class ResampledSound<Value: AudioSample> {
  private var resampler: Resampler<ScaledSound<Value>>
  private var block: [Double]

  /// Takes `frames` frames at once.
  init(
    _ sound: ScaledSound<Value>,
    from rate: Int,
    to output: Int,
    frames: Int
  ) throws(WorkerFailure) {
    do {
      resampler = try Resampler(sourceRate: rate, destinationRate: output, provider: sound)
    } catch {
      throw .error(RetimeError(.usage, "the sample rate cannot be changed: \(error)"))
    }
    block = [Double](repeating: 0, count: frames * sound.channelCount)
  }

  /// Takes what is ready; the number of frames, 0 when there are none now.
  func take() throws(WorkerFailure) -> Int {
    var block = self.block
    self.block = []
    defer { self.block = block }
    var samples = block.mutableSpan
    do {
      guard case .data(let frames) = try resampler.read(into: &samples) else { return 0 }
      return frames
    } catch {
      throw .error(RetimeError(.badInput, "the sample rate cannot be changed: \(error)"))
    }
  }

  /// Rounds what was taken into the front of `output`.
  func write(_ samples: Int, into output: inout MutableSpan<Value>) {
    let block = self.block
    roundSamples(block.span.extracting(0..<samples), into: &output)
  }
}
