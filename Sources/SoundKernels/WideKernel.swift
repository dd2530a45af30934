// SPDX-License-Identifier: MPL-2.0

/// A kernel of any number of taps, from a table of rows for the places between two frames.
public enum WideKernel {
  /// Computes one value of one or two channels for each position.
  ///
  /// - Parameters:
  ///   - one: A channel; its first number belongs to frame `start`.
  ///   - other: Another one; empty for none, then the second number of each value is 0.
  ///   - start: The source frame of the first numbers.
  ///   - table: `rows` times four times the taps: the cubic that each tap is around the row's place.
  ///   - rows: How many there are between two frames, a power of two.
  ///   - frames: The whole parts of the positions, of as many as `values` has room for.
  ///   - parts: The fractional parts, from 0 to 1.
  ///   - taps: Room for as many numbers as there are taps, which are a multiple of 16.
  ///   - values: Room for the results, a number of each channel.
  /// - Complexity: O(positions · taps); no allocation.
  public static func render(
    _ one: Span<Double>,
    _ other: Span<Double>,
    start: Int,
    table: Span<Double>,
    rows: Int,
    frames: Span<Int>,
    parts: Span<Double>,
    taps: inout MutableSpan<Double>,
    into values: inout MutableSpan<SIMD2<Double>>
  ) {
    let count = taps.count
    for index in 0..<values.count {
      let (row, t) = nearestRow(parts[index] * Double(rows))
      // Behind the last row comes the first one of the next frame.
      let next = row / rows
      let begin = (row &- next &* rows) &* 4 &* count
      locate(table.extracting(begin..<begin &+ 4 &* count), t, &taps)
      let first = frames[index] &- start &+ next &- (count / 2 &- 1)
      let a = product(one.extracting(first..<first &+ count), taps.span)
      let b = other.isEmpty ? 0 : product(other.extracting(first..<first &+ count), taps.span)
      values[index] = SIMD2(a, b)
    }
  }

  /// Computes the taps, `t` beside a row.
  @inline(__always)
  private static func locate(
    _ cubics: Span<Double>,
    _ t: Double,
    _ taps: inout MutableSpan<Double>
  ) {
    let count = taps.count
    let (c0, c1) = (cubics.extracting(0..<count), cubics.extracting(count..<2 &* count))
    let (c2, c3) = (
      cubics.extracting(2 &* count..<3 &* count), cubics.extracting(3 &* count..<4 &* count)
    )
    for tap in 0..<count {
      taps[tap] = ((c3[tap] * t + c2[tap]) * t + c1[tap]) * t + c0[tap]
    }
  }

  /// The sum of all products: of every sixteenth, and then of those sums.
  @inline(__always)
  private static func product(_ frames: Span<Double>, _ taps: Span<Double>) -> Double {
    var (one, other) = (Eight.zero, Eight.zero)
    for index in 0..<taps.count / 16 {
      one += eight(frames, at: 16 &* index) * eight(taps, at: 16 &* index)
      other += eight(frames, at: 16 &* index &+ 8) * eight(taps, at: 16 &* index &+ 8)
    }
    return sum(one + other)
  }
}
