// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials
internal import RetimeMedia
internal import RetimeSystem

/// Follows a job in a queue until its output exists.
struct QueueWatch {
  let queue: any PartQueue
  /// The work folder.
  let work: String
  private let pause = Mailbox<Never>()

  init(_ queue: any PartQueue, work: String) { (self.queue, self.work) = (queue, work) }

  // MARK: - Stored state

  private var path: String { "\(work)/queue.json" }

  /// The job stored in the work folder; nil if there is none.
  var stored: QueuedJob? {
    guard let file = try? RandomAccessFile(path),
      let bytes = file.bytes(at: 0, count: file.byteCount)
    else { return nil }
    return try? JSONDecoder().decode(QueuedJob.self, from: Data(bytes))
  }

  /// Stores the job of the work folder.
  func store(_ job: QueuedJob) throws(RetimeError) {
    try WorkFolder.write(JSON.text(job), to: path)
  }

  /// Returns whether a task of a job is still waiting or running.
  func isAlive(_ job: QueuedJob) throws(RetimeError) -> Bool {
    try queue.tasks(of: job)?.contains { $0.state == .waiting || $0.state == .running } ?? false
  }

  // MARK: - Progress

  /// Waits until a job has its output, and polls the queue once a second.
  ///
  /// - Throws: the job's error, or a cancellation of this process; the queued job continues.
  func follow(
    _ job: QueuedJob,
    making parts: [Plan.Part],
    of plan: Plan,
    _ cancellation: Cancellation,
    _ reporter: ProgressReporter
  ) throws(RetimeError) {
    var progress = PartProgress(parts, of: plan)
    var restarts: [Int: Int] = [:]
    var silent = 0
    while true {
      try cancellation.check()
      if let tasks = try queue.tasks(of: job) {
        silent = 0
        for task in tasks {
          let number = task.part ?? 0
          if task.restarts > restarts[number] ?? 0 {
            reporter.note("\(task.name) begins anew: its node was lost, or it was put back")
          }
          restarts[number] = task.restarts
          if let part = task.part { reporter.show(progress.note(part, fraction(task))) }
        }
        if let failed = tasks.first(where: { $0.state == .failed && $0.part != nil })
          ?? tasks.first(where: { $0.state == .failed })
        {
          throw error(failed)
        }
        if tasks.contains(where: { $0.part == nil && $0.state == .done }) { return }
      } else {
        silent += 1
        guard silent < 120 else {
          throw RetimeError(
            .inputOutput,
            "the queue does not know job \(job.id) any more, or does not answer: see squeue, and give the same command "
              + "again, which makes what is missing"
          )
        }
      }
      // Nothing is ever posted: the mailbox serves as a timer.
      for _ in 0..<10 {
        _ = pause.wait(milliseconds: 100)
        try cancellation.check()
      }
    }
  }

  /// The certificate of the join; nil if verification was not requested.
  var certificate: Certificate? {
    let end = QueueTask(part: nil, state: .done, restarts: 0, node: "", status: 0)
    return events(of: end, within: 1 << 22).last { $0.event == "done" }?.certificate
  }

  /// Returns the completed part of a task, from 0 to 1, from the queue's state or the log of its process.
  private func fraction(_ task: QueueTask) -> Double {
    switch task.state {
    case .done: 1
    case .waiting, .failed: 0
    case .running: events(of: task).last { $0.event == "progress" }?.fraction ?? 0
    }
  }

  /// Returns the error of a failed task.
  private func error(_ task: QueueTask) -> RetimeError {
    let place = task.node.isEmpty ? "" : " on \(task.node)"
    if let message = events(of: task).last(where: { $0.event == "error" })?.message {
      return RetimeError(
        RetimeError.Kind(rawValue: task.status) ?? .badInput,
        "\(task.name)\(place): \(message)"
      )
    }
    if task.status == RetimeError.Kind.cannotOpen.rawValue {
      return RetimeError(
        .cannotOpen,
        "\(task.name)\(place): the work folder '\(work)' is not there on the node. Give as --work a folder that all nodes "
          + "of the cluster share, under one path, with the source and retime itself"
      )
    }
    return RetimeError(
      .badInput,
      "\(task.name)\(place) ended with status \(task.status), or was cancelled: see \(log(of: task)) and the cluster's logs"
    )
  }

  private func log(of task: QueueTask) -> String {
    "\(work)/log-\(task.part.map { "\($0)" } ?? "join")"
  }

  /// Returns the last events of a task's log, from at most its last `most` bytes.
  private func events(of task: QueueTask, within most: Int = 4096) -> [ChildEvent] {
    guard let file = try? RandomAccessFile(log(of: task)) else { return [] }
    let count = min(file.byteCount, most)
    guard let bytes = file.bytes(at: file.byteCount - count, count: count) else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(ChildEvent.self, from: Data($0))
    }
  }
}

extension QueueTask {
  /// The name shown to users.
  var name: String { part.map { "part \($0)" } ?? "the join" }
}
