// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeCore

extension Plan.Track {
  /// Whether it holds audio that is copied without re-encoding.
  fileprivate var isCopiedAudio: Bool { packets?.kind == .audio }
}

extension Plan {
  /// Returns the plan with copied audio replaced by the encoded audio of `other`; unchanged for nil.
  fileprivate func reencodingAudio(as other: Plan?) -> Plan {
    var plan = self
    for index in tracks.indices where tracks[index].isCopiedAudio {
      guard var track = other?.tracks.first(where: { $0.index == tracks[index].index }),
        track.audio != nil
      else { continue }
      (track.tags, track.isDefault) = (tracks[index].tags, tracks[index].isDefault)
      plan.tracks[index] = track
    }
    return plan
  }
}

extension Retime {
  /// Decodes a finished file and compares it with what its plan makes of the source.
  ///
  /// Blocks; memory does not grow with the files' duration.
  ///
  /// - Throws: an error if the comparison is not possible. Differences are not errors, but part of
  ///   the certificate.
  package static func check(
    _ request: CheckRequest,
    cancellation: Cancellation = Cancellation(),
    onProgress: (JobProgress) -> Void = { _ in }
  ) throws(RetimeError) -> Certificate {
    try WatchedJob.run(
      request.result,
      stallTimeout: .seconds(request.stallTimeout),
      cancellation,
      onProgress: onProgress
    ) { job throws(RetimeError) in
      try initialize(request.result, job)
      let metadata = try resultMetadata(request, job)
      let made = try madeBy(request, metadata)
      let spool = try SpooledInput(made, job)
      let limit = request.stallTimeout
      for trustsContainer in [true, false] {
        let planned = try plan(made, spool, trustsContainer: trustsContainer, job)
        let plan = planned.reencodingAudio(
          as: reencoded(made, planned, spool, trustsContainer: trustsContainer, job)
        )
        let found = try compare(plan, request.result, isStrict: false, stallTimeout: limit, job)
        guard var certificate = found else { continue }
        certificate.compare(plan, metadata)
        return certificate
      }
      throw RetimeError(.badInput, "'\(request.source)' changes while it is read")
    }
  }

  /// Returns the request of the job that made a result.
  private static func madeBy(
    _ request: CheckRequest,
    _ metadata: SourceMetadata
  ) throws(RetimeError) -> JobRequest {
    var made = JobRequest(input: request.source, output: request.result, amount: .asMapped)
    made.stallTimeout = request.stallTimeout
    let trace = JobTrace(metadata.trace)
    try trace?.apply(to: &made)
    guard trace != nil || request.isDescribed else { throw untraced(request.result) }
    // The map of the result includes its loops and its direction.
    var given = JobRequest(input: request.source, output: request.result, amount: .asMapped)
    request.settings?(&given)
    if request.amount != nil || request.course != nil || given.loops != 1
      || given.playback != .forward
    {
      (made.amount, made.course) = (request.amount ?? .asMapped, request.course)
    }
    request.settings?(&made)
    return made
  }

  /// Returns the plan with copied audio encoded instead, to compare it as it sounds.
  ///
  /// Nil if no audio is copied at its own speed, or no encoder takes it.
  private static func reencoded(
    _ made: JobRequest,
    _ plan: Plan,
    _ spool: SpooledInput,
    trustsContainer: Bool,
    _ job: WatchedJob
  ) -> Plan? {
    guard made.copiesAudio, plan.map == nil, plan.factor == .identity,
      plan.tracks.contains(where: \.isCopiedAudio)
    else { return nil }
    var request = made
    request.copiesAudio = false
    return try? self.plan(request, spool, trustsContainer: trustsContainer, job)
  }

  /// Returns the error for a result that does not state its job.
  private static func untraced(_ path: String) -> RetimeError {
    let advice =
      "give the options that it was made with, such as --factor, --speed, --duration, --map or --fps, to compare it"
    guard let container = Container.forPath(path), container.metadata.takesAnyTag else {
      return RetimeError(
        .usage,
        "'\(path)' does not say how it was made, as its container has no place for that: \(advice)"
      )
    }
    guard container.metadata.writer != .streams || container.video.isEmpty else {
      return RetimeError(
        .usage,
        "'\(path)' does not say how it was made; in \(container.name) only a track of sound has a place for that: \(advice)"
      )
    }
    return RetimeError(
      .mismatch,
      "'\(path)' is NOT what it should be: a result in \(container.name) says how it was made (RETIME_MAP), and this one "
        + "does not. It was cut or written by another program, or not made by Retime; \(advice) all the same"
    )
  }

