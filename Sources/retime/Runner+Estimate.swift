// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

extension Runner {
  /// Prints the plan with its estimated time and output size.
  func estimate(
    _ request: JobRequest,
    _ planning: PlanOptions,
    _ reporter: ProgressReporter
  ) throws(RetimeError) {
    let (plan, estimate) = try Retime.estimate(
      request,
      cancellation: cancellation,
      onProgress: reporter.show
    )
    reporter.clear()
    try output(
      planning.json
        ? JSON.text(EstimatedPlan(plan: plan, estimate: estimate))
        : PlanText(forOutput: plan).description + Self.text(estimate)
    )
  }

  private static func text(_ estimate: Estimate) -> String {
    let time = estimate.seconds.map {
      "takes about \($0 < 10 ? NumberText.fixed($0, 1) + " s" : NumberText.clock($0)) here"
    }
    let size = estimate.byteCount.map {
      "\(NumberText.fixed(Double($0) / 1e6, $0 < 10_000_000 ? 2 : 0)) MB"
    }
    let facts = [time, size.map { "some \($0)" }].compactMap(\.self)
    return facts.isEmpty
      ? "  a trial was too short to say how long it takes\n"
      : "  \(facts.joined(separator: ", "))\n"
  }
}

/// A plan, as printed by `--dry-run --json`, with its estimate.
private struct EstimatedPlan: Encodable {
  let plan: Plan, estimate: Estimate

  private enum Key: CodingKey { case estimate }

  func encode(to encoder: any Encoder) throws {
    try plan.encode(to: encoder)
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(estimate, forKey: .estimate)
  }
}
