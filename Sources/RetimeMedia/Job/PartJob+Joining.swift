// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem

extension PartJob {
  /// Writes the result from its parts.
  func join(
    into file: OutputFile,
    _ stallTimeout: Duration,
    _ job: WatchedJob
  ) throws(RetimeError) -> Report {
    let parts = readers
    if let first = parts.first, first.part.holds == .all {
      try storing { () throws(SystemError) in try first.reader.copyContent(to: file.temporaryPath) }
      return try report(parts)
    }
    let attachments = try plan.readAttachments(job.cancellation)
    let plan = plan
    let outcome = try JobRun(
      plan: plan,
      stallTimeout: stallTimeout,
      cancellation: job.cancellation,
      perform: { (task) throws(WorkerFailure) in
        guard let number = plan.tracks.firstIndex(of: task.track) else { return }
        let own = parts.filter { plan.tracks(of: $0.part).contains(number) }
        if let packets = task.track.packets, let smart = packets.smart, smart.joins > 0 {
          let joins = RecordedJoins(number: number, own)
          var worker = SmartWorker(task, packets, smart, joins)
          return try worker.run()
        }
        var worker = ReplayWorker(task, number: number, own)
        try worker.run()
      }
    ).run(
      { (onEvent) throws(RetimeError) in
        try plan.makeWriter(
          to: file.temporaryPath,
          joins: true,
          attachments: attachments,
          onEvent: onEvent
        )
      },
      onNotice: { job.tell(.notice($0)) },
      onProgress: { job.tell(.progress($0)) }
    )
    guard case .complete = outcome else {
      throw RetimeError(.inputOutput, "'\(plan.output)' cannot be joined")
    }
    try job.patiently { () throws(RetimeError) in
      try plan.finish(file.temporaryPath, attachments: attachments)
    }
    return try report(parts)
  }

  /// Returns the report of the parts.
  func report(_ parts: [(part: Plan.Part, reader: PartReader)]) throws(RetimeError) -> Report {
    var tracks = plan.tracks.map { track in
      let copied = track.isJoined ? track.copiedFrames : nil
      return Report.Track(
        kind: track.media.kind,
        frames: copied ?? 0,
        duration: copied == nil ? 0 : track.duration
      )
    }
    for (_, reader) in parts {
      for made in try storing({ () throws(SystemError) in try reader.made() })
      where tracks.indices.contains(made.track) {
        tracks[made.track].frames += made.frames
        tracks[made.track].duration = max(tracks[made.track].duration, Double(made.end) / 1e9)
      }
    }
    return Report(plan, tracks)
  }
}
