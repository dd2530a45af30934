// SPDX-License-Identifier: MPL-2.0

/// How far values are from those they should be: a sum that grows value by value.
public struct Difference: Sendable, Equatable {
  /// How many values were compared.
  public private(set) var count = 0
  /// The sum of squared differences, and the largest difference.
  public private(set) var squares = 0.0, largest = 0.0

  /// No difference yet.
  public init() {}

  /// Whether every value was the same, and there was one.
  public var isNone: Bool { largest == 0 && count > 0 }

  /// The mean of the squared differences; 0 when nothing was compared.
  public var meanSquare: Double { count > 0 ? squares / Double(count) : 0 }

  /// Takes note of two rows of picture components.
  @specialized(where Value == UInt8)
  @specialized(where Value == UInt16)
  public mutating func note<Value: FixedWidthInteger & UnsignedInteger>(
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

  /// Compares two samples.
  ///
  /// What is no number, or infinite, differs infinitely from a number, and is left out of the sum.
  @inline(__always)
  public mutating func note<Sample: AudioSample>(_ first: Sample, _ second: Sample) {
    let (a, b) = (first.doubleValue, second.doubleValue)
    let step = a == b || (a.isNaN && b.isNaN) ? 0 : abs(a - b)
    count &+= 1
    squares += step.isFinite ? step * step : 0
    largest = step.isNaN ? .infinity : max(largest, step)
  }
}
