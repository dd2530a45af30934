// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// A finished file that shall be compared with its source.
public struct CheckRequest: Sendable {
  /// The paths of both, or URIs that GStreamer reads.
  public var source: String, result: String
  /// How much longer or shorter the result must be, and where its speed changes; nil for what the result itself says.
  public var amount: JobRequest.Amount?, course: JobRequest.Course?
  /// After how many seconds without progress it fails.
  public var stallTimeout = 30

  /// A comparison by what the result says of itself.
  public init(source: String, result: String) { (self.source, self.result) = (source, result) }
}

extension Retime {
  /// Decodes a finished file and compares it with what its plan says, made once more of the source.
  ///
  /// Blocks; memory does not grow with the files' length.
  /// - Throws: what keeps it from being done. That the result is not what it must be is no error, but in the certificate.
  public static func check(
    _ request: CheckRequest,
    cancellation: Cancellation = Cancellation(),
    onProgress: (Progress) -> Void = { _ in }
  ) throws(RetimeError) -> Certificate {
    try WatchedJob.run(
      request.result,
      stallTimeout: .seconds(request.stallTimeout),
      cancellation,
      onProgress: onProgress
    ) { job throws(RetimeError) in
      try initialize(request.result, job)
      let metadata = try metadata(of: request.result, request.stallTimeout, job)
      let made = try madeBy(request, metadata)
      let spool = try SpooledInput(made, job.cancellation)
      let limit = request.stallTimeout
      for trustsContainer in [true, false] {
        let plan = try plan(made, spool, trustsContainer: trustsContainer, job)
        let found = try compare(plan, request.result, isStrict: false, stallTimeout: limit, job)
        guard var certificate = found else { continue }
        certificate.compare(plan, metadata)
        return certificate
      }
      throw RetimeError(.badInput, "'\(request.source)' changes while it is read")
    }
  }

  /// The job that has made a result.
  private static func madeBy(
    _ request: CheckRequest,
    _ metadata: SourceMetadata
  ) throws(RetimeError) -> JobRequest {
    var made = JobRequest(input: request.source, output: request.result, amount: .asMapped)
    made.stallTimeout = request.stallTimeout
    let trace = JobTrace(metadata.trace)
    try trace?.apply(to: &made)
    guard trace != nil || request.amount != nil || request.course != nil else {
      throw RetimeError(
        .usage,
        "'\(request.result)' does not say how it was made: give --factor, --speed, --duration or --map"
      )
    }
    if request.amount != nil || request.course != nil {
      (made.amount, made.course) = (request.amount ?? .asMapped, request.course)
    }
    return made
  }

  /// What a file says beside its tracks.
  static func metadata(
    of path: String,
    _ stallTimeout: Int,
    _ job: WatchedJob
  ) throws(RetimeError) -> SourceMetadata {
    let limit = Duration.seconds(stallTimeout)
    let spool = try SpooledInput(path, stallTimeout: limit, job.cancellation)
    let scanner = try Scanner.opened(
      try SourceReference(path, spool),
      stallTimeout: limit,
      cancellation: job.cancellation
    )
    defer { scanner.close() }
    guard !scanner.isEmpty else { throw .notMedia(path) }
    return scanner.result().metadata
  }

  /// Compares a finished file, before it has its name, with what its plan makes.
  ///
  /// - Throws: `mismatch` where it is not that.
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

  /// Compares the file at `path` with what a plan makes; nil where a container gave a wrong count of its frames.
  private static func compare(
    _ plan: Plan,
    _ path: String,
    isStrict: Bool,
    stallTimeout: Int,
    _ job: WatchedJob
  ) throws(RetimeError) -> Certificate? {
    var reading = JobRequest(input: path, output: plan.output, amount: .factor(.identity))
    // What a profile makes may be in a container without a name here; one that holds everything will do for reading.
    reading.container = Container.named(plan.container)?.name ?? "mkv"
    reading.stallTimeout = stallTimeout
    let spool = try SpooledInput(reading, job.cancellation)
    let result = try self.plan(reading, spool, trustsContainer: false, job)
    let comparable = plan.comparable
    var verifier: Verifier?
    let outcome = try JobRun(
      plan: comparable,
      phase: .verifying,
      stallTimeout: .seconds(stallTimeout),
      cancellation: job.cancellation
    ).run(
      { (onEvent) throws(RetimeError) in
        let made = try Verifier(comparable, result: result, isStrict: isStrict, onEvent: onEvent)
        verifier = made
        return made
      },
      onProgress: { job.tell(.progress($0)) }
    )
    guard case .complete = outcome, let verifier else { return nil }
    return Certificate(plan, result: result, missing: verifier.missing, verifier.verifications)
  }
}
