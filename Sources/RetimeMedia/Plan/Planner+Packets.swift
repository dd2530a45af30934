// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

// Tracks that are kept as they are encoded.

extension Planner {
  /// Whether a track can be kept as it is.
  func canKeep(_ candidate: SourceTrack) -> Bool {
    guard format.container.muxer != nil || format.container.holdsOneTrack,
      candidate.count.isUniform
    else { return false }
    // AAC in LATM is at home in MPEG streams alone, and nothing here takes it out.
    guard candidate.encoded.string("stream-format") != "loas" || format.container.name == "ts"
    else {
      return false
    }
    guard let codec = Codec.matching(candidate.encoded) else {
      return format.container.accepts(candidate.encoded)
    }
    return format.container.accepts(codec) && (codec.name != "mpeg4" || keepsTimesOfMPEG4)
  }

  /// Whether MPEG-4's pictures come with the times that the container needs; nothing installed works them out.
  private var keepsTimesOfMPEG4: Bool {
    let isMatroska = format.container.muxerFactory == "matroskamux"
    if ContainerTiming.countsPictures(scan.container) { return format.container.name == "avi" }
    return isMatroska || !ContainerTiming.lacksDecodeTimes(scan.container)
  }

  func packetTrack(
    _ candidate: SourceTrack,
    _ times: Times,
    changed: inout [String]
  ) throws(RetimeError) -> Plan.Track {
    let (count, info) = (candidate.count, candidate.info)
    let codec = Codec.matching(candidate.encoded)
    guard count.isUniform else {
      throw RetimeError(
        .usage,
        "\(info.kind.rawValue) track \(info.index) cannot be kept as it is: its parts, one after the other, "
          + "are encoded differently; leave out \(Self.option(info.kind, request))"
      )
    }
    guard count.untimed == 0 || count.isDelaySteady else {
      throw RetimeError(
        .usage,
        "\(info.kind.rawValue) track \(info.index) cannot be kept as it is: \(count.untimed) of its pictures do not say "
          + "when they are shown; encode them: retime scale --factor 1"
      )
    }
    guard canKeep(candidate) else {
      throw RetimeError(
        .usage,
        "\(format.container.name) cannot hold \(info.kind.rawValue) track \(info.index) as it is, "
          + "which is \(info.codecDescription): leave out \(Self.option(info.kind, request)), or "
          + "choose another container, such as mkv"
      )
    }
    let range = candidate.range(origin: times.origin)
    let isVideo = info.kind == .video
    let (before, later) = isVideo ? (count.hidden, count.hiddenLater) : (0, 0)
    for (verb, hidden) in [("begins with", before), ("goes on with", later)] where hidden > 0 {
      changed.append(
        "video track \(info.index): it \(verb) \(hidden) \(hidden == 1 ? "picture" : "pictures") more, which "
          + "the source hides and the others need; encode the pictures to leave them out"
      )
    }
    let frames = count.frames + count.secondFields + before + later
    var track = Plan.Track(
      index: info.index,
      streamID: info.streamID,
      patches: patches(for: info.streamID),
      stop: source.movie?.stop(of: info.streamID)?.signed,
      sourceCodec: candidate.encoded.name,
      codec: codec?.name ?? candidate.encoded.name,
      encoder: nil,
      parser: codec.flatMap(packetParser),
      preset: nil,
      start: (count.start ?? times.origin) - times.origin,
      end: count.end - times.origin,
      sourceDuration: range.end.seconds,
      duration: times.map.outputTime(ofSource: range.end).seconds,
      sourceFrames: frames,
      frames: frames,
      media: .packets(
        Plan.Packets(
          kind: info.kind,
          sourceFrameRate: candidate.gridRate?.description,
          granularity: candidate.granularity.nanoseconds,
          latest: isVideo && count.frames > 0 ? count.latest - times.origin : nil
        )
      )
    )
    track.framer = codec.flatMap { ContainerTiming.framer(of: $0.name, in: scan.container) }
    return track
  }

  /// What packets go through, so that the muxer gets them in its form and with decode times.
  private func packetParser(_ codec: Codec) -> String? {
    guard let parser = codec.copyParser ?? codec.parser else { return nil }
    guard let timestamper = codec.timestamper, ContainerTiming.lacksDecodeTimes(scan.container),
      ElementFactory(named: timestamper) != nil
    else {
      // Of two packets at the same time, one of which is never shown, a parser takes it from the second.
      let isMatroska = ["matroskamux", "webmmux"].contains(format.container.muxerFactory)
      return codec.name == "vp9" && isMatroska ? nil : parser
    }
    return "\(parser) ! \(timestamper)"
  }

  /// The option whose absence, or presence, would let the job go on.
  private static func option(_ kind: MediaInfo.Track.Kind, _ request: JobRequest) -> String {
    guard request.copiesAudio else { return "--copy-video" }
    return switch kind {
    case .video: "the pictures with --no-video"
    case .audio: "the sound with --no-audio"
    case .subtitle, .other: "the track"
    }
  }
}
