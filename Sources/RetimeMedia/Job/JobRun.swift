// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem

/// A run of a plan: readers, workers and the writer, and the thread that waits for all of them.
///
/// Each track has its own reader and worker thread; only the muxer combines tracks. Use from one
/// thread that may block, never from Swift's cooperative thread pool.
struct JobRun {
  private enum Event: Sendable {
    case writer(WriterEvent)
    case failed(RetimeError)
    case countWasWrong
    case notice(String)
  }

  let plan: Plan
  /// The phase to report: the result is made, or compared.
  var phase = JobProgress.Phase.making
  var previewPath: String?
  let stallTimeout: Duration
  let cancellation: Cancellation
  /// The start of the processed part in the result, in seconds.
  var begin = 0.0
  /// The work on a track.
  var perform: @Sendable (TrackTask) throws(WorkerFailure) -> Void = {
    (task) throws(WorkerFailure) in try task.perform()
  }

  /// The outcome of a run.
  enum Outcome {
    /// The file is complete.
    case complete(Report)
    /// A container gave a wrong frame count: count the frames, and run again.
    case countWasWrong
  }

  /// Processes all tracks, with a writer that `makeWriter` creates.
  func run(
    _ makeWriter: (@escaping @Sendable (WriterEvent) -> Void) throws(RetimeError) ->
      any ResultWriter,
    onNotice: (String) -> Void = { _ in },
    onProgress: (JobProgress) -> Void
  ) throws(RetimeError) -> Outcome {
    let mailbox = Mailbox<Event>()
    let watchdog = Watchdog(limit: stallTimeout)
    let input = plan.input
    let preview = previewPath.map { path in
      Preview(
        path: path,
        orientation: plan.tracks.compactMap(\.encodedVideo).first?.orientation ?? .upright
      )
    }
    let progress = plan.tracks.map { _ in TrackProgress() }
    let writer = try makeWriter { mailbox.post(.writer($0)) }
    let inputs = OpenInputs()
    let tasks = plan.tracks.enumerated().map { index, track in
      TrackTask(
        input: TrackInput(
          plan: plan,
          track: track,
          inputs: inputs,
          progress: progress[index],
          watchdog: watchdog,
          onReadError: { mailbox.post(.failed(RetimeError($0, side: .input, name: input))) },
          onFailure: { mailbox.post(.failed($0)) },
          onNotice: { mailbox.post(.notice($0)) }
        ),
        output: writer.outputs[index],
        preview: track.isCut ? preview : nil
      )
    }

    writer.start()
    let perform = self.perform
    var threads: [ThreadReference] = tasks.map { task in
      ThreadReference(
        BlockingThread(name: "track \(task.track.index)") {
          if let event = Self.work(task, perform) { mailbox.post(event) }
        }
      )
    }
    if let preview {
      threads.append(ThreadReference(BlockingThread(name: "preview") { preview.run() }))
    }
    defer {
      inputs.stop()
      writer.stop()
      preview?.stop()
      for thread in threads { thread.join() }
    }

    let started = ContinuousClock.now
    let curve = WorkCurve(plan)
    var first: (fraction: Double, elapsed: Duration)?
    while true {
      let event = try mailbox.next(unless: cancellation, or: watchdog, of: plan.input)
      let elapsed = ContinuousClock.now - started
      let seen = self.progress(progress, along: curve, since: first, elapsed: elapsed)
      if first == nil, seen.phase == phase, seen.fraction > 0 { first = (seen.fraction, elapsed) }
      onProgress(seen)
      switch event {
      case nil: continue
      case .notice(let text): onNotice(text)
      case .failed(let error), .writer(.failed(let error)): throw error
      case .countWasWrong: return .countWasWrong
      case .writer(.advanced): watchdog.feed()
      case .writer(.written): return .complete(Self.report(progress, plan))
      }
    }
  }

  // MARK: - The workers

  /// Processes a track; returns the event that ends the run early, nil for none.
  private static func work(
    _ task: TrackTask,
    _ perform: (TrackTask) throws(WorkerFailure) -> Void
  ) -> Event? {
    do throws(WorkerFailure) {
      try perform(task)
      task.input.progress.finish()
      task.output.endStream()
      return nil
    } catch {
      switch error {
      case .outputClosed: return nil
      case .countWasWrong: return .countWasWrong
      case .error(let error): return .failed(error)
      }
    }
  }

  // MARK: - Reports

  private func progress(
    _ tracks: [TrackProgress],
    along curve: WorkCurve,
    since first: (fraction: Double, elapsed: Duration)?,
    elapsed: Duration
  ) -> JobProgress {
    if let read = tracks.compactMap(\.readNanoseconds).min() {
      return JobProgress(
        .reading,
        position: Double(read) / 1e9,
        of: plan.sourceDuration,
        elapsed: elapsed
      )
    }
    let slowest = tracks.filter { !$0.isFinished }.map(\.nanoseconds).min()
    let pictures = zip(plan.tracks, tracks).first { $0.0.isCut }?.1.frames
    let position = slowest.map { Double($0) / 1e9 } ?? plan.duration
    let before = curve.work(until: begin)
    return JobProgress(
      phase,
      position: max(0, position - begin),
      of: plan.duration - begin,
      work: (curve.work(until: position) - before, curve.work(until: plan.duration) - before),
      since: first ?? (0, .zero),
      frames: pictures,
      elapsed: elapsed
    )
  }

  private static func report(_ tracks: [TrackProgress], _ plan: Plan) -> Report {
    let made = zip(plan.tracks, tracks).map { track, progress in
      Report.Track(
        kind: track.media.kind,
        frames: progress.frames,
        // The last packet of a track does not always have a duration, and priming samples are not heard.
        duration: track.encoder == nil && track.media.kind != .audio || track.hasPriming
          ? track.duration : Double(progress.nanoseconds) / 1e9
      )
    }
    return Report(plan, made)
  }
}
