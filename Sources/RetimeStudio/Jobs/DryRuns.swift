// SPDX-License-Identifier: MPL-2.0

#if Studio

/// Runs of `retime … --dry-run`; a client's newest request replaces its previous one.
///
/// Results are cached, so that moving a slider back and forth computes nothing twice.
actor DryRuns {
  private let library: Library
  private let options: [String], name: String, isUrgent: Bool
  /// The unfinished request of each client, which is a media file's form or a waiting job.
  private var asked: [String: Asked] = [:]
  private var count = 0
  private var kept: [(key: String, outcome: RetimeTool.Outcome)] = []
  /// The previous run, where runs are sequential.
  private var last: Task<RetimeTool.Outcome?, any Error>?

  private struct Asked {
    let key: String, number: Int
    let task: Task<RetimeTool.Outcome?, any Error>
    var run: RetimeTool.Run?
  }

  /// The maximum number of cached results.
  private static let limit = 64

  /// Creates the runner; `options` are added to the arguments of a plan.
  ///
  /// Runs that are not urgent are sequential and have a lower priority than jobs.
  init(_ name: String, _ options: [String] = [], isUrgent: Bool, library: Library) {
    (self.name, self.options, self.isUrgent) = (name, options, isUrgent)
    self.library = library
  }

  /// Returns the result of `retime` for a request.
  ///
  /// - Throws: a conflict if `asker` requests something else in the meantime, or its request is
  ///   dropped.
  func outcome(
    _ request: StudioRequest,
    _ source: MediaFile,
    for asker: String
  ) async throws -> RetimeTool.Outcome {
    let output = library.output(for: source, request)
    let key = "\(source.key) \(output) \(request.json.text)"
    if let old = kept.first(where: { $0.key == key }) { return old.outcome }
    if let same = asked[asker], same.key == key { return try await Self.end(of: same.task) }
    drop(asker)
    count += 1
    let (number, before) = (count, isUrgent ? nil : last)
    let task = Task {
      _ = await before?.result
      return try await run(request, source, output, asker, number)
    }
    if !isUrgent { last = task }
    asked[asker] = Asked(key: key, number: number, task: task)
    return try await Self.end(of: task)
  }

  private static func end(of task: Task<RetimeTool.Outcome?, any Error>) async throws
    -> RetimeTool.Outcome
  {
    guard let outcome = try await task.value else {
      throw RequestError.conflict("something else was asked for meanwhile")
    }
    return outcome
  }

  /// Runs the command; returns nil if a newer request has replaced this one.
  private func run(
    _ request: StudioRequest,
    _ source: MediaFile,
    _ output: String,
    _ asker: String,
    _ number: Int
  ) async throws -> RetimeTool.Outcome? {
    guard isLatest(number, asker) else { return nil }
    defer { if isLatest(number, asker) { asked[asker] = nil } }
    let (paths, map) = (library.paths, "\(name)-\(number)")
    if let text = request.attachment?.text {
      try await Blocking.run { try paths.write(text, as: map, $0) }
    }
    let arguments = library.command(request, of: source).arguments(
      output: "\(library.root)/\(output)",
      attachment: paths.map(map),
      extra: ["--dry-run", "--json", "--progress=json"] + options
    )
    let run =
      isLatest(number, asker) ? library.tool.start(arguments, isUrgent: isUrgent) : nil
    if let run { asked[asker]?.run = run }
    let outcome = await run?.outcome()
    if request.attachment != nil { await Blocking.run { paths.removeMap(map, $0) } }
    guard let outcome, isLatest(number, asker), let key = asked[asker]?.key else { return nil }
    // Failures are not cached: the next run may succeed.
    if outcome.status == 0 {
      kept = kept.suffix(Self.limit - 1) + [(key, outcome)]
    }
    return outcome
  }

  private func isLatest(_ number: Int, _ asker: String) -> Bool { asked[asker]?.number == number }

  /// Drops a client's request and interrupts its command.
  func drop(_ asker: String) { asked.removeValue(forKey: asker)?.run?.interrupt() }

  /// Drops all requests.
  func close() {
    for asker in Array(asked.keys) { drop(asker) }
  }
}
#endif
