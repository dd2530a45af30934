// SPDX-License-Identifier: MPL-2.0

/// Puts interleaved frames into the opposite order; the samples of a frame keep theirs.
///
/// - Parameters:
///   - samples: Interleaved frames of `channelCount` samples.
///   - channelCount: Samples in a frame, above zero.
///   - output: Room for as many samples; what is beyond stays as it was.
/// - Precondition: `samples` holds whole frames, and `output` has room for them.
/// - Complexity: O(samples).
@specialized(where Value == UInt8)
@specialized(where Value == Int16)
@specialized(where Value == Int24)
@specialized(where Value == Int24In32)
@specialized(where Value == Int32)
@specialized(where Value == Float)
@specialized(where Value == Double)
public func reverseFrames<Value: BitwiseCopyable>(
  _ samples: Span<Value>,
  channelCount: Int,
  into output: inout MutableSpan<Value>
) {
  precondition(channelCount > 0, "channel count is \(channelCount), must be above 0")
  let (frameCount, remainder) = samples.count.quotientAndRemainder(dividingBy: channelCount)
  precondition(remainder == 0, "\(samples.count) samples are not whole frames of \(channelCount)")
  precondition(output.count >= samples.count, "\(samples.count) do not fit \(output.count)")
  for frame in 0..<frameCount {
    let from = (frameCount &- 1 &- frame) &* channelCount
    let to = frame &* channelCount
    for channel in 0..<channelCount { output[to &+ channel] = samples[from &+ channel] }
  }
}

/// Takes one channel out of interleaved frames.
///
/// - Parameters:
///   - channel: The channel, counted from 0.
///   - samples: Interleaved frames of `channelCount` samples.
///   - channelCount: Samples in a frame.
///   - output: Room for one sample per frame; what is beyond stays as it was.
/// - Precondition: there is such a channel, and `output` has room.
@specialized(where Value == UInt8)
@specialized(where Value == Int16)
@specialized(where Value == Int24)
@specialized(where Value == Int24In32)
@specialized(where Value == Int32)
@specialized(where Value == Float)
@specialized(where Value == Double)
public func pickChannel<Value: BitwiseCopyable>(
  _ channel: Int,
  of samples: Span<Value>,
  channelCount: Int,
  into output: inout MutableSpan<Value>
) {
  precondition((0..<channelCount).contains(channel), "there is no channel \(channel)")
  let frameCount = samples.count / channelCount
  precondition(output.count >= frameCount, "\(frameCount) frames do not fit \(output.count)")
  for frame in 0..<frameCount { output[frame] = samples[frame &* channelCount &+ channel] }
}
