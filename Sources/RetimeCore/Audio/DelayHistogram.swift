// SPDX-License-Identifier: MPL-2.0

/// A histogram of delays in steps of fixed size, with their median and spread.
package struct DelayHistogram: Sendable {
  /// The step size, in seconds.
  package let step: Double
  private var counts: [Int: Int] = [:]
  /// The number of delays recorded.
  package private(set) var total = 0

  /// Creates an empty histogram.
  package init(step: Double) { self.step = step }

  /// Records a delay in seconds, `count` times.
  package mutating func note(_ seconds: Double, count: Int = 1) {
    let index = Int(max(-1e12, min(1e12, (seconds / step).rounded())))
    counts[index, default: 0] += count
    total += count
  }

  /// The median delay, in seconds; nil if none was recorded.
  package var median: Double? { quantile(0.5) }

  /// The range from the 5th to the 95th percentile, in seconds; nil if no delay was recorded.
  package var spread: Double? {
    guard let low = quantile(0.05), let high = quantile(0.95) else { return nil }
    return high - low
  }

  /// Returns the number of delays that differ from `seconds` by more than `tolerance` seconds.
  package func count(furtherThan tolerance: Double, from seconds: Double) -> Int {
    counts.reduce(0) { $0 + (abs(Double($1.key) * step - seconds) > tolerance ? $1.value : 0) }
  }

  private func quantile(_ part: Double) -> Double? {
    var left = Int((Double(total - 1) * part).rounded())
    for (index, count) in counts.sorted(by: { $0.key < $1.key }) {
      if left < count { return Double(index) * step }
      left -= count
    }
    return nil
  }
}
