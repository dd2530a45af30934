// SPDX-License-Identifier: MPL-2.0

/// Puts between every two of `count` frames of a channel the value halfway between them.
///
/// `doubled[2 i]` becomes frame i and `doubled[2 i + 1]` the sum of taps[k] · (frame i - k plus frame i + 1 + k), in the
/// order k = 0, 8, 16 …, 1, 9, 17 … and so on.
///
/// - Parameters:
///   - source: The frames from `taps.count - 1` before the first on, to `taps.count` behind the last.
///   - taps: From the middle outwards, a multiple of eight.
///   - doubled: Room for twice as many numbers.
///   - count: How many frames.
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
  while first &+ 32 <= count {
    var (a, b, c, d) = (Eight.zero, Eight.zero, Eight.zero, Eight.zero)
    for part in 0..<8 {
      // What one of the four vectors reads, its neighbour reads eight taps later: each is loaded once.
      var (low, high) = (first &+ half &- 1 &- part, first &+ half &+ part)
      var l1 = eight(source, at: low &+ 8), l2 = eight(source, at: low &+ 16)
      var l3 = eight(source, at: low &+ 24)
      var h0 = eight(source, at: high), h1 = eight(source, at: high &+ 8)
      var h2 = eight(source, at: high &+ 16)
      for step in 0..<half / 8 {
        let tap = taps[part &+ 8 &* step]
        let l0 = eight(source, at: low), h3 = eight(source, at: high &+ 24)
        a += tap * (l0 + h0)
        b += tap * (l1 + h1)
        c += tap * (l2 + h2)
        d += tap * (l3 + h3)
        (l1, l2, l3) = (l0, l1, l2)
        (h0, h1, h2) = (h1, h2, h3)
        low &-= 8
        high &+= 8
      }
    }
    let frames = source.extracting(first &+ half &- 1..<first &+ half &+ 31)
    var room = doubled._mutatingExtracting(2 &* first..<2 &* first &+ 64)
    for lane in 0..<8 {
      room[2 &* lane] = frames[lane]
      room[2 &* lane &+ 1] = a[lane]
      room[2 &* lane &+ 16] = frames[lane &+ 8]
      room[2 &* lane &+ 17] = b[lane]
      room[2 &* lane &+ 32] = frames[lane &+ 16]
      room[2 &* lane &+ 33] = c[lane]
      room[2 &* lane &+ 48] = frames[lane &+ 24]
      room[2 &* lane &+ 49] = d[lane]
    }
    first &+= 32
  }
  for frame in first..<count {
    var value = 0.0
    for part in 0..<8 {
      for k in stride(from: part, to: half, by: 8) {
        value += taps[k] * (source[frame &+ half &- 1 &- k] + source[frame &+ half &+ k])
      }
    }
    doubled[2 &* frame] = source[frame &+ half &- 1]
    doubled[2 &* frame &+ 1] = value
  }
}
