// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// An estimate of a job's time and output size, from a trial run.
package struct Estimate: Sendable, Equatable, Encodable {
  /// The seconds that the job takes on this machine at its current load; nil if the trial was too short.
  package var seconds: Double?
  /// The size of the result in bytes; nil if the trial was too short.
  package var byteCount: Int64?
}

extension Retime {
  /// Plans a job, tries it for 1 or 2 seconds, and estimates its total time and output size.
  ///
  /// The trial writes to the folder for temporary files, and its file is removed. Blocks.
  package static func estimate(
    _ request: JobRequest,
    cancellation: Cancellation = Cancellation(),
    onProgress: (JobProgress) -> Void = { _ in }
  ) throws(RetimeError) -> (plan: Plan, estimate: Estimate) {
    try WatchedJob.run(
      request.input,
      stallTimeout: .seconds(request.stallTimeout),
      cancellation,
      onProgress: onProgress
    ) { job throws(RetimeError) in
      try initialize(request.input, job)
      let started = ContinuousClock.now
      let spool = try SpooledInput(request, job)
      let plan = try plan(request, spool, trustsContainer: true, job)
      let planning = (ContinuousClock.now - started) / .seconds(1)
      var trial = Trial()
      let path = "\(FileSystem.temporaryFolder)retime-trial-\(FileSystem.processNumber)"
      defer { try? FileSystem.remove(path) }
      let file: NewFile
      do throws(SystemError) {
        file = try NewFile(path)
      } catch {
        throw RetimeError(.cannotCreate, "'\(path)' cannot be made for a trial: \(error)")
      }
      try withExtendedLifetime(file) { () throws(RetimeError) in
        try run(plan, request, path, job, &trial)
      }
      var estimate = trial.estimate()
      if let seconds = estimate.seconds { estimate.seconds = seconds + planning }
      return (plan, estimate)
    }
  }

  /// Runs a plan until there is enough data.
  private static func run(
    _ plan: Plan,
    _ request: JobRequest,
    _ path: String,
    _ job: WatchedJob,
    _ trial: inout Trial
  ) throws(RetimeError) {
    let stop = Cancellation(following: job.cancellation)
    let attachments = try plan.readAttachments(job.cancellation)
    let (started, idle) = (ContinuousClock.now, ProcessorClock.seconds)
    var seen = trial
    do throws(RetimeError) {
      let outcome = try JobRun(
        plan: plan,
        stallTimeout: .seconds(request.stallTimeout),
        cancellation: stop
      ).run(
        { (onEvent) throws(RetimeError) in
          try plan.makeWriter(to: path, attachments: attachments, onEvent: onEvent)
        },
        onProgress: { progress in
          let bytes = (try? FileSystem.entry(at: path))?.byteCount ?? 0
          let seconds = (ContinuousClock.now - started) / .seconds(1)
          let worked = ProcessorClock.seconds - idle
          if seen.note(progress, seconds, worked: worked, bytes) { stop.cancel() }
        }
      )
      if case .complete = outcome {
        let bytes = (try? FileSystem.entry(at: path))?.byteCount ?? 0
        seen.end((ContinuousClock.now - started) / .seconds(1), bytes)
      }
    } catch {
      try job.cancellation.check()
      guard error.kind == .interrupted else { throw error }
    }
    trial = seen
  }
}

/// The measurements of a trial run.
private struct Trial {
  private struct Sight {
    let fraction: Double, seconds: Double, byteCount: Int64
  }

  /// The minimum duration of a trial, and the maximum with little progress, in seconds.
  private static let least = 1.2, most = 5.0
  /// The maximum duration in seconds on a machine that is busy with other work.
  private static let patience = 30.0
  private var first: Sight?, last: Sight?
  private var whole: (seconds: Double, byteCount: Int64)?

  /// Records the progress of the job; returns whether there is enough data.
  ///
  /// `worked`: the processor time since the start, in seconds.
  mutating func note(
    _ progress: JobProgress,
    _ seconds: Double,
    worked: Double,
    _ byteCount: Int64
  ) -> Bool {
    let isLong = seconds > Self.most && worked > Self.most || seconds > Self.patience
    guard progress.phase == .making, progress.position > 0 else {
      return seconds > 2 * Self.most && isLong
    }
    let sight = Sight(fraction: progress.fraction, seconds: seconds, byteCount: byteCount)
    // Encoders take some frames before their first output, so the time until then is not
    // representative.
    guard let first else {
      if byteCount > 0 { self.first = sight }
      return isLong
    }
    last = sight
    return isLong
      || seconds - first.seconds > Self.least && byteCount > first.byteCount
  }

  /// Records that the job finished before the trial ended.
  mutating func end(_ seconds: Double, _ byteCount: Int64) { whole = (seconds, byteCount) }

  func estimate() -> Estimate {
    if let whole { return Estimate(seconds: whole.seconds, byteCount: whole.byteCount) }
    guard let first, let last, last.fraction > first.fraction, last.seconds > first.seconds else {
      return Estimate()
    }
    let made = last.fraction - first.fraction
    let bytes = Double(last.byteCount - first.byteCount)
    return Estimate(
      seconds: last.seconds + (1 - last.fraction) * (last.seconds - first.seconds) / made,
      byteCount: bytes > 0 ? Int64(min(9e18, bytes / made)) : nil
    )
  }
}
