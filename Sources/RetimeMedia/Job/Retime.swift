// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import RetimeCore
internal import RetimeElements
internal import RetimeSystem

/// The jobs of Retime, each in two steps: probe the source and make a plan, then run the plan.
///
/// Every function blocks until it is done. Call it on a thread that may block, never in Swift's
/// cooperative thread pool; `cancellation` ends it from another thread.
public enum Retime {
  /// Stops GStreamer and GLib from printing their own warnings to standard error.
  public static func silenceLibraries() { GStreamer.silenceLibraryMessages() }

  /// Probes a file.
  ///
  /// `name`: a path, or a URI that GStreamer reads.
  /// `countLimit`: the maximum time for reading the file to get exact frame counts, which stay
  /// unknown if it is exceeded. A long MP4 or QuickTime file is counted by its sample tables, if
  /// they suffice. Nil to read the whole file, without a time limit.
  public static func info(
    _ name: String,
    countLimit: Duration? = .seconds(1),
    stallTimeout: Duration = .seconds(30),
    cancellation: Cancellation = Cancellation()
  ) throws(RetimeError) -> MediaInfo {
    try WatchedJob.run(name, stallTimeout: stallTimeout, cancellation) { job throws(RetimeError) in
      try initialize(name, job)
      let spool = try SpooledInput(
        name,
        stallTimeout: stallTimeout,
        patience: countLimit.map { $0 * 10 },
        job.cancellation
      )
      let source = try SourceReference(name, spool)
      if let file = source.subtitles { return ScanResult(file, of: source).info }
      func look(countsPackets: Bool) throws(RetimeError) -> (info: MediaInfo, needsDecoder: Bool) {
        let scanner = try Scanner.opened(
          source,
          countsPackets: countsPackets,
          stallTimeout: stallTimeout,
          cancellation: job.cancellation
        )
        defer { scanner.close() }
        guard !scanner.isEmpty else { throw .notMedia(name) }
        var (counts, start): ([String: TrackCount], StreamTime?) = ([:], nil)
        do throws(RetimeError) {
          if countLimit != nil, let listed = scanner.countByTables() {
            counts = listed
          } else {
            counts = try scanner.count(until: countLimit.map { .now + $0 }) ?? [:]
          }
          start = scanner.start
        } catch {
          guard scanner.needsDecoder else { throw error }
        }
        var scan = scanner.result(counts: counts)
        scan.start = start
        return (scan.info, scanner.needsDecoder)
      }
      let first = try look(countsPackets: true)
      return first.needsDecoder ? try look(countsPackets: false).info : first.info
    }
  }

  /// Makes the plan of a job, without writing anything.
  public static func plan(
    _ request: JobRequest,
    cancellation: Cancellation = Cancellation(),
    onProgress: (JobProgress) -> Void = { _ in }
  ) throws(RetimeError) -> Plan {
    try WatchedJob.run(
      request.input,
      stallTimeout: .seconds(request.stallTimeout),
      cancellation,
      onProgress: onProgress
    ) { job throws(RetimeError) in
      try initialize(request.input, job)
      let spool = try SpooledInput(request, job)
      return try plan(request, spool, trustsContainer: request.parts == nil, job)
    }
  }

  /// Runs a job: the result is complete at `request.output` when this returns, or nothing has changed.
  ///
  /// `onTemporaryFile` receives the path of the unfinished file once it exists, on the job's own
  /// thread.
  public static func run(
    _ request: JobRequest,
    cancellation: Cancellation = Cancellation(),
    onTemporaryFile: @escaping @Sendable (String) -> Void = { _ in },
    onPlan: (Plan) -> Void = { _ in },
    onNotice: (String) -> Void = { _ in },
    onProgress: (JobProgress) -> Void = { _ in }
  ) throws(RetimeError) -> Report {
    try WatchedJob.run(
      request.input,
      stallTimeout: .seconds(request.stallTimeout),
      cancellation,
      onPlan: onPlan,
      onNotice: onNotice,
      onProgress: onProgress,
      { job throws(RetimeError) in
        if request.sink == nil {
          try OutputFile.check(request.output, isNone: request.following.map(\.input))
        }
        if let preview = request.preview { try OutputFile.check(preview: preview, of: request) }
        if request.sink != nil {
          return try job.make(SentOutput(), input: request.input, onTemporaryFile: { _ in }) {
            file throws(RetimeError) in try make(request, file, job)
          }
        }
        if let stills = try StillOutput(request) {
          return try job.make(
            try StillFolder(stills, for: request),
            input: request.input,
            onTemporaryFile: { _ in }
          ) { file throws(RetimeError) in try make(request, file, job) }
        }
        if SegmentedOutput.isOne(request) {
          return try job.make(
            try SegmentedOutput(request.output, replaces: request.overwrites),
            input: request.input,
            onTemporaryFile: { _ in }
          ) { file throws(RetimeError) in try make(request, file, job) }
        }
        return try job.make(
          request.output,
          replaces: request.overwrites,
          input: request.input,
          onTemporaryFile: onTemporaryFile
        ) { file throws(RetimeError) in try make(request, file, job) }
      }
    )
  }

