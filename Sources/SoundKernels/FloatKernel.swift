// SPDX-License-Identifier: MPL-2.0

/// As ``WideKernel``, in single precision, with rounding errors 140 dB below the sound.
public enum FloatKernel {
  private typealias Sixteen = SIMD16<Float>

  /// Computes one value of one or two channels for each position.
  ///
  /// - Parameters:
  ///   - one: A channel; its first number belongs to frame `start`.
  ///   - other: Another one; empty for none, then the second number of each value is 0.
  ///   - start: The source frame of the first numbers.
  ///   - table: Its rows, each of groups of sixteen taps: of each group, the cubic that every tap is around the row's place.
  ///   - rows: How many there are between two frames, a power of two.
  ///   - taps: How many there are in a row, a multiple of 16.
  ///   - frames: The whole parts of the positions, of as many as `values` has room for.
  ///   - parts: The fractional parts, from 0 to 1.
  ///   - values: Room for the results, a number of each channel.
  /// - Complexity: O(positions · taps); no allocation.
  public static func render(
    _ one: Span<Float>,
    _ other: Span<Float>,
    start: Int,
    table: Span<SIMD16<Float>>,
    rows: Int,
    taps: Int,
    frames: Span<Int>,
    parts: Span<Double>,
    into values: inout MutableSpan<SIMD2<Float>>
  ) {
    for index in 0..<values.count {
      let (row, t, first) = place(
        parts[index],
        after: frames[index] &- start,
        rows: rows,
        taps: taps
      )
      let cubics = table.extracting(row &* (taps / 4)..<(row &+ 1) &* (taps / 4))
      let a = one.extracting(first..<first &+ taps)
      values[index] =
        other.isEmpty
        ? SIMD2(product(a, a, cubics, Float(t), isPair: false)[0], 0)
        : product(a, other.extracting(first..<first &+ taps), cubics, Float(t), isPair: true)
    }
  }

  /// The sums of all products of two channels.
  @inline(__always)
  private static func product(
    _ one: Span<Float>,
    _ other: Span<Float>,
    _ cubics: Span<SIMD16<Float>>,
    _ t: Float,
    isPair: Bool
  ) -> SIMD2<Float> {
    var (a, b) = (Sixteen.zero, Sixteen.zero)
    for part in 0..<one.count / 16 {
      let row = cubics.extracting(4 &* part..<4 &* part &+ 4)
      let numbers = one.extracting(16 &* part..<16 &* part &+ 16)
      // The compiler cannot tell otherwise, and would look at each bound.
      precondition(row.count == 4 && numbers.count == 16)
      let taps = ((row[3] * t + row[2]) * t + row[1]) * t + row[0]
      a += sixteen(numbers) * taps
      guard isPair else { continue }
      let others = other.extracting(16 &* part..<16 &* part &+ 16)
      precondition(others.count == 16)
      b += sixteen(others) * taps
    }
    return SIMD2(total(a), total(b))
  }

  @inline(__always)
  private static func sixteen(_ row: Span<Float>) -> Sixteen {
    Sixteen(
      row[0],
      row[1],
      row[2],
      row[3],
      row[4],
      row[5],
      row[6],
      row[7],
      row[8],
      row[9],
      row[10],
      row[11],
      row[12],
      row[13],
      row[14],
      row[15]
    )
  }

  @inline(__always)
  private static func total(_ lanes: Sixteen) -> Float {
    let eight = lanes.lowHalf + lanes.highHalf
    let four = eight.lowHalf + eight.highHalf
    let two = four.lowHalf + four.highHalf
    return two[0] + two[1]
  }
}
