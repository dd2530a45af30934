// SPDX-License-Identifier: MPL-2.0

/// Reorders the samples of every frame without changing their values.
///
/// - Parameters:
///   - order: For each channel of the result, the index of its channel in the source; a
///     permutation.
///   - frames: Whole frames, interleaved.
package func reorderChannels<Value: BitwiseCopyable>(
  _ order: [Int],
  of frames: inout MutableSpan<Value>
) {
  let count = order.count
  guard count > 1, order.allSatisfy((0..<count).contains) else { return }
  var start = 0
  var frame: [Value] = []
  frame.reserveCapacity(count)
  while start + count <= frames.count {
    frame.removeAll(keepingCapacity: true)
    for channel in 0..<count { frame.append(frames[start + channel]) }
    for channel in 0..<count { frames[start + channel] = frame[order[channel]] }
    start += count
  }
}
