// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

extension Runner {
  /// Encodes one part of a stored plan.
  ///
  /// `share`: the number of such processes that share the machine.
  func makePart(_ number: Int, _ stored: StoredPlanOptions, share: Int) -> Never {
    run(stored.plan) { (reporter) throws(RetimeError) in
      let job = try stored.job()
      let isNew = try job.make(
        number,
        share: share,
        stallTimeout: .seconds(options.stallTimeout),
        cancellation: cancellation,
        onTemporaryFile: { Self.guardCrashes(on: job.plan.input, removing: $0) },
        onNotice: reporter.note,
        onProgress: reporter.show
      )
      let path = job.path(of: number)
      reporter.tell(
        PartDoneEvent(part: number, file: path, wasThere: !isNew),
        saying: isNew ? "part \(number): \(path)" : "part \(number) is there: \(path)"
      )
    }
  }

  /// Joins the parts of a stored plan.
  func join(_ stored: StoredPlanOptions, verifies: Bool) -> Never {
    run(stored.plan) { (reporter) throws(RetimeError) in
      reporter.finish(try join(try stored.job(), verifies: verifies, reporter))
    }
  }

  /// Encodes a job in parts, and joins them.
  func make(_ request: JobRequest, inParts farm: FarmOptions) -> Never {
    run(request.input) { (reporter) throws(RetimeError) in
      try PartJob.checkOutput(request)
      if farm.on == .slurm { try SlurmQueue().check() }
      let folder = try WorkFolder(farm.work, output: request.output)
      do throws(RetimeError) {
        let request = try received(request, in: folder, reporter)
        let plan = try Retime.plan(request, cancellation: cancellation, onProgress: reporter.show)
        tell(plan, reporter)
        let file = PlanFile(plan)
        try folder.take(file)
        let job = file.job(in: folder.path)
        if farm.on == .slurm {
          return try leave(job, to: farm, verifies: request.verifies, reporter)
        }
        let missing = job.missing()
        noteParts(of: job, missing: missing.count, reporter)
        let engine = ProcessEngine(farm.jobs, for: plan, stallTimeout: options.stallTimeout)
        try engine.make(missing, of: job, cancellation, reporter)
        let report = try join(job, verifies: request.verifies, reporter)
        folder.clean()
        reporter.finish(report)
      } catch {
        folder.clean()
        throw error
      }
    }
  }

  /// Returns the request with a file as its input, into which a network address is received once.
  private func received(
    _ request: JobRequest,
    in folder: WorkFolder,
    _ reporter: ProgressReporter
  ) throws(RetimeError) -> JobRequest {
    guard MediaName.isNetworkAddress(request.input) else { return request }
    var received = request
    received.input = folder.sourcePath
    if (try? FileSystem.entry(at: received.input)) == nil {
      try Retime.receive(
        request,
        into: received.input,
        cancellation: cancellation,
        onProgress: reporter.show
      )
    }
    return received
  }

  /// Reports the number of parts that exist already.
  func noteParts(of job: PartJob, missing: Int, _ reporter: ProgressReporter) {
    let count = job.plan.parts?.count ?? 0
    guard missing < count else { return }
    reporter.note("\(count - missing) of \(count.counting("part")) are there already")
  }

  private func join(
    _ job: PartJob,
    verifies: Bool,
    _ reporter: ProgressReporter
  ) throws(RetimeError) -> Report {
    try job.join(
      overwrites: options.overwrite,
      verifies: verifies,
      stallTimeout: .seconds(options.stallTimeout),
      cancellation: cancellation,
      onTemporaryFile: { Self.guardCrashes(on: job.plan.input, removing: $0) },
      onNotice: reporter.note,
      // Copying packets is too fast for a progress display.
      onProgress: { if $0.phase == .verifying { reporter.show($0) } }
    )
  }
}

/// The report of a finished part.
private struct PartDoneEvent: Encodable {
  let event = "done"
  let part: Int, file: String, wasThere: Bool
}
