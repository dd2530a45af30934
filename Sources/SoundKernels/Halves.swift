// SPDX-License-Identifier: MPL-2.0

/// Puts between every two of `count` frames of a channel the value halfway between them.
///
/// `doubled[2 i]` becomes frame i and `doubled[2 i + 1]` the sum of taps[k] · (frame i - k plus frame i + 1 + k), k from 0
/// on, in this order.
///
/// - Parameters:
///   - source: The frames from `taps.count - 1` before the first on, to `taps.count` behind the last.
///   - doubled: Room for twice as many numbers.
/// - Complexity: O(count · taps); no allocation.
public func insertHalves(
  _ source: Span<Double>,
  taps: Span<Double>,
  into doubled: inout MutableSpan<Double>,
  count: Int
) {
  let half = taps.count
  precondition(source.count >= count + 2 * half - 1 && doubled.count >= 2 * count)
  var first = 0
  while first &+ 16 <= count {
    var (one, other) = (Eight.zero, Eight.zero)
    var (low, high) = (first &+ half &- 1, first &+ half)
    for k in 0..<half {
      let tap = taps[k]
      one += tap * (eight(source, at: low) + eight(source, at: high))
      other += tap * (eight(source, at: low &+ 8) + eight(source, at: high &+ 8))
      low &-= 1
      high &+= 1
    }
    let frames = source.extracting(first &+ half &- 1..<first &+ half &+ 15)
    var room = doubled._mutatingExtracting(2 &* first..<2 &* first &+ 32)
    for lane in 0..<8 {
      room[2 &* lane] = frames[lane]
      room[2 &* lane &+ 1] = one[lane]
      room[2 &* lane &+ 16] = frames[lane &+ 8]
      room[2 &* lane &+ 17] = other[lane]
    }
    first &+= 16
  }
  for frame in first..<count {
    var value = 0.0
    for k in 0..<half {
      value += taps[k] * (source[frame &+ half &- 1 &- k] + source[frame &+ half &+ k])
    }
    doubled[2 &* frame] = source[frame &+ half &- 1]
    doubled[2 &* frame &+ 1] = value
  }
}
