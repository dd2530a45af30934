// SPDX-License-Identifier: MPL-2.0

/// Which channels of a sound a spectrogram shows.
public enum SpectrumChannels: Sendable, Hashable {
  /// The mean of all.
  case mean
  /// One, counted from 0.
  case one(Int)
}

/// Some frames that follow on each other, as one run of samples in which they overlap.
public struct SpectrumBlock: Sendable {
  /// The number of the first frame, counted from the start of the sound.
  public fileprivate(set) var first = 0
  /// The number of frames.
  public fileprivate(set) var count = 0
  /// Samples from the start of one frame to the next.
  public fileprivate(set) var hop = 0
  /// The samples: frame i begins at `i * hop`.
  public fileprivate(set) var samples: [Float] = []

  /// A block of no frames, to be filled.
  public init() {}
}

/// Collects sound until frames are full: any split of the sound gives the same frames.
///
/// Samples are mixed to one channel in `Double`, and held in `Float` and the range of 16 bit until their
/// frames are taken.
public struct SpectrumFramer: Sendable {
  /// The division of audio into frames.
  package let shape: SpectrumShape
  /// Frames that were taken.
  package private(set) var takenFrames = 0
  /// Samples that came.
  package private(set) var sampleCount = 0

  private let channels: SpectrumChannels
  private var held: [Float] = []
  /// Where in `held` the next frame begins; beyond its end while a hop longer than a frame is skipped.
  private var start = 0

  /// A framer that has heard nothing.
  public init(shape: SpectrumShape, channels: SpectrumChannels = .mean) {
    self.shape = shape
    self.channels = channels
  }

  /// Takes interleaved samples of `channelCount` channels; trailing ones that fill no frame are left out.
  ///
  /// A channel that is not there is the last one.
  @specialized(where Sample == Int8)
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  public mutating func append<Sample: AudioSample>(_ samples: Span<Sample>, channelCount: Int) {
    guard channelCount > 0 else { return }
    discardTaken()
    let count = samples.count / channelCount
    let channels = self.channels
    held.append(addingCapacity: count) { output in
      mix(samples, count, channelCount, channels, into: &output)
    }
    sampleCount += count
  }

  /// Appends silence of a number of samples.
  package mutating func appendSilence(frames: Int) {
    discardTaken()
    held.append(contentsOf: repeatElement(0, count: max(0, frames)))
    sampleCount += max(0, frames)
  }

  /// Frames that are full and were not taken.
  package var availableFrames: Int { shape.wholeFrameCount(ofSamples: held.count - start) }

  /// Ends the audio; audio shorter than one frame is padded with silence.
  public mutating func finish() {
    guard sampleCount > 0, sampleCount < shape.size, takenFrames == 0 else { return }
    held.append(contentsOf: repeatElement(0, count: shape.size - held.count))
  }

  /// Takes at most a number of frames; returns false if there are none.
  ///
  /// The block's memory is used again.
  public mutating func take(atMost most: Int, into block: inout SpectrumBlock) -> Bool {
    let count = min(availableFrames, most)
    guard count > 0 else { return false }
    let length = (count - 1) * shape.hop + shape.size
    (block.first, block.count, block.hop) = (takenFrames, count, shape.hop)
    block.samples.removeAll(keepingCapacity: true)
    block.samples.append(contentsOf: held[start..<start + length])
    start += count * shape.hop
    takenFrames += count
    return true
  }

  /// Drops the samples that no further frame needs.
  private mutating func discardTaken() {
    let done = min(start, held.count)
    guard done > 0 else { return }
    held.removeFirst(done)
    start -= done
  }
}

/// Appends `count` frames as one channel in the range of 16 bit.
@inline(__always)
private func mix<Sample: AudioSample>(
  _ samples: Span<Sample>,
  _ count: Int,
  _ channelCount: Int,
  _ channels: SpectrumChannels,
  into output: inout OutputSpan<Float>
) {
  // A power of two, so exact.
  let scale = Int16.fullScale / Sample.fullScale
  switch channels {
  case .one(let channel):
    let offset = min(max(channel, 0), channelCount - 1)
    for frame in 0..<count {
      output.append(Float(samples[frame &* channelCount &+ offset].doubleValue * scale))
    }
  case .mean where channelCount == 1:
    for frame in 0..<count { output.append(Float(samples[frame].doubleValue * scale)) }
  case .mean where channelCount == 2:
    let half = scale / 2
    for frame in 0..<count {
      let sum = samples[2 &* frame].doubleValue + samples[2 &* frame &+ 1].doubleValue
      output.append(Float(sum * half))
    }
  case .mean:
    let divisor = Double(channelCount)
    for frame in 0..<count {
      var sum = 0.0
      for channel in 0..<channelCount {
        sum += samples[frame &* channelCount &+ channel].doubleValue
      }
      output.append(Float(sum * scale / divisor))
    }
  }
}
