// SPDX-License-Identifier: MPL-2.0

/// The kernel on sound at twice its rate: 24 taps, from a table of 32 rows for the places between two of its frames.
///
/// A row has four times 24 numbers, in eights: the cubic that each tap is around the row's place.
public enum NearKernel {
  /// Frames at the doubled rate that one value is made of.
  public static let taps = 24
  /// Rows of the table.
  public static let rows = 32
  /// Frames at the doubled rate before the one at or before the position.
  public static let before = 11

  /// Computes one value of two channels for each position.
  ///
  /// - Parameters:
  ///   - one: A channel at twice the rate; its first number belongs to frame `start`.
  ///   - other: Another one; empty for none, then the second number of each value is 0.
  ///   - start: The source frame of the first numbers.
  ///   - table: Its rows.
  ///   - frames: The whole parts of the positions, of as many as `values` has room for.
  ///   - parts: The fractional parts, from 0 to 1.
  ///   - sums: Room for two vectors for each position.
  ///   - values: Room for the results, a number of each channel.
  /// - Complexity: O(positions); no allocation.
  public static func render(
    _ one: Span<Double>,
    _ other: Span<Double>,
    start: Int,
    table: Span<SIMD8<Double>>,
    frames: Span<Int>,
    parts: Span<Double>,
    sums: inout MutableSpan<SIMD8<Double>>,
    into values: inout MutableSpan<SIMD2<Double>>
  ) {
    guard !other.isEmpty else {
      return render(
        one,
        start: start,
        table: table,
        frames: frames,
        parts: parts,
        sums: &sums,
        into: &values
      )
    }
    for index in 0..<values.count {
      let (row, t) = nearestRow(parts[index] * Double(2 * rows))
      let first = 2 &* (frames[index] &- start) &+ row / rows &- before
      let cubic = (row & (rows &- 1)) &* 12
      let cubics = table.extracting(cubic..<cubic &+ 12)
      let (a, b) = (one.extracting(first..<first &+ 24), other.extracting(first..<first &+ 24))
      let low = taps(cubics, 0, t), middle = taps(cubics, 1, t), high = taps(cubics, 2, t)
      // Left in memory: taken apart at once, the compiler would compute with half vectors.
      var room = sums._mutatingExtracting(2 &* index..<2 &* index &+ 2)
      room[0] = low * known(a, 0) + middle * known(a, 8) + high * known(a, 16)
      room[1] = low * known(b, 0) + middle * known(b, 8) + high * known(b, 16)
    }
    for index in 0..<values.count {
      values[index] = SIMD2(sum(sums[2 &* index]), sum(sums[2 &* index &+ 1]))
    }
  }

  /// The same for one channel.
  private static func render(
    _ one: Span<Double>,
    start: Int,
    table: Span<SIMD8<Double>>,
    frames: Span<Int>,
    parts: Span<Double>,
    sums: inout MutableSpan<SIMD8<Double>>,
    into values: inout MutableSpan<SIMD2<Double>>
  ) {
    for index in 0..<values.count {
      let (row, t) = nearestRow(parts[index] * Double(2 * rows))
      let first = 2 &* (frames[index] &- start) &+ row / rows &- before
      let cubic = (row & (rows &- 1)) &* 12
      let cubics = table.extracting(cubic..<cubic &+ 12)
      let a = one.extracting(first..<first &+ 24)
      let low = taps(cubics, 0, t), middle = taps(cubics, 1, t), high = taps(cubics, 2, t)
      sums[index] = low * known(a, 0) + middle * known(a, 8) + high * known(a, 16)
    }
    for index in 0..<values.count { values[index] = SIMD2(sum(sums[index]), 0) }
  }

  /// Eight taps, `t` beside a row.
  @inline(__always)
  private static func taps(_ cubics: Span<Eight>, _ index: Int, _ t: Double) -> Eight {
    ((cubics[index &+ 9] * t + cubics[index &+ 6]) * t + cubics[index &+ 3]) * t + cubics[index]
  }
}
