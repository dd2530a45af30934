// SPDX-License-Identifier: MPL-2.0

/// A kernel of any number of taps, from a table of rows for the places between two frames.
public enum WideKernel {
  /// Computes one value of one or two channels for each position.
  ///
  /// - Parameters:
  ///   - one: A channel; its first number belongs to frame `start`.
  ///   - other: Another one; empty for none, then the second number of each value is 0.
  ///   - start: The source frame of the first numbers.
  ///   - table: Its rows, each of groups of eight taps: of each group, the cubic that every tap is around the row's place.
  ///   - rows: How many there are between two frames, a power of two.
  ///   - taps: How many there are in a row, a multiple of 16.
  ///   - frames: The whole parts of the positions, of as many as `values` has room for.
  ///   - parts: The fractional parts, from 0 to 1.
  ///   - values: Room for the results, a number of each channel.
  /// - Complexity: O(positions · taps); no allocation.
  public static func render(
    _ one: Span<Double>,
    _ other: Span<Double>,
    start: Int,
    table: Span<SIMD8<Double>>,
    rows: Int,
    taps: Int,
    frames: Span<Int>,
    parts: Span<Double>,
    into values: inout MutableSpan<SIMD2<Double>>
  ) {
    for index in 0..<values.count {
      let (row, t, first) = place(
        parts[index],
        after: frames[index] &- start,
        rows: rows,
        taps: taps
      )
      let cubics = table.extracting(row &* (taps / 2)..<(row &+ 1) &* (taps / 2))
      let a = one.extracting(first..<first &+ taps)
      values[index] =
        other.isEmpty
        ? SIMD2(product(a, a, cubics, t, isPair: false)[0], 0)
        : product(a, other.extracting(first..<first &+ taps), cubics, t, isPair: true)
    }
  }

  /// The sums of all products of two channels: of every sixteenth, and then of those sums.
  @inline(__always)
  private static func product(
    _ one: Span<Double>,
    _ other: Span<Double>,
    _ cubics: Span<Eight>,
    _ t: Double,
    isPair: Bool
  ) -> SIMD2<Double> {
    var (a, b, c, d) = (Eight.zero, Eight.zero, Eight.zero, Eight.zero)
    for part in 0..<one.count / 16 {
      let row = cubics.extracting(8 &* part..<8 &* part &+ 8)
      let numbers = one.extracting(16 &* part..<16 &* part &+ 16)
      // The compiler cannot tell otherwise, and would look at each bound.
      precondition(row.count == 8 && numbers.count == 16)
      let (near, far) = (tap(row, 0, t), tap(row, 4, t))
      a += known(numbers, 0) * near
      b += known(numbers, 8) * far
      guard isPair else { continue }
      let others = other.extracting(16 &* part..<16 &* part &+ 16)
      precondition(others.count == 16)
      c += known(others, 0) * near
      d += known(others, 8) * far
    }
    return SIMD2(sum(a + b), sum(c + d))
  }
}
