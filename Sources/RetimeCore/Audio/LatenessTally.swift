// SPDX-License-Identifier: MPL-2.0

/// How often which lateness was found, in steps: what most say, and how far they are apart.
public struct LatenessTally: Sendable {
  /// Seconds of a step.
  public let step: Double
  private var counts: [Int: Int] = [:]
  /// How many there are.
  public private(set) var total = 0

  /// A tally of none.
  public init(step: Double) { self.step = step }

  /// Takes note of one, so many times.
  public mutating func note(_ seconds: Double, count: Int = 1) {
    let index = Int(max(-1e12, min(1e12, (seconds / step).rounded())))
    counts[index, default: 0] += count
    total += count
  }

  /// What half of them are not above, in seconds; nil for none.
  public var median: Double? { quantile(0.5) }

  /// How far apart they are, the outermost twentieths left out; nil for none.
  public var spread: Double? {
    guard let low = quantile(0.05), let high = quantile(0.95) else { return nil }
    return high - low
  }

  /// How many are further than so much from a lateness.
  public func count(furtherThan tolerance: Double, from seconds: Double) -> Int {
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
