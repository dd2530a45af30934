// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeMedia

/// The combined progress of a job's parts.
struct PartProgress {
  private var fractions: [Int: Double] = [:]
  private let weights: [Int: Double]
  private let total: Double
  private let started = ContinuousClock.now

  /// Creates the progress of the parts to be encoded.
  init(_ parts: [Plan.Part], of plan: Plan) {
    weights = Dictionary(
      uniqueKeysWithValues: parts.map { part in
        let seconds = (part.to?.seconds ?? plan.duration) - (part.from?.seconds ?? 0)
        // Audio takes little time compared with video.
        return (part.number, max(0.001, part.holds == .rest ? seconds / 10 : seconds))
      }
    )
    total = weights.values.reduce(0, +)
  }

  /// Records the progress of a part, from 0 to 1, and returns the combined progress.
  mutating func note(_ part: Int, _ fraction: Double) -> JobProgress {
    fractions[part] = fraction
    let done = fractions.reduce(0) { $0 + $1.value * (weights[$1.key] ?? 0) }
    return JobProgress(.making, position: done, of: total, elapsed: .now - started)
  }
}
