// SPDX-License-Identifier: MPL-2.0

/// The accumulated difference between values and the values expected.
package struct Difference: Sendable, Equatable {
  /// The number of values compared.
  package private(set) var count = 0
  /// The sum of squared differences, and the largest difference.
  package private(set) var squares = 0.0, largest = 0.0

  /// Creates an empty difference.
  package init() {}

  /// Whether at least one value was compared and all values were equal.
  package var isNone: Bool { largest == 0 && count > 0 }

  /// The mean of the squared differences; 0 if nothing was compared.
  package var meanSquare: Double { count > 0 ? squares / Double(count) : 0 }

  /// Adds the differences of other values.
  package mutating func merge(_ other: Difference) {
    count += other.count
    squares += other.squares
    largest = max(largest, other.largest)
  }

  /// Adds the differences between two rows of video components.
  @specialized(where Value == UInt8)
  @specialized(where Value == UInt16)
  package mutating func note<Value: FixedWidthInteger & UnsignedInteger>(
    _ first: Span<Value>,
    _ second: Span<Value>
  ) {
    var (sum, most): (Int64, Int64) = (0, 0)
    for index in 0..<min(first.count, second.count) {
      let step = Int64(truncatingIfNeeded: first[index]) &- Int64(truncatingIfNeeded: second[index])
      sum &+= step &* step
      most = max(most, abs(step))
    }
    count += min(first.count, second.count)
    squares += Double(sum)
    largest = max(largest, Double(most))
  }

  /// Adds the difference between two samples.
  ///
  /// A NaN or infinite sample differs infinitely from a number. The sum leaves such differences
  /// out.
  @inline(__always)
  package mutating func note<Sample: AudioSample>(_ first: Sample, _ second: Sample) {
    let (a, b) = (first.doubleValue, second.doubleValue)
    let step = a == b || (a.isNaN && b.isNaN) ? 0 : abs(a - b)
    count &+= 1
    squares += step.isFinite ? step * step : 0
    largest = step.isNaN ? .infinity : max(largest, step)
  }
}
