// SPDX-License-Identifier: MPL-2.0

internal import Resampling
internal import RetimeCore

/// A stage's output converted to another sample rate.
final class ResampledStage<Provider: SampleProvider, Value: AudioSample>: AudioSupply {
  private var resampler: Resampler<Provider>
  private var block: [Double]

  init(_ sound: Provider, from rate: Int, to output: Int) throws(WorkerFailure) {
    let channels = sound.channelCount
    do {
      resampler = try Resampler(sourceRate: rate, destinationRate: output, provider: sound)
    } catch {
      throw .error(RetimeError(.usage, "the sample rate cannot be changed: \(error)"))
    }
    block = [Double](repeating: 0, count: AudioBlock.frames * channels)
  }

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

  func write(_ samples: Int, into output: inout MutableSpan<Value>) {
    let block = self.block
    roundSamples(block.span.extracting(0..<samples), into: &output)
  }
}
