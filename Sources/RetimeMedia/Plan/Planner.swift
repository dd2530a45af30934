// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// Makes a plan from a request and the result of scanning the source.
struct Planner {
  var request: JobRequest
  var source: SourceReference
  var scan: ScanResult
  var format: OutputFormat
  /// The loud ranges of the source's audio, if the request needs them.
  let loud: LoudRanges?
  /// The job that made the source, if it is to be undone.
  var undone: UndoneJob?
  /// The sources, if there are several; `source` is then the first of them, and the scan is that of all.
  var joined: JoinedSources?

  /// The maximum number of tracks of a job.
  ///
  /// Each track has a reader that demuxes all tracks of the file, so time and memory grow with the
  /// square of the number.
  static let mostTracks = 32

  /// Returns the plan.
  ///
  /// - Throws: an error if the source has nothing that the output can hold, or if something needed
  ///   is missing.
  func plan() throws(RetimeError) -> Plan {
    let info = scan.info
    var notes = PlanNotes()
    for text in scan.unread { notes.lose(text) }
    noteMissingSound(info, &notes)
    noteMissingCaptions(info, &notes)
    let candidates = try select(info, &notes).filter { joined?.takes($0, in: scan) ?? true }
    joined?.note(&notes, showsAll: request.frameTiming != .source)
    if let resolved = try resolved(candidates) { return try resolved.plan() }
    guard candidates.count <= Self.mostTracks else {
      throw RetimeError(
        .usage,
        "'\(source.name)' has \(candidates.count) tracks to be made; one job makes \(Self.mostTracks) at most, each of "
          + "which reads the file by itself: choose one of a kind with --audio-track or --video-track, or leave a kind out"
      )
    }
    let isSubtitleFile = format.container.subtitles != nil
    guard !candidates.isEmpty || !isSubtitleFile else {
      throw RetimeError(
        .usage,
        "'\(source.name)' has no subtitles for \(format.container.name): no subtitle track with text is selected, and "
          + "no closed captions; retime info lists its tracks"
      )
    }
    // A stream copy keeps its times, including the start. Subtitles are intermittent, so they do
    // not define the start and end of the file, unless there are no other tracks.
    let media =
      isSubtitleFile
      ? scan.mediaTracks(of: info) : candidates.filter { !$0.info.kind.isSparse }
    let first =
      request.copiesAudio && ContainerTiming.beginsAtZero(scan.container)
        || media.isEmpty && !candidates.isEmpty
      ? source.start.map(StreamTime.init) ?? 0 : media.compactMap(\.count.start).min()
    let hidden = candidates.filter(isCopied).compactMap(\.count.hiddenStart)
    guard let origin = first.map({ min($0, hidden.min() ?? $0) }),
      let end = (media.isEmpty ? candidates : media).end(origin: origin)
    else {
      let isLeftOut = info.tracks.contains { !(choice(of: $0.kind)?.takes($0.index) ?? true) }
      guard !isLeftOut else {
        throw RetimeError(.usage, "nothing is left of '\(source.name)': choose other tracks")
      }
      try checkKinds(info, notes.lost)
      guard source.isTrimmed else {
        if let image = scan.stillImage, scan.unread.isEmpty {
          throw RetimeError(
            .badInput,
            "'\(source.name)' is a still image (\(image)), which has no duration: give --duration SECONDS, or a pattern for "
              + "several, such as 'shot-%05d.png'"
          )
        }
        throw RetimeError(
          .badInput,
          "'\(source.name)' has no video and no audio that could be read"
            + (scan.unread.isEmpty ? "" : "; left unread: \(scan.unread.joined(separator: ", "))")
        )
      }
      throw RetimeError(.usage, "there is nothing of '\(source.name)' between --start and --end")
    }
    if joined == nil {
      noteMissingEnd(after: (media + candidates).map(\.count.end).max(), &notes)
    }
    let times = try times(origin: origin, end: end)
    for note in times.notes { notes.change(note) }
    guard request.fitSize == nil || request.parts == nil else {
      throw RetimeError(
        .usage,
        "--fit-size makes a job several times, in one piece: leave out --parts"
      )
    }

    var tracks: [Plan.Track] = []
    let (sidecars, kept) = try sidecars(candidates, times, &notes)
    for candidate in kept {
      guard let track = try track(candidate, times, &notes) else { continue }
      if track.frames == 0 {
        notes.lose("too short, nothing of it is left", of: candidate.info)
      } else {
        noteLight(candidate, track, &notes)
        var shown = withoutCaptions(candidate, track, times, &notes)
        shown.timecode = startTimecode(candidate, track, times, &notes)
        tracks.append(shown)
        if candidate.count.clockShift != nil {
          notes.change(
            "its timestamps jump, so its frames follow one another without the jumps",
            of: candidate.info
          )
        }
      }
    }
    guard !tracks.isEmpty else {
      guard candidates.allSatisfy({ !$0.info.kind.isSparse }) else {
        throw RetimeError(
          .usage,
          "nothing of '\(source.name)' can be kept in \(format.container.name): "
            + notes.lost.joined(separator: "; ")
        )
      }
      throw RetimeError(
        .usage,
        "the factor \(times.factor) leaves nothing of '\(source.name)', which lasts "
          + "\(Self.thousandths(end.seconds)) s; give a larger one"
      )
    }
    if tracks.count == 1, var audio = tracks[0].audio {
      audio.leadFrames = nil
      tracks[0].media = .audio(audio)
    }
    let metadata = metadata(&tracks, times, &notes)
    let muxer = muxer(tracks, times, &notes)
    try noteUnmeasured(&notes)
    var plan = Plan(
      input: request.input,
      output: request.output,
      uri: source.uri,
      isPushed: source.isPushed,
      countsFromZero: ContainerTiming.countsFromZero(scan.container),
      countsPictures: ContainerTiming.countsPictures(scan.container),
      isChained: source.isChained || tracks.contains { $0.clockShift != nil } ? true : nil,
      listsChannels: source.listsChannels ? true : nil,
      container: format.container.name,
      muxer: muxer,
      isUnmeasured: format.container.isMeasured ? nil : true,
      quality: request.quality == .good ? nil : request.quality,
      factor: times.factor,
      map: times.planned,
      jointFade: times.planned == nil ? nil : request.jointFade,
      sourceEnd: end,
      maximumMemory: request.maximumMemory,
      start: source.start.map(StreamTime.init),
      end: source.end.map(StreamTime.init),
      beginning: source.beginning == 0 ? nil : source.beginning,
      origin: origin,
      sourceDuration: end.seconds,
      duration: tracks.map(\.duration).max() ?? 0,
      tracks: tracks,
      lost: notes.lost,
      changed: notes.changed,
      metadata: metadata
    )
    plan.sidecars = sidecars.isEmpty ? nil : sidecars
    if let joined {
      plan.sources = try joined.sources(of: tracks, keepsFields: request.deinterlacing == .off)
    }
    try noteOverhang(&plan)
    plan.parts = try parts(of: plan)
    if plan.parts != nil, let path = FileAddress.path(plan.uri) {
      plan.source = try Plan.SourceMark(of: path)
    }
    return plan
  }

