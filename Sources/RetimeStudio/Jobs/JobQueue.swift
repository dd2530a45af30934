// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeMedia
internal import RetimeSystem

/// The waiting, running and finished jobs.
actor JobQueue {
  let library: Library
  let store: Store
  let hub: EventHub
  let tool: RetimeTool
  let trash: Trash
  /// The maximum number of jobs that run at one time.
  private let limit: Int

  var jobs: [Int: Job] = [:]
  private var running: [Int: RetimeTool.Run] = [:]
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var isClosed = false
  /// Whether waiting jobs are held back; running jobs continue.
  private(set) var isPaused: Bool
  /// The outputs of jobs that are being added.
  private var reserved: Set<String> = []

  /// Loads the jobs of an earlier server; those that were running wait again.
  init(library: Library, limit: Int, trash: Trash) async throws {
    (self.library, self.limit, self.trash) = (library, limit, trash)
    store = library.store
    (hub, tool) = (library.hub, library.tool)
    isPaused = try await library.store.isPaused()
    for var job in try await store.jobs() {
      if job.state == .running {
        await Self.removeLeftovers(of: job, root: library.root)
        (job.state, job.started, job.process) = (.waiting, nil, nil)
        try await store.save(job)
      }
      if !job.isOver { try await Self.writeMap(of: job, library.paths) }
      jobs[job.id] = job
    }
  }

  /// All jobs in the page's format, newest first.
  var list: [JSON] { jobs.values.sorted { $0.id > $1.id }.map(json) }

  /// Whether a job is running.
  var isBusy: Bool { !running.isEmpty }

  /// The numbers of all jobs.
  var numbers: Set<Int> { Set(jobs.keys) }

  /// Returns a job in the page's format.
  func json(_ job: Job) -> JSON {
    let position =
      job.state == .waiting ? waiting.firstIndex { $0.id == job.id }.map { $0 + 1 } : nil
    return job.json(root: library.root, position: position)
  }

  /// Returns the job with a number.
  func job(_ id: Int) throws(RequestError) -> Job {
    guard let job = jobs[id] else { throw .notFound("there is no job \(id): it was forgotten") }
    return job
  }

  /// Adds a job to the queue.
  func add(_ request: StudioRequest) async throws -> Job {
    guard !isClosed else {
      throw RequestError(.serviceUnavailable, "Retime Studio is being closed")
    }
    let source = try await library.source(of: request)
    let output = library.output(for: source, request)
    try await library.checkOutput(output, of: source, overwrite: request.overwrite)
    let isMade = jobs.values.contains { !$0.isOver && $0.output == output }
    guard !isMade, reserved.insert(output).inserted else {
      throw RequestError.conflict("'\(output)' is being made by another job: give another name")
    }
    defer { reserved.remove(output) }
    let job = try await store.add(
      Job(
        request: request,
        sourcePath: source.path,
        sourceIsSample: source.isSample,
        output: output,
        created: WallClock.seconds
      )
    )
    do {
      try await Self.writeMap(of: job, library.paths)
    } catch {
      try? await store.removeJob(job.id)
      throw RequestError(.insufficientStorage, "the map or the table cannot be kept: \(error)")
    }
    jobs[job.id] = job
    tell(job)
    start()
    return jobs[job.id] ?? job
  }

  /// Pauses or resumes the queue; the next server keeps this state.
  func pause(_ isPaused: Bool) async throws {
    try await store.save(isPaused: isPaused)
    self.isPaused = isPaused
    hub.send("queue", stateJSON)
    start()
  }

  /// The queue's state in the page's format.
  var stateJSON: JSON { .object(["isPaused": .bool(isPaused)]) }

  /// Starts waiting jobs up to the limit.
  func start() {
    for var job in waiting.prefix(max(0, limit - tasks.count)) where !isClosed && !isPaused {
      job.state = .running
      job.started = WallClock.seconds
      jobs[job.id] = job
      let run = tool.start(
        library.command(job.request, of: job.source).arguments(
          output: "\(library.root)/\(job.output)",
          attachment: library.paths.map("job-\(job.id)"),
          extra: ["--progress=json"] + previewOption(job)
        )
      )
      let id = job.id
      running[id] = run
      tasks[id] = Task { await self.follow(run, id) }
      tellWaiting()
    }
  }

  private func previewOption(_ job: Job) -> [String] {
    job.request.action == .spectrogram ? [] : ["--preview=\(library.paths.preview(job.id))"]
  }

  /// Cancels a job; a finished job does not change.
  func cancel(_ id: Int) async throws(RequestError) -> Job {
    var job = try job(id)
    if job.state == .waiting {
      (job.state, job.finished) = (.cancelled, WallClock.seconds)
      await change(job)
      await removeMap(of: job)
      tellWaiting()
    }
    if job.state == .running {
      cancelled.insert(id)
      running[id]?.interrupt()
      await tasks[id]?.value
    }
    return try self.job(id)
  }

  private var cancelled: Set<Int> = []

  /// Removes a finished job and optionally trashes its result; returns the trash entry, if any.
  func forget(_ id: Int, removesResult: Bool) async throws -> JSON? {
    let job = try job(id)
    guard job.isOver else {
      throw RequestError.conflict("job \(id) is not over: cancel it first")
    }
    var trashed: JSON?
    if removesResult, job.state == .done { trashed = try await delete(resultOf: job) }
    await drop(job)
    return trashed
  }

  /// Removes a finished job from the list.
  func drop(_ job: Job) async {
    jobs[job.id] = nil
    try? await store.removeJob(job.id)
    let preview = library.paths.preview(job.id)
    await Blocking.run { try? $0.files.remove(preview) }
    await removeMap(of: job)
    hub.send("jobs", .object(["removed": .array([.integer(job.id)])]))
  }

  /// Interrupts the running jobs, which restart with the next server.
  func close() async {
    isClosed = true
    for run in running.values { run.interrupt() }
    for task in tasks.values { await task.value }
    await trash.close()
  }

  // MARK: Running jobs

  private func follow(_ run: RetimeTool.Run, _ id: Int) async {
    var outcome = RetimeTool.Outcome()
    for await event in run.events {
      switch event {
      case .started(let process): await update(id, saves: true) { $0.process = process }
      case .output: break
      case .line(let line):
        outcome.lines = outcome.lines.suffix(20) + [line]
        if let said = JSON(parsing: Array(line.utf8)) { await hear(said, id) }
      case .ended(let status): outcome.status = status
      case .notStarted(let error): outcome.fail(error)
      }
    }
    await finish(id, outcome)
  }

  private func hear(_ said: JSON, _ id: Int) async {
    let preview = library.paths.preview(id)
    let picture = await Blocking.run { $0.folders.item(at: preview) }
    await update(id) { job in
      if let picture, picture.modified != self.pictures[id] {
        self.pictures[id] = picture.modified
        job.preview += 1
      }
      switch said["event"]?.string {
      case "warning", "notice":
        if let message = said["message"]?.string { job.notices.append(message) }
      case "done": job.report = JobReport.of(said)
      case "error", nil: break
      case let phase?: job.progress = JobReport.progress(said, phase: phase)
      }
    }
  }

  /// The modification time of each running job's newest preview frame.
  private var pictures: [Int: Int64] = [:]

  private func finish(_ id: Int, _ outcome: RetimeTool.Outcome) async {
    (running[id], pictures[id]) = (nil, nil)
    guard var job = jobs[id] else { return }
    let path = "\(library.root)/\(job.output)"
    job.finished = WallClock.seconds
    if outcome.status == 0 {
      job.state = .done
      let item = await Blocking.run { $0.folders.item(at: path) }
      (job.resultByteCount, job.resultModified) = (item?.byteCount, item?.modified)
    } else {
      await Self.removeLeftovers(of: job, root: library.root)
      if cancelled.contains(id) {
        job.state = .cancelled
      } else if isClosed {
        // The shutdown interrupted the job: the next server restarts it.
        (job.state, job.started, job.finished, job.process) = (.waiting, nil, nil, nil)
      } else {
        job.state = .failed
        job.message = library.relative(outcome.message)
      }
    }
    job.process = nil
    cancelled.remove(id)
    if job.state == .done, MediaName.isMedia(job.output) {
      _ = await library.add(job.output, job: id)
    }
    if job.isOver { await removeMap(of: job) }
    tasks[id] = nil
    await change(job)
    start()
  }

  /// Writes the map or table of a job, which is kept until the job is finished.
  private static func writeMap(of job: Job, _ paths: StatePaths) async throws {
    guard let text = job.request.attachment?.text else { return }
    try await Blocking.run { try paths.write(text, as: "job-\(job.id)", $0) }
  }

  private func removeMap(of job: Job) async {
    guard job.request.attachment != nil else { return }
    let paths = library.paths
    await Blocking.run { paths.removeMap("job-\(job.id)", $0) }
  }

  /// Removes the unfinished files of a job whose process has ended.
  private static func removeLeftovers(of job: Job, root: String) async {
    let folder = job.output.lastIndex(of: "/").map { "\(root)/\(job.output[..<$0])" } ?? root
    await Blocking.run { $0.removeAbandoned(in: folder) }
  }

  // MARK: Events

  private func update(_ id: Int, saves: Bool = false, _ body: (inout Job) -> Void) async {
    guard var job = jobs[id] else { return }
    body(&job)
    guard job != jobs[id] else { return }
    jobs[id] = job
    if saves { try? await store.save(job) }
    tell(job)
  }

  private func change(_ job: Job) async {
    jobs[job.id] = job
    try? await store.save(job)
    tell(job)
  }

  func tell(_ job: Job) { hub.send("job", json(job)) }

  /// Sends the waiting and running jobs, whose positions may have changed.
  func tellWaiting() {
    for job in jobs.values where job.state == .waiting || job.state == .running { tell(job) }
  }
}
#endif
