// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

extension Runner {
  /// Submits a job to a cluster's queue and follows it, unless `--detach` is given.
  func leave(
    _ job: PartJob,
    to farm: FarmOptions,
    verifies: Bool,
    _ reporter: ProgressReporter
  ) throws(RetimeError) {
    let work = try absolute(job.folder)
    let watch = QueueWatch(SlurmQueue(), work: work)
    let missing = job.missing()
    let queued: QueuedJob
    if let stored = watch.stored, try watch.isAlive(stored) {
      reporter.note("it is in the queue already, as job \(stored.id)")
      queued = stored
    } else {
      noteParts(of: job, missing: missing.count, reporter)
      queued = try watch.queue.submit(
        QueueOrder(
          work: work,
          folder: try absolute("."),
          parts: missing.map(\.number),
          overwrites: options.overwrite,
          verifies: verifies,
          stallTimeout: options.stallTimeout,
          options: farm
        )
      )
      try watch.store(queued)
    }
    guard !farm.detach else { return try output("\(queued.id)\n") }
    do throws(RetimeError) {
      try watch.follow(queued, making: missing, of: job.plan, cancellation, reporter)
    } catch {
      try? watch.queue.cancel(queued)
      throw error
    }
    reporter.finish(try report(of: job, watch))
  }

  /// Prints the states of the tasks of a queued job.
  func farmStatus(_ name: String) -> Never {
    run(name) { (reporter) throws(RetimeError) in
      let (watch, queued) = try found(name)
      guard let tasks = try watch.queue.tasks(of: queued) else {
        throw RetimeError(
          .cannotOpen,
          "the queue no longer knows job \(queued.id): its parts are in '\(watch.work)'; run the same command to resume"
        )
      }
      for task in tasks {
        let place = task.node.isEmpty ? "" : " on \(task.node)"
        let again = task.restarts > 0 ? ", restarted \(task.restarts.counting("time"))" : ""
        try output("\(task.name): \(task.state.rawValue)\(place)\(again)\n")
      }
    }
  }

  /// Waits for the output of a queued job.
  func farmWait(_ name: String) -> Never {
    run(name) { (reporter) throws(RetimeError) in
      let (watch, queued) = try found(name)
      let plan = try PlanFile(readingFrom: "\(watch.work)/plan.json")
      let job = plan.job(in: watch.work)
      let parts = job.plan.parts ?? []
      try watch.follow(queued, making: parts, of: job.plan, cancellation, reporter)
      reporter.finish(try report(of: job, watch))
    }
  }

  /// Removes a job from the queue.
  func farmCancel(_ name: String) -> Never {
    run(name) { (reporter) throws(RetimeError) in
      let (watch, queued) = try found(name)
      try watch.queue.cancel(queued)
      reporter.note(
        "job \(queued.id) is cancelled; its parts that are done stay in '\(watch.work)'"
      )
    }
  }

  private func report(of job: PartJob, _ watch: QueueWatch) throws(RetimeError) -> Report {
    var report = try job.report()
    report.certificate = watch.certificate
    return report
  }

  /// Returns the job with an ID or a work folder.
  private func found(_ name: String) throws(RetimeError) -> (QueueWatch, QueuedJob) {
    let isNumber = !name.isEmpty && name.allSatisfy { $0.isNumber }
    let folder = isNumber ? try SlurmQueue.folder(of: name) : try absolute(name)
    if let folder, case let watch = QueueWatch(SlurmQueue(), work: folder), let job = watch.stored {
      return (watch, job)
    }
    throw RetimeError(
      .cannotOpen,
      isNumber
        ? "the queue knows no job \(name) of retime, or has forgotten it: give the job's work folder"
        : "'\(name)' is no work folder of a job that was left to a queue"
    )
  }

  private func absolute(_ path: String) throws(RetimeError) -> String {
    do throws(SystemError) {
      return try FileSystem.resolved(path)
    } catch {
      throw RetimeError(.cannotOpen, "'\(path)' cannot be opened: \(error)")
    }
  }
}
