// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import RetimeSystem

extension PartJob {
  /// Writes the file of a part.
  func fill(
    _ file: PartialFile,
    _ part: Plan.Part,
    _ share: Int,
    _ stallTimeout: Duration,
    _ job: WatchedJob
  ) throws(RetimeError) {
    let recorder = try storing { () throws(SystemError) in
      try PacketRecorder(file, plan: fingerprint, part: part.number)
    }
    let attachments = try plan.readAttachments(job.cancellation)
    var limited = plan.limited(to: part)
    if share > 1 { limited.decoderThreads = max(1, Machine.processorCount / share) }
    limited.maximumMemory = max(16 << 20, plan.maximumMemory / max(1, share))
    let numbers = plan.tracks(of: part)
    let joins = part.holds == .pictures
    let whole = part.holds == .all ? try partial(path(of: part.number) + ".whole") : nil
    defer { if let whole { try? FileSystem.remove(whole.path) } }
    let outcome = try JobRun(
      plan: limited,
      stallTimeout: stallTimeout,
      cancellation: job.cancellation,
      begin: part.from?.seconds ?? 0,
      perform: { (task) throws(WorkerFailure) in
        guard joins, let smart = task.track.packets?.smart else { return try task.perform() }
        try task.encodeJoins(smart)
      }
    ).run(
      { (onEvent) throws(RetimeError) in
        if let whole {
          return try plan.makeWriter(to: whole.path, attachments: attachments, onEvent: onEvent)
        }
        do throws(GStreamerError) {
          return try PartWriter(
            limited,
            numbers: numbers,
            attachments: attachments,
            recorder,
            joins: joins,
            onEvent: onEvent
          )
        } catch {
          throw RetimeError(error, side: .output, name: plan.output)
        }
      },
      onNotice: { job.tell(.notice($0)) },
      onProgress: { job.tell(.progress($0)) }
    )
    guard case .complete(let report) = outcome else {
      throw RetimeError(
        .badInput,
        "'\(plan.input)' has not as many samples as the plan says: make a new plan"
      )
    }
    if let whole {
      try plan.finish(whole.path, attachments: attachments)
      try storing { () throws(SystemError) in try recorder.copy(whole.path) }
    }
    try storing { () throws(SystemError) in
      try recorder.finish(
        zip(numbers, report.tracks).map { number, track in
          (number, track.frames, Int64((track.duration * 1e9).rounded()))
        }
      )
    }
  }
}
