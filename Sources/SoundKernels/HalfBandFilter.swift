// SPDX-License-Identifier: MPL-2.0

/// The half-band filter, which doubles the rate of sound.
public enum HalfBandFilter {
  /// Frames on either side of a value halfway between two frames.
  public static let taps = 64

  /// Puts between every two of `count` frames the value halfway between them.
  ///
  /// That value is the sum of taps[k] · (frame i - k plus frame i + 1 + k), in the order k = 0, 8, 16 …, 1, 9, 17 … and so
  /// on. Two channels lie side by side in `doubled`: both numbers of a frame, then both halfway to the next one.
  ///
  /// - Parameters:
  ///   - one: The frames of a channel, from `taps` - 1 before the first to `taps` after the last.
  ///   - other: Those of another one; empty for none.
  ///   - taps: As many as ``taps``, from the middle outwards.
  ///   - doubled: Room for two numbers of a channel for each frame.
  ///   - count: How many frames.
  /// - Complexity: O(count · taps); no allocation.
  public static func insert(
    _ one: Span<Double>,
    _ other: Span<Double>,
    taps: Span<Double>,
    into doubled: inout MutableSpan<Double>,
    count: Int
  ) {
    let taps = taps.extracting(0..<64)
    var first = 0
    while first &+ 32 <= count {
      let frames = one.extracting(first..<first &+ 159)
      let halves = values(frames, taps)
      if other.isEmpty {
        var room = doubled._mutatingExtracting(2 &* first..<2 &* first &+ 64)
        write(frames, halves.0, 0, &room)
        write(frames, halves.1, 8, &room)
        write(frames, halves.2, 16, &room)
        write(frames, halves.3, 24, &room)
      } else {
        let others = other.extracting(first..<first &+ 159)
        let more = values(others, taps)
        var room = doubled._mutatingExtracting(4 &* first..<4 &* first &+ 128)
        write(frames, others, halves.0, more.0, 0, &room)
        write(frames, others, halves.1, more.1, 8, &room)
        write(frames, others, halves.2, more.2, 16, &room)
        write(frames, others, halves.3, more.3, 24, &room)
      }
      first &+= 32
    }
    let width = other.isEmpty ? 1 : 2
    for frame in first..<count {
      let offset = 2 &* width &* frame
      (doubled[offset], doubled[offset &+ width]) = value(one, taps, frame)
      if width == 2 { (doubled[offset &+ 1], doubled[offset &+ 3]) = value(other, taps, frame) }
    }
  }

  /// The values after 32 frames, of the 159 that they depend on.
  @inline(__always)
  private static func values(_ frames: Span<Double>, _ taps: Span<Double>) -> (
    Eight, Eight, Eight, Eight
  ) {
    var (a, b, c, d) = (Eight.zero, Eight.zero, Eight.zero, Eight.zero)
    for part in 0..<8 {
      // What one of the four vectors reads, its neighbour reads eight taps later: each is loaded once.
      var l1 = known(frames, 71 &- part), l2 = known(frames, 79 &- part)
      var l3 = known(frames, 87 &- part)
      var h0 = known(frames, 64 &+ part), h1 = known(frames, 72 &+ part)
      var h2 = known(frames, 80 &+ part)
      for step in 0..<8 {
        let tap = taps[part &+ 8 &* step]
        let l0 = known(frames, 63 &- part &- 8 &* step)
        let h3 = known(frames, 88 &+ part &+ 8 &* step)
        a += tap * (l0 + h0)
        b += tap * (l1 + h1)
        c += tap * (l2 + h2)
        d += tap * (l3 + h3)
        (l1, l2, l3) = (l0, l1, l2)
        (h0, h1, h2) = (h1, h2, h3)
      }
    }
    return (a, b, c, d)
  }

  /// Interleaves eight frames from `first` on with the values after them.
  @inline(__always)
  private static func write(
    _ frames: Span<Double>,
    _ halves: Eight,
    _ first: Int,
    _ room: inout MutableSpan<Double>
  ) {
    for lane in 0..<8 {
      room[2 &* (first &+ lane)] = frames[63 &+ first &+ lane]
      room[2 &* (first &+ lane) &+ 1] = halves[lane]
    }
  }

  /// The same for two channels.
  @inline(__always)
  private static func write(
    _ frames: Span<Double>,
    _ others: Span<Double>,
    _ halves: Eight,
    _ otherHalves: Eight,
    _ first: Int,
    _ room: inout MutableSpan<Double>
  ) {
    for lane in 0..<8 {
      room[4 &* (first &+ lane)] = frames[63 &+ first &+ lane]
      room[4 &* (first &+ lane) &+ 1] = others[63 &+ first &+ lane]
      room[4 &* (first &+ lane) &+ 2] = halves[lane]
      room[4 &* (first &+ lane) &+ 3] = otherHalves[lane]
    }
  }

  /// A frame, and the value after it.
  private static func value(_ source: Span<Double>, _ taps: Span<Double>, _ frame: Int)
    -> (Double, Double)
  {
    let frames = source.extracting(frame..<frame &+ 128)
    var value = 0.0
    for part in 0..<8 {
      for k in stride(from: part, to: 64, by: 8) {
        value += taps[k] * (frames[63 &- k] + frames[64 &+ k])
      }
    }
    return (frames[63], value)
  }
}
