// SPDX-License-Identifier: MPL-2.0

#if Studio

/// What jobs would make, as `--dry-run` says it.
///
/// A plan takes as long as reading the source once. While a person moves a slider, a new plan for a file takes
/// the place of the one before; plans that were made are kept.
actor Plans {
  private let library: Library
  private let tool: Tool
  private var current: [String: Tool.Run] = [:]
  /// How many plans were asked for, and the last one of each file.
  private var count = 0, latest: [String: Int] = [:]
  private var kept: [(key: String, outcome: Tool.Outcome)] = []

  /// How many plans are kept.
  private static let limit = 64

  init(library: Library) {
    self.library = library
    tool = library.tool
  }

  /// The plan of a request, as the page gets it.
  func plan(_ request: StudioRequest) async throws -> JSON {
    let source = try await library.file(request.file)
    let output = library.output(for: source, request)
    let isThere: Bool
    do throws(Refusal) {
      isThere = try await library.checkOutput(output, of: source, overwrite: true)
    } catch {
      throw Refusal.unprocessable(error.message)
    }
    let summary = PlanSummary(
      request: request,
      source: source,
      output: output,
      exists: isThere
    )
    guard request.action != .spectrogram else {
      guard source.hasSound else { throw Refusal.unprocessable("'\(source.path)' has no sound") }
      return summary.ofSpectrogram
    }
    let outcome = try await outcome(request, source, output)
    guard outcome.status == 0, let plan = JSON(parsing: outcome.output) else {
      throw Refusal.unprocessable(Message.relative(outcome.message, to: library))
    }
    return summary.of(plan)
  }

  private func outcome(
    _ request: StudioRequest,
    _ source: MediaFile,
    _ output: String
  ) async throws -> Tool.Outcome {
    count += 1
    let (paths, number, map) = (library.paths, count, "plan-\(count)")
    let arguments = JobCommand.arguments(
      request,
      source: library.location(of: source),
      output: "\(library.root)/\(output)",
      map: request.map.map { _ in paths.map(map) },
      extra: ["--dry-run", "--json", "--progress=json"]
    )
    let key = "\(source.key) \(output) \(request.json.text)"
    if let old = kept.first(where: { $0.key == key }) { return old.outcome }
    current[source.id]?.interrupt()
    latest[source.id] = number
    defer { if latest[source.id] == number { latest[source.id] = nil } }
    if let text = request.map {
      try await Blocking.run { try paths.write(text, as: map, $0) }
    }
    let isLatest = latest[source.id] == number
    let run = isLatest ? tool.start(arguments) : nil
    if let run { current[source.id] = run }
    let outcome = await run?.outcome()
    if request.map != nil { await Blocking.run { paths.removeMap(map, $0) } }
    guard let outcome, latest[source.id] == number else {
      throw Refusal.conflict("another plan was asked for meanwhile")
    }
    current[source.id] = nil
    if outcome.status != 130 {
      kept = kept.suffix(Self.limit - 1) + [(key, outcome)]
    }
    return outcome
  }

  /// Ends what is under way.
  func close() {
    for run in current.values { run.interrupt() }
  }
}
#endif