  /// Returns the metadata of the result.
  ///
  /// - Throws: `mismatch` if the result cannot be read as media, for example because its end was
  ///   cut off.
  private static func resultMetadata(
    _ request: CheckRequest,
    _ job: WatchedJob
  ) throws(RetimeError) -> SourceMetadata {
    do throws(RetimeError) {
      return try metadata(of: request.result, request.stallTimeout, job)
    } catch {
      guard error.kind == .badInput else { throw error }
      throw RetimeError(
        .mismatch,
        "'\(request.result)' is NOT what it should be, such as after its end was cut off: \(error)"
      )
    }
  }

  /// Returns the metadata of a file.
  static func metadata(
    of path: String,
    _ stallTimeout: Int,
    _ job: WatchedJob
  ) throws(RetimeError) -> SourceMetadata {
    // A subtitle file has no metadata.
    if SubtitleFile(path: path) != nil { return SourceMetadata() }
    return try scanning(path, stallTimeout, job) { scanner throws(RetimeError) in
      guard !scanner.isEmpty else { throw .notMedia(path) }
      return scanner.result().metadata
    }
  }

  /// Opens a file with a scanner for `body`.
  static func scanning<Value>(
    _ path: String,
    _ stallTimeout: Int,
    _ job: WatchedJob,
    _ body: (Scanner) throws(RetimeError) -> Value
  ) throws(RetimeError) -> Value {
    let limit = Duration.seconds(stallTimeout)
    let spool = try SpooledInput(path, stallTimeout: limit, job.cancellation)
    let scanner = try Scanner.opened(
      try SourceReference(path, spool),
      stallTimeout: limit,
      cancellation: job.cancellation
    )
    defer { scanner.close() }
    return try body(scanner)
  }

  /// Compares a finished file with its plan, before it is renamed.
  ///
  /// - Throws: `mismatch` if it differs.
  static func verify(
    _ plan: Plan,
    _ path: String,
    stallTimeout: Int,
    _ job: WatchedJob
  ) throws(RetimeError) -> Certificate {
    let compared = try compare(plan, path, isStrict: true, stallTimeout: stallTimeout, job)
    guard var certificate = compared else {
      throw RetimeError(.mismatch, "'\(plan.input)' changes while it is read")
    }
    certificate.compare(plan, try metadata(of: path, stallTimeout, job))
    if let problem = certificate.problems.first {
      throw RetimeError(.mismatch, "'\(plan.output)': \(problem)")
    }
    return certificate
  }

  /// Compares the file at `path` with a plan; nil if a container gave a wrong frame count.
  private static func compare(
    _ plan: Plan,
    _ path: String,
    isStrict: Bool,
    stallTimeout: Int,
    _ job: WatchedJob
  ) throws(RetimeError) -> Certificate? {
    var reading = JobRequest(input: path, output: plan.output, amount: .factor(.identity))
    // A profile may use a container without a name here; for reading, one that holds every codec
    // suffices.
    reading.container = Container.named(plan.container)?.name ?? "mkv"
    reading.stallTimeout = stallTimeout
    let spool = try SpooledInput(reading, job)
    let result = try self.plan(reading, spool, trustsContainer: false, job)
    var verifier: Verifier?
    let outcome = try JobRun(
      plan: plan.comparable,
      phase: .verifying,
      stallTimeout: .seconds(stallTimeout),
      cancellation: job.cancellation
    ).run(
      { (onEvent) throws(RetimeError) in
        let made = try Verifier(plan, result: result, isStrict: isStrict, onEvent: onEvent)
        verifier = made
        return made
      },
      onProgress: { job.tell(.progress($0)) }
    )
    guard case .complete = outcome, let verifier else { return nil }
    return Certificate(plan, result: result, missing: verifier.missing, verifier.verifications)
  }
}