  private func track(
    _ candidate: SourceTrack,
    _ times: Times,
    _ notes: inout PlanNotes
  ) throws(RetimeError) -> Plan.Track? {
    switch candidate.info.kind {
    case .video where isCopied(candidate):
      try packetTrack(candidate, times, &notes)
    case .video: try smartTrack(candidate, times, &notes)
    // Plain samples have no packets, and copying them through the audio path is lossless.
    case .audio where request.copiesAudio && !isSamples(candidate):
      try packetTrack(candidate, times, &notes)
    case .audio: try audioTrack(candidate, times, &notes)
    case .subtitle: subtitleTrack(candidate, times, &notes)
    case .other:
      sparseTrack(
        of: candidate,
        times,
        codec: candidate.encoded.name,
        Plan.Packets(kind: .other, granularity: candidate.granularity.nanoseconds)
      )
    }
  }

  /// Returns a track of subtitles or data, each of whose packets is in the result once for each pass that plays it.
  func sparseTrack(
    of candidate: SourceTrack,
    _ times: Times,
    codec: String,
    _ packets: Plan.Packets
  ) -> Plan.Track {
    var track = track(of: candidate, times, codec: codec, .packets(packets))
    if times.planned == nil {
      track.frames = candidate.count.frames * played(candidate, times).passes.count
    }
    return track
  }

  /// Returns a track of the result with the properties of its source track, and its times.
  func track(
    of candidate: SourceTrack,
    _ times: Times,
    codec: String,
    _ media: Plan.Media
  ) -> Plan.Track {
    let (count, streamID) = (candidate.count, candidate.info.streamID)
    return Plan.Track(
      index: candidate.info.index,
      streamID: streamID,
      program: scan.programs[streamID],
      links: count.links.isEmpty ? nil : count.links,
      codecDelay: source.codecDelay(of: streamID),
      clockShift: count.clockShift,
      patches: source.patches(for: streamID).map { Plan.Patch(offset: $0.offset, bytes: $0.bytes) },
      sourceCodec: candidate.encoded.name,
      codec: codec,
      start: (count.start ?? times.origin) - times.origin,
      end: count.end - times.origin,
      sourceDuration: candidate.range(origin: times.origin).end.seconds,
      duration: played(candidate, times).output.end.seconds,
      sourceFrames: count.frames,
      media: media,
      exactEnd: count.exactEnd
    )
  }

  /// Returns whether a video track is copied without re-encoding.
  private func isCopied(_ candidate: SourceTrack) -> Bool {
    guard candidate.info.kind == .video else { return false }
    // A job that does not change the video encodes it only if it must.
    return request.copiesVideo
      || request.sampleRate != nil && isPlain && !request.bakesRotation && canKeep(candidate)
  }

  /// Whether times do not change.
  var isPlain: Bool {
    request.playback == .forward && request.amount == .factor(.identity) && !source.isTrimmed
      && request.course == nil && request.loops == 1
  }

  private func isSamples(_ candidate: SourceTrack) -> Bool {
    candidate.encoded.name == "audio/x-raw"
  }
}
