// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// Works out a plan from a request and what the scan of the source has shown.
struct Planner {
  let request: JobRequest
  let source: SourceReference
  let scan: ScanResult
  let format: OutputFormat

  /// The plan.
  ///
  /// - Throws: when the source has nothing that the output could hold, or needs what is missing.
  func plan() throws(RetimeError) -> Plan {
    let info = scan.info
    var losses = Losses(info, request: request, container: format.container.name)
    let candidates = try select(info, &losses)
    // A copy keeps its times, also that at which it begins.
    let first = request.copiesAudio ? 0 : candidates.compactMap(\.count.start).min()
    guard let origin = first,
      case let end = candidates.map({ $0.range(origin: origin).end }).max() ?? .zero, end > .zero
    else {
      guard source.isTrimmed else {
        throw RetimeError(
          .badInput,
          "'\(source.name)' has no picture and no sound that could be read"
        )
      }
      throw RetimeError(
        .usage,
        "there is nothing of '\(source.name)' between --start and --end"
      )
    }
    let factor = try factor(sourceDuration: end)
    let times = Times(map: TimeMap(factor: factor), origin: origin, sourceDuration: end)

    var tracks: [Plan.Track] = []
    var changed: [String] = []
    for candidate in candidates {
      let track = try track(candidate, times, changed: &changed)
      if track.frames == 0 {
        losses.add(
          "\(candidate.info.kind.rawValue) track \(candidate.info.index): too short, nothing of it is left"
        )
      } else {
        tracks.append(track)
      }
    }
    guard !tracks.isEmpty else {
      throw RetimeError(
        .usage,
        "the factor \(factor) leaves nothing of '\(source.name)', which lasts "
          + "\(end.seconds) s; give a larger one"
      )
    }
    return Plan(
      input: request.input,
      output: request.output,
      uri: source.uri,
      isPushed: source.isPushed,
      countsFromZero: ContainerTiming.countsFromZero(scan.container),
      container: format.container.name,
      muxer: format.container.muxer,
      factor: factor.description,
      playback: request.playback.rawValue,
      sourceEnd: end.rational.description,
      maximumMemory: request.maximumMemory,
      start: source.start.map { $0.signed },
      end: source.end.map { $0.signed },
      origin: origin,
      sourceDuration: end.seconds,
      duration: tracks.map(\.duration).max() ?? 0,
      tracks: tracks,
      lost: losses.list,
      changed: changed
    )
  }

  private func track(
    _ candidate: SourceTrack,
    _ times: Times,
    changed: inout [String]
  ) throws(RetimeError) -> Plan.Track {
    switch candidate.info.kind {
    case .video where request.copiesVideo: try packetTrack(candidate, times)
    // A job that leaves the pictures alone encodes them only where it must.
    case .video where request.sampleRate != nil && isPlain && canKeep(candidate):
      try packetTrack(candidate, times)
    case .video: try videoTrack(candidate, times)
    // Plain samples have no packets, and are the same however often they are copied.
    case .audio where request.copiesAudio && !isSamples(candidate):
      try packetTrack(candidate, times)
    case .audio: try audioTrack(candidate, times, changed: &changed)
    case .subtitle, .other: try packetTrack(candidate, times)
    }
  }

  /// Whether times stay as they are.
  private var isPlain: Bool {
    request.playback == .forward && request.amount == .factor(.identity) && !source.isTrimmed
  }

  private func isSamples(_ candidate: SourceTrack) -> Bool {
    candidate.encoded.name == "audio/x-raw" && format.container.sampleFile != nil
  }

  /// What all tracks have in common.
  struct Times {
    let map: TimeMap
    let origin: Int64
    let sourceDuration: RationalTime
  }

  /// How a candidate is played.
  func played(_ candidate: SourceTrack, _ times: Times) -> PlayedTrack {
    PlayedTrack(
      request.playback,
      source: candidate.range(origin: times.origin),
      sourceDuration: times.sourceDuration
    )
  }

  private func factor(sourceDuration: RationalTime) throws(RetimeError) -> Factor {
    switch request.amount {
    case .factor(let factor): return factor
    case .duration(let duration):
      let passes = Rational(Int64(request.playback.passCount))
      let played = RationalTime(seconds: sourceDuration.rational * passes)
      do {
        return try Factor(output: duration, source: played)
      } catch {
        throw RetimeError(
          .usage,
          "a duration of \(duration.seconds) s cannot be made of \(played.seconds) s: \(error)"
        )
      }
    }
  }

  // MARK: - Which tracks

  private func select(
    _ info: MediaInfo,
    _ losses: inout Losses
  ) throws(RetimeError) -> [SourceTrack] {
    for missing in scan.missing where missing.isMedia {
      let isVideo = missing.caps?.name.hasPrefix("video/") ?? false
      if isVideo ? request.includesVideo && format.takesVideo : request.includesAudio {
        throw .missingDecoder(missing, in: source.name)
      }
    }
    var result: [SourceTrack] = []
    var hasVideo = false
    for track in info.tracks {
      switch track.kind {
      case .video:
        guard request.includesVideo else { continue }
        guard format.takesVideo else {
          losses.add("video track \(track.index): \(format.container.name) holds sound alone")
          continue
        }
        guard !hasVideo || request.copiesAudio else {
          losses.add("video track \(track.index): only the first one is taken")
          continue
        }
        hasVideo = true
      case .audio: guard request.includesAudio else { continue }
      case .subtitle where request.copiesAudio && request.includesSubtitles: break
      case .subtitle, .other:
        losses.add(track)
        continue
      }
      guard let pad = scan.pads.first(where: { $0.streamID == track.streamID }),
        let raw = pad.currentCaps
      else { continue }
      let count = try count(track, pad)
      guard count.frames > 0 else {
        losses.add("\(track.kind.rawValue) track \(track.index): it is empty")
        continue
      }
      result.append(
        SourceTrack(
          info: track,
          encoded: scan.encoded[track.streamID] ?? raw,
          raw: raw,
          count: count,
          granularity: ContainerTiming.granularity(of: scan.container)
        )
      )
    }
    return try single(result, &losses)
  }

  /// A bare stream or a file of samples holds one track only.
  private func single(
    _ candidates: [SourceTrack],
    _ losses: inout Losses
  ) throws(RetimeError) -> [SourceTrack] {
    guard format.container.holdsOneTrack, candidates.count > 1 else { return candidates }
    for candidate in candidates.dropFirst() {
      losses.add(
        "\(candidate.info.kind.rawValue) track \(candidate.info.index): "
          + "\(format.container.name) holds one track"
      )
    }
    return [candidates[0]]
  }

  private func count(_ track: MediaInfo.Track, _ pad: Pad) throws(RetimeError) -> TrackCount {
    if let count = scan.counts[track.streamID] { return count }
    guard let audio = track.audio, let frames = track.frames else {
      throw RetimeError(.badInput, "track \(track.index) of '\(source.name)' was not counted")
    }
    return TrackCount(
      frames: frames,
      start: 0,
      end: RationalTime(Int64(frames), Int64(audio.sampleRate)).nanoseconds
    )
  }
}
