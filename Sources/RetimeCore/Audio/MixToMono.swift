// SPDX-License-Identifier: MPL-2.0

/// Mixes interleaved frames to one channel: the average of each frame, computed in `Double`.
///
/// The average is rounded once, to nearest, ties to even. A single channel is copied.
///
/// - Parameters:
///   - samples: Interleaved frames of `channelCount` samples.
///   - channelCount: The number of samples in a frame, above zero.
///   - output: Space for one sample per frame; the rest is left unchanged.
/// - Precondition: `samples` holds whole frames, and `output` has space for them.
@specialized(where Sample == Int8)
@specialized(where Sample == UInt8)
@specialized(where Sample == Int16)
@specialized(where Sample == Int24)
@specialized(where Sample == Int24In32)
@specialized(where Sample == Int32)
@specialized(where Sample == Float)
@specialized(where Sample == Double)
package func mixToMono<Sample: AudioSample>(
  _ samples: Span<Sample>,
  channelCount: Int,
  into output: inout MutableSpan<Sample>
) {
  precondition(channelCount > 0, "channel count is \(channelCount), must be above 0")
  let (frameCount, remainder) = samples.count.quotientAndRemainder(dividingBy: channelCount)
  precondition(remainder == 0, "\(samples.count) samples are not whole frames of \(channelCount)")
  precondition(output.count >= frameCount, "\(frameCount) frames do not fit \(output.count)")
  let divisor = Double(channelCount)
  for frame in 0..<frameCount {
    var sum = samples[frame &* channelCount].doubleValue
    for channel in 1..<channelCount {
      sum += samples[frame &* channelCount &+ channel].doubleValue
    }
    output[frame] = Sample(rounding: sum / divisor)
  }
}