  /// Writes the result into the file.
  private static func make(
    _ request: JobRequest,
    _ file: some PendingOutput,
    _ job: WatchedJob
  ) throws(RetimeError) -> Report {
    try initialize(request.input, job)
    let others = request.following.compactMap { SourceState(of: $0.input) }
    let spool = try SpooledInput(request, job)
    var plan = try plan(request, spool, trustsContainer: true, job)
    job.tell(.plan(plan))
    try checkSidecars(of: plan, replacing: request.overwrites)
    var outcome = try fitted(&plan, request, file, job)
    if case .countWasWrong = outcome {
      plan = try self.plan(request, spool, trustsContainer: false, job)
      outcome = try fitted(&plan, request, file, job)
    }
    guard case .complete(let report) = outcome else {
      throw RetimeError(
        .badInput,
        "'\(request.input)' gives another number of samples each time it is read"
      )
    }
    for other in others { try other.check() }
    return try examined(
      report,
      of: plan,
      at: request.sink == nil ? file.temporaryPath : nil,
      replacing: request.overwrites,
      verifies: request.verifies,
      stallTimeout: request.stallTimeout,
      job
    )
  }

  /// Makes the job, several times if its size is to be fitted; `plan` becomes the one of the last time.
  private static func fitted(
    _ plan: inout Plan,
    _ request: JobRequest,
    _ file: some PendingOutput,
    _ job: WatchedJob
  ) throws(RetimeError) -> JobRun.Outcome {
    guard let limit = request.fitSize else { return try run(plan, request, file, job) }
    guard request.sink == nil, request.output != "-", file is OutputFile else {
      throw RetimeError(.usage, "--fit-size needs an output that is one file")
    }
    var search = try SizeSearch(plan, limit: limit)
    while true {
      let attempt = search.applied(to: plan)
      let outcome = try run(attempt, request, file, job)
      guard case .complete = outcome else { return outcome }
      let size: Int
      do {
        size = Int(try FileSystem.entry(at: file.temporaryPath).byteCount)
      } catch {
        throw RetimeError(.inputOutput, "the size of '\(request.output)' cannot be read: \(error)")
      }
      if try search.take(size) == .done {
        if !search.isGood(size) {
          job.tell(
            .notice(
              search.isBest
                ? "the best quality has \(size) bytes"
                : "\(size) bytes are as near to \(limit) as \(SizeSearch.mostRuns) attempts come"
            )
          )
        }
        plan = attempt
        return outcome
      }
      job.tell(.notice("\(size) bytes: made again, for at most \(limit)"))
    }
  }

  /// Initializes GStreamer, which may inspect all of its plugins.
  static func initialize(_ name: String, _ job: WatchedJob) throws(RetimeError) {
    try job.patiently { () throws(RetimeError) in
      do throws(GStreamerError) {
        try GStreamer.initialize()
        registerElements()
        FileTypes.register()
      } catch {
        throw RetimeError(error, side: .input, name: name)
      }
    }
  }

  private static func run(
    _ plan: Plan,
    _ request: JobRequest,
    _ file: some PendingOutput,
    _ job: WatchedJob
  ) throws(RetimeError) -> JobRun.Outcome {
    let attachments = try plan.readAttachments(job.cancellation)
    let index = (file as? StillFolder)?.index(of: plan)
    let outcome = try JobRun(
      plan: plan,
      previewPath: request.preview,
      stallTimeout: .seconds(request.stallTimeout),
      cancellation: job.cancellation
    ).run(
      { (onEvent) throws(RetimeError) in
        try plan.makeWriter(
          to: file.temporaryPath,
          sink: request.sink,
          attachments: attachments,
          onStill: index?.note,
          onEvent: onEvent
        )
      },
      onNotice: { job.tell(.notice($0)) },
      onProgress: { job.tell(.progress($0)) }
    )
    if case .complete = outcome, request.sink == nil {
      try job.patiently { () throws(RetimeError) in
        try plan.finish(file.temporaryPath, attachments: attachments)
      }
    }
    return outcome
  }
}

extension RetimeError {
  /// Returns the error for a file without video and audio.
  static func notMedia(_ name: String) -> RetimeError {
    RetimeError(.badInput, "'\(name)' has no video and no audio")
  }
}
