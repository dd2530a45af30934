// SPDX-License-Identifier: MPL-2.0

/// Interleaved audio, of which the last frames are kept.
struct SampleQueue: Sendable {
  let channels: Int
  private var values: [Float] = []
  /// The number of frames dropped.
  private var start = 0

  init(channels: Int) { self.channels = max(1, channels) }

  var end: Int { start + values.count / channels }

  /// A sample of a frame and a channel; 0 where there is none.
  subscript(frame: Int, channel: Int) -> Float {
    let index = (frame - start) * channels + channel
    return frame >= start && index < values.count ? values[index] : 0
  }

  mutating func append<Value: AudioSample>(_ samples: Span<Value>) {
    let (zero, scale) = (Value.silence.doubleValue, 1 / Value.fullScale)
    for index in samples.indices {
      let value = (samples[index].doubleValue - zero) * scale
      // NaN and infinity count as silence here.
      values.append(value.isFinite ? Float(value) : 0)
    }
  }

  /// Returns the samples of a channel in a range of frames, with silence where there are none.
  func values(_ range: Range<Int>, channel: Int) -> [Float] { range.map { self[$0, channel] } }

  /// Drops the frames before `index`, once they are many, as moving the rest is expensive.
  mutating func drop(before index: Int) {
    let gone = max(0, min(end - start, index - start))
    guard gone > 1 << 15 else { return }
    values.removeFirst(gone * channels)
    start += gone
  }
}
