// SPDX-License-Identifier: MPL-2.0

#if Studio

/// The plans and estimates of jobs, from `--dry-run`.
struct Plans: Sendable {
  private let library: Library
  /// The runs for plans and for estimates.
  ///
  /// A plan takes as long as reading the source once; an estimate runs a trial of some seconds
  /// more.
  private let plans: DryRuns, trials: DryRuns

  init(library: Library) {
    self.library = library
    plans = DryRuns("plan", isUrgent: true, library: library)
    trials = DryRuns("trial", ["--estimate"], isUrgent: false, library: library)
  }

  /// Returns the plan of a request in the page's format, and ends the file's previous trial.
  func plan(_ request: StudioRequest) async throws -> JSON {
    let source = try await library.source(of: request)
    let output = library.output(for: source, request)
    let isThere: Bool
    do throws(RequestError) {
      isThere = try await library.checkOutput(output, of: source, overwrite: true)
    } catch {
      throw RequestError.unprocessable(error.message)
    }
    let summary = PlanSummary(request: request, source: source, output: output, exists: isThere)
    await trials.drop(source.id)
    guard request.action != .spectrogram else {
      guard source.hasSound else {
        throw RequestError.unprocessable("'\(source.path)' has no sound")
      }
      return summary.ofSpectrogram
    }
    return summary.of(try said(try await plans.outcome(request, source, for: source.id)))
  }

  /// Estimates a request's time and output size, `{"seconds", "byteCount"}`; null if a trial cannot tell.
  ///
  /// `job`: the number of the requesting job; nil for the page's form, where only the newest
  /// request for a file is tried.
  func estimate(_ request: StudioRequest, job: Int? = nil) async throws -> [String: JSON] {
    let source = try await library.source(of: request)
    guard request.action != .spectrogram else { return ["seconds": .null, "byteCount": .null] }
    let asker = job.map { "job \($0)" } ?? source.id
    let found = try said(try await trials.outcome(request, source, for: asker))["estimate"]
    return [
      "seconds": found?["seconds"] ?? .null, "byteCount": found?["byteCount"] ?? .null,
    ]
  }

  /// Ends the trial of a job that is no longer waiting.
  func drop(job: Int) async { await trials.drop("job \(job)") }

  private func said(_ outcome: RetimeTool.Outcome) throws(RequestError) -> JSON {
    guard outcome.status == 0, let said = JSON(parsing: outcome.output) else {
      throw RequestError.unprocessable(library.relative(outcome.message))
    }
    return said
  }

  /// Ends all plans and trials.
  func close() async {
    await plans.close()
    await trials.close()
  }
}
#endif
