// SPDX-License-Identifier: MPL-2.0

/// The kernel on sound at twice its rate: 24 taps, from a table of 32 rows for the places between two of its frames.
///
/// A row has three groups of eight taps: of each group, the cubic that every tap is around the row's place.
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
  ///   - doubled: One channel, or two side by side, at twice the rate; the first number belongs to frame `start`.
  ///   - isPair: Whether there are two; else the second number of each value is 0.
  ///   - start: The source frame of the first numbers.
  ///   - table: Its rows.
  ///   - frames: The whole parts of the positions, of as many as `values` has room for.
  ///   - parts: The fractional parts, from 0 to 1.
  ///   - sums: Room for four vectors for each position.
  ///   - values: Room for the results, a number of each channel.
  /// - Complexity: O(positions); no allocation.
  public static func render(
    _ doubled: Span<Double>,
    isPair: Bool,
    start: Int,
    table: Span<SIMD8<Double>>,
    frames: Span<Int>,
    parts: Span<Double>,
    sums: inout MutableSpan<SIMD8<Double>>,
    into values: inout MutableSpan<SIMD2<Double>>
  ) {
    // Taps, products and sums run in separate loops through memory: iterations do not wait for each other's results,
    // and the compiler does not compute with smaller vectors what later steps take apart.
    for index in 0..<values.count {
      let (row, t) = nearestRow(parts[index] * Double(2 * rows))
      let cubic = (row & (rows &- 1)) &* 12
      let cubics = table.extracting(cubic..<cubic &+ 12)
      var room = sums._mutatingExtracting(4 &* index..<4 &* index &+ 3)
      // The compiler cannot tell otherwise, and would look at each bound.
      precondition(cubics.count == 12 && room.count == 3)
      room[0] = tap(cubics, 0, t)
      room[1] = tap(cubics, 4, t)
      room[2] = tap(cubics, 8, t)
    }
    for index in 0..<values.count {
      let (row, _) = nearestRow(parts[index] * Double(2 * rows))
      let first = 2 &* (frames[index] &- start) &+ row / rows &- before
      var room = sums._mutatingExtracting(4 &* index..<4 &* index &+ 4)
      precondition(room.count == 4)
      let (low, middle, high) = (room[0], room[1], room[2])
      if isPair {
        let pairs = doubled.extracting(2 &* first..<2 &* first &+ 48)
        precondition(pairs.count == 48)
        // In lanes 2 j and 2 j + 1, what one channel has in lane j; and in lane 4 + j.
        let near =
          twice(low.lowHalf) * known(pairs, 0) + twice(middle.lowHalf) * known(pairs, 16)
          + twice(high.lowHalf) * known(pairs, 32)
        let far =
          twice(low.highHalf) * known(pairs, 8) + twice(middle.highHalf) * known(pairs, 24)
          + twice(high.highHalf) * known(pairs, 40)
        room[3] = near + far
      } else {
        let numbers = doubled.extracting(first..<first &+ 24)
        precondition(numbers.count == 24)
        room[3] =
          low * known(numbers, 0) + middle * known(numbers, 8) + high * known(numbers, 16)
      }
    }
    for index in 0..<values.count {
      let eight = sums[4 &* index &+ 3]
      let four = eight.lowHalf + eight.highHalf
      let two = four.lowHalf + four.highHalf
      values[index] = isPair ? two : SIMD2(two[0] + two[1], 0)
    }
  }

  /// Each number two times.
  @inline(__always)
  private static func twice(_ four: SIMD4<Double>) -> Eight {
    Eight(four[0], four[0], four[1], four[1], four[2], four[2], four[3], four[3])
  }
}
