// SPDX-License-Identifier: MPL-2.0

/// Copies one channel out of interleaved frames.
///
/// - Parameters:
///   - channel: The channel, counted from 0.
///   - samples: Interleaved frames of `channelCount` samples.
///   - channelCount: The number of samples in a frame.
///   - output: Space for one sample per frame; the rest is left unchanged.
/// - Precondition: The channel exists, and `output` has space.
@specialized(where Value == UInt8)
@specialized(where Value == Int16)
@specialized(where Value == Int24)
@specialized(where Value == Int24In32)
@specialized(where Value == Int32)
@specialized(where Value == Float)
@specialized(where Value == Double)
package func pickChannel<Value: BitwiseCopyable>(
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
