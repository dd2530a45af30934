// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

extension Retime {
  /// Probes the source and makes the plan of a job.
  ///
  /// `trustsContainer`: whether the frame counts that some containers state are taken without counting.
  static func plan(
    _ request: JobRequest,
    _ spool: SpooledInput,
    trustsContainer: Bool,
    _ job: WatchedJob
  ) throws(RetimeError) -> Plan {
    guard request.following.isEmpty else {
      return try joinedPlan(request, spool, trustsContainer: trustsContainer, job)
    }
    return try planner(request, spool, trustsContainer: trustsContainer, job).plan()
  }

  /// Probes the source of a job, and returns the planner for it.
  static func planner(
    _ request: JobRequest,
    _ spool: SpooledInput,
    trustsContainer: Bool,
    _ job: WatchedJob
  ) throws(RetimeError) -> Planner {
    var request = request
    if case .matched(let other) = request.amount {
      request.amount = .duration(try duration(of: other, stallTimeout: request.stallTimeout, job))
    }
    let format = try OutputFormat(request)
    let whole = try SourceReference(request.input, spool)
    var source = whole
    try source.trim(
      from: request.start,
      to: request.end,
      stallTimeout: .seconds(request.stallTimeout),
      job.cancellation
    )
    if let file = source.subtitles {
      guard request.subtitleFiles.isEmpty else {
        throw RetimeError(
          .usage,
          "--subtitles adds a file to a film, and '\(request.input)' is a subtitle file itself: leave it out"
        )
      }
      if case .quiet = request.course {
        throw RetimeError(
          .badInput,
          "'\(request.input)' is a subtitle file, without audio in which silence could be found"
        )
      }
      _ = try undone(request, SourceMetadata())
      let scan = ScanResult(file, of: source)
      return Planner(request: request, source: source, scan: scan, format: format, loud: nil)
    }
    let hearsSound = request.audioTracks != .none
    let scanner = try self.scanner(of: source, hearsSound: hearsSound, for: request, job)
    defer {
      scanner.close()
      // Demuxers' tables for an hour use 20 MB, and the readers build their own.
      GStreamer.returnFreedMemory()
    }
    var scan = scanner.result()
    guard !scanner.isEmpty else { throw .notMedia(request.input) }
    let info = scan.info
    let undone = try undone(request, scan.metadata)
    undone?.apply(to: &request)
    let isKnown =
      trustsContainer && !source.isTrimmed
      && info.tracks.allSatisfy { $0.kind == .audio && $0.frames != nil }
    if !isKnown {
      let stated = scan.statedEnd ?? 0
      var counts = try count(scanner, until: stated, job)
      if hearsSound, source.start != nil, !source.isChained, request.copiesVideo || request.isSmart
      {
        // The seek for audio is earlier than the reader's seek to the key frame for the packets.
        let video = try self.scanner(of: source, hearsSound: false, for: request, job)
        defer { video.close() }
        for (id, count) in try self.count(video, until: stated, job)
        where scan.first[id].flatMap(StreamKind.init) == .pictures {
          counts[id] = count
        }
      }
      if request.trimsLastFrame { counts = counts.mapValues(\.trimmed) }
      scan = scanner.result(counts: counts)
    }
    if !request.copiesVideo, format.takesVideo {
      try scan.lookAtPictures(
        of: source,
        tracks: request.videoTracks,
        .seconds(request.stallTimeout),
        job.cancellation
      )
    }
    if source.isTrimmed, request.mayShowCaptions(in: format) {
      // A caption that is shown in the part may be transmitted before it.
      scan.captions = try captions(of: whole, request, job)
    }
    let loud = try LoudRanges(hearing: source, for: request, job.cancellation) {
      job.tell(.progress($0))
    }
    for name in request.subtitleFiles { scan.add(try .opened(name), at: name, of: source) }
    var planner = Planner(request: request, source: source, scan: scan, format: format, loud: loud)
    planner.undone = undone
    return planner
  }

  /// Returns the job that made the input of a request; nil if it is not to be undone.
  private static func undone(
    _ request: JobRequest,
    _ metadata: SourceMetadata
  ) throws(RetimeError) -> UndoneJob? {
    guard case .undone = request.course else { return nil }
    guard request.start == nil, request.end == nil else {
      throw RetimeError(.usage, "undo takes the whole of a result: leave out --start and --end")
    }
    guard let trace = JobTrace(metadata.trace) else {
      throw RetimeError(
        .usage,
        "'\(request.input)' does not say how it was made (RETIME_MAP), so it cannot be undone: give the inverse of its "
          + "change yourself, such as --factor 1/2 for --factor 2"
      )
    }
    return try UndoneJob(trace)
  }

  private static func scanner(
    of source: SourceReference,
    hearsSound: Bool,
    for request: JobRequest,
    _ job: WatchedJob
  ) throws(RetimeError) -> Scanner {
    try Scanner.opened(
      source,
      hearsSound: hearsSound,
      listsPackets: request.isSmart,
      stallTimeout: .seconds(request.stallTimeout),
      cancellation: job.cancellation
    )
  }

  /// Counts every frame, and reports the progress to the stated end in seconds.
  private static func count(
    _ scanner: Scanner,
    until stated: Double,
    _ job: WatchedJob
  ) throws(RetimeError) -> [String: TrackCount] {
    let started = ContinuousClock.now
    return try scanner.count { time in
      let progress = JobProgress(
        .counting,
        position: time.seconds,
        of: stated,
        elapsed: .now - started
      )
      job.tell(.progress(progress))
    } ?? [:]
  }

  /// Returns the exact duration of a file's video and audio.
  static func duration(
    of path: String,
    stallTimeout: Int,
    _ job: WatchedJob
  ) throws(RetimeError) -> RationalTime {
    guard path != "-" else {
      throw RetimeError(.usage, "the duration of standard input is not known: match a file")
    }
    var request = JobRequest(input: path, output: "duration.mkv", amount: .factor(.identity))
    (request.stallTimeout, request.subtitleTracks) = (stallTimeout, .none)
    return try plan(request, try SpooledInput(request, job), trustsContainer: true, job).sourceEnd
  }
}
