// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

// Jobs with several sources.

extension Retime {
  /// Probes all sources of a job, and makes its plan.
  static func joinedPlan(
    _ given: JobRequest,
    _ spool: SpooledInput,
    trustsContainer: Bool,
    _ job: WatchedJob
  ) throws(RetimeError) -> Plan {
    try checkJoined(given)
    var request = given
    let format = try OutputFormat(request)
    if case .matched(let other) = request.amount {
      request.amount = .duration(try duration(of: other, stallTimeout: request.stallTimeout, job))
    }
    let joined = try joined(&request, format, spool, trustsContainer, job)
    var planner = joined.planners[0]
    planner.request = request
    (planner.request.start, planner.request.end) = (nil, nil)
    (planner.source.start, planner.source.end) = (nil, nil)
    planner.format = format
    planner.scan.counts = joined.counts
    planner.scan.captions = [:]
    let namesChapters = format.container.metadata.chapters != .none
    planner.scan.joinedChapters = joined.chapters(named: namesChapters)
    for name in request.subtitleFiles {
      planner.scan.add(try .opened(name), at: name, of: planner.source)
    }
    planner.joined = joined
    return try planner.plan()
  }

  /// Probes all sources; decides for smart rendering whether the video is copied or encoded.
  private static func joined(
    _ request: inout JobRequest,
    _ format: OutputFormat,
    _ spool: SpooledInput,
    _ trustsContainer: Bool,
    _ job: WatchedJob
  ) throws(RetimeError) -> JoinedSources {
    func probed(_ request: JobRequest) throws(RetimeError) -> JoinedSources {
      var planners: [Planner] = []
      let sources = zip([request.firstSource] + request.following, [spool] + spool.following)
      for (source, spool) in sources {
        planners.append(
          try planner(request.alone(source), spool, trustsContainer: trustsContainer, job)
        )
      }
      return try JoinedSources(planners, hasVideo: format.takesVideo)
    }
    let (isSmart, changes) = (request.isSmart, request.copyObstacle)
    request.isSmart = false
    guard isSmart || request.copiesVideo else { return try probed(request) }
    var (copying, obstacle) = (request, changes)
    copying.copiesVideo = true
    if obstacle == nil {
      let copied = try probed(copying)
      obstacle = copied.copyObstacle
      if obstacle == nil {
        request = copying
        return copied
      }
    }
    let reason = obstacle ?? ""
    guard isSmart else {
      throw RetimeError(
        .usage,
        "the video cannot be copied, as \(reason): leave out --copy-video"
      )
    }
    return try probed(request).encoding(because: reason)
  }

  private static func checkJoined(_ request: JobRequest) throws(RetimeError) {
    let isUndone = if case .undone = request.course { true } else { false }
    let isQuiet = if case .quiet = request.course { true } else { false }
    let wrong = [
      (request.copiesAudio, "copied audio"), (request.parts != nil, "--parts"),
      (isUndone, "undo"), (isQuiet, "silence detection"),
      (request.captions != .keep, "--captions track and both"),
      (request.receivedDuration != nil, "a live input"),
    ]
    if let (_, name) = wrong.first(where: \.0) {
      throw RetimeError(
        .usage,
        "\(name) needs a single source, and there are \(request.following.count + 1): join them first, in a job of its own"
      )
    }
  }
}

extension JobRequest {
  /// The reason why no video packets can be copied from several sources; nil for none.
  fileprivate var copyObstacle: String? {
    if firstSource.isPart || following.contains(where: \.isPart) {
      return "parts of files start at any frame"
    }
    return isSmart && (course != nil || loops > 1 || amount != .factor(.identity) || makesFrames)
      ? "it changes" : nil
  }

  private var makesFrames: Bool {
    frameTiming != .source || selection.joinsFrames || motionBlur != nil || makesSDR
      || bakesRotation
  }
}

extension JobRequest.Source {
  fileprivate var isPart: Bool { start != nil || end != nil }
}
