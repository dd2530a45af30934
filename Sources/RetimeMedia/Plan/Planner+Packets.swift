// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore

// Tracks that are copied without re-encoding.

extension Planner {
  /// Returns whether a track can be copied into the result's container.
  func canKeep(_ candidate: SourceTrack) -> Bool { canKeep(candidate, in: format.container) }

  /// Returns whether a track can be copied into a container.
  private func canKeep(_ candidate: SourceTrack, in container: Container) -> Bool {
    guard container.muxer != nil || container.holdsOneTrack, container.animation == nil,
      candidate.count.isUniform
    else { return false }
    // AAC in LATM is used in MPEG streams only, and there is no element to convert it.
    guard candidate.encoded.string("stream-format") != "loas" || container.name == "ts"
    else { return false }
    guard !(container.framesAAC && candidate.encoded.listsChannels) else { return false }
    guard let codec = Codec.matching(candidate.encoded) else {
      return container.accepts(candidate.encoded)
    }
    // If the source counts frames instead of timing them, only a decoder can find their order.
    let isOrdered =
      !ContainerTiming.countsPictures(scan.container)
      || codec.name != "mpeg4" && !candidate.count.hasBidirectional
    return container.accepts(codec) && (isOrdered || container.name == "avi")
  }

  /// Returns a track that is copied without re-encoding.
  ///
  /// `keepsAll`: whether smart rendering selects the frames, so that the map may have any cuts.
  func packetTrack(
    _ candidate: SourceTrack,
    _ times: Times,
    keepsAll: Bool = false,
    _ notes: inout PlanNotes
  ) throws(RetimeError) -> Plan.Track {
    let (count, info) = (candidate.count, candidate.info)
    let codec = Codec.matching(candidate.encoded)
    if info.kind == .video, !keepsAll, let making = request.madePictures {
      throw RetimeError(
        .usage,
        "--copy-video copies the frames, and \(making) computes others: leave one of them out"
      )
    }
    guard count.isUniform else {
      throw RetimeError(
        .usage,
        "\(info.kind.rawValue) track \(info.index) cannot be copied: its consecutive parts "
          + "have different encodings; leave out \(Self.option(info.kind, request))"
      )
    }
    guard count.untimed == 0 || count.isDelaySteady else {
      throw RetimeError(
        .usage,
        "\(info.kind.rawValue) track \(info.index) cannot be copied: \(count.untimed) of its frames have no "
          + "timestamps; encode it: retime scale --factor 1"
      )
    }
    if !canKeep(candidate), info.kind == .audio, format.container.sampleFile != nil {
      throw RetimeError(
        .usage,
        "Retime writes plain samples into \(format.container.name), and audio track \(info.index) is "
          + "\(info.codecDescription): decode it with retime scale --factor 1"
          + format.container.alternative { canKeep(candidate, in: $0) }
      )
    }
    guard canKeep(candidate) else {
      throw RetimeError(
        .usage,
        "\(format.container.name) cannot hold \(info.kind.rawValue) track \(info.index), "
          + "which is \(info.codecDescription): leave out \(Self.option(info.kind, request))"
          + format.container.alternative { canKeep(candidate, in: $0) }
      )
    }
    guard !format.container.ignoresSegments || count.order.reach == 0 else {
      throw RetimeError(
        .usage,
        "\(info.kind.rawValue) track \(info.index) cannot be copied: some of its frames are decoded before others that are shown "
          + "earlier, and \(format.container.muxerFactory ?? "") loses those before time 0; encode it with retime scale --factor 1, or "
          + "choose another container, such as mkv"
      )
    }
    let codecName = codec?.name ?? candidate.encoded.name
    if info.kind == .video { try checkSize(of: candidate, as: codecName) }
    let kept = keepsAll ? nil : try keptPictures(candidate, times)
    let isVideo = info.kind == .video
    let (before, later) = isVideo ? (count.hidden, count.hiddenLater) : (0, 0)
    for (verb, hidden) in [("starts with", before), ("ends with", later)]
    where hidden > 0 && !keepsAll {
      notes.change(
        "it \(verb) \(hidden) extra \(hidden == 1 ? "frame" : "frames") that the source hides and the other frames "
          + "refer to; encode the video to remove them",
        of: info
      )
    }
    if isVideo, let shape = lostAspect(of: candidate) {
      notes.lose(
        "its pixel aspect ratio (\(shape)), which only the container states and \(format.container.name) cannot state; it will look "
          + "stretched: encode it, or choose another container",
        of: info
      )
    }
    let frames = count.frames + count.secondFields + before + later
    var track = track(
      of: candidate,
      times,
      codec: codecName,
      .packets(
        Plan.Packets(
          kind: info.kind,
          sourceFrameRate: candidate.gridRate,
          granularity: candidate.granularity.nanoseconds,
          latest: isVideo && count.frames > 0 ? count.latest - times.origin : nil,
          reordering: isVideo ? reordering(count) : nil,
          aspect: isVideo ? aspect(of: candidate) : nil,
          frameRate: isVideo ? try countedRate(candidate, times) : nil,
          kept: kept
        )
      )
    )
    track.stop = source.movie?.track(info.streamID).stop
    if let mp3 = source.mp3, let delay = mp3.delay, let heard = mp3.heard {
      if format.container.name == "mp3" {
        track.gapless = Plan.Gapless(
          encoderDelay: delay,
          frames: heard,
          encoder: String(decoding: mp3.encoder, as: UTF8.self)
        )
      } else {
        notes.change(
          "\(delay + MP3Info.decoderDelay) samples of encoder delay precede it, which players of MP3 files "
            + "skip; \(format.container.name) cannot state them",
          of: info
        )
      }
    }
    track.parser = codec.flatMap(packetParser)
    track.stated = statedVideo(of: candidate)
    track.containerColors = containerColors(of: candidate)
    (track.sourceFrames, track.frames) = (frames, kept == nil ? frames : nil)
    addPriming(to: &track, of: candidate)
    track.framer = codec.flatMap { ContainerTiming.framer(of: $0.name, in: scan.container) }
    return track
  }

  /// Returns the pixel aspect ratio that an MP4 or QuickTime file states, or "" if it states none.
  ///
  /// Nil for other files, and for MPEG-1 and MPEG-2 without one in the container, whose parser
  /// gives that of the stream.
  private func aspect(of candidate: SourceTrack) -> String? {
    guard let movie = source.movie?.track(candidate.info.streamID).colors else { return nil }
    return movie.aspect ?? (candidate.encoded.name == "video/mpeg" ? nil : "")
  }

  /// Returns the pixel aspect ratio that no part of the result states; nil if nothing is lost.
  private func lostAspect(of candidate: SourceTrack) -> String? {
    let encoded = candidate.encoded
    guard !format.container.signals.contains(.aspect),
      let shape = candidate.raw.fraction("pixel-aspect-ratio")
    else { return nil }
    let data = encoded.bytes("codec_data")
    let own: SequenceAspect.Ratio?
    switch encoded.name {
    case "video/x-h264", "video/x-h265", "video/mpeg":
      // Without codec_data, the ratio in the caps is the stream's own.
      guard let data else { return nil }
      own =
        switch encoded.name {
        case "video/x-h264": SequenceAspect.h264(data)
        case "video/x-h265": SequenceAspect.hevc(data)
        default: SequenceAspect.mpeg2(data)
        }
    default: own = nil
    }
    let stated = own ?? (1, 1)
    // MPEG-2 states display aspect ratios; containers round the pixel aspect ratios derived from them.
    let ratio = Double(shape.numerator * stated.height) / Double(shape.denominator * stated.width)
    return abs(ratio - 1) < 0.01 ? nil : "\(shape.numerator):\(shape.denominator)"
  }

  /// Returns the reordering depth if the container needs decode times and the source has none.
  private func reordering(_ count: TrackCount) -> Int? {
    guard ContainerTiming.lacksDecodeTimes(scan.container), !format.container.isMatroska,
      count.order.depth > 0
    else { return nil }
    return count.order.depth
  }

  /// Returns the result's frame rate if the container counts frames.
  private func countedRate(_ candidate: SourceTrack, _ times: Times) throws(RetimeError)
    -> FrameRate?
  {
    guard format.container.isEven else { return nil }
    let name = "video track \(candidate.info.index)"
    guard let rate = candidate.gridRate, times.planned == nil else {
      throw RetimeError(
        .usage,
        "\(name) cannot be copied: its frame rate would vary, and \(format.container.name) holds no "
          + "variable rate; encode it: leave out \(Self.option(.video, request))"
          + format.container.alternative { !$0.isEven && canKeep(candidate, in: $0) }
      )
    }
    guard let scaled = FrameRate(nearest: rate.rational / times.factor.rational) else {
      throw RetimeError(
        .usage,
        "\(name) cannot be copied: its frame rate in \(format.container.name) would be \(rate) ÷ "
          + "\(times.factor) fps, and at most 1000 is allowed; encode it: leave out "
          + Self.option(.video, request)
      )
    }
    return scaled
  }

  /// Returns the container's muxer with the time unit that the order of the frames requires.
  ///
  /// A Matroska block states its time relative to its cluster in 16 bits, in milliseconds unless
  /// the file sets another unit. GStreamer 1.22's muxer starts a new cluster only for later times,
  /// so a frame that is shown long before the frames ahead of it would not fit.
  ///
  /// The unit is the smallest one that suffices; the plan notes a unit larger than a millisecond.
  func muxer(_ tracks: [Plan.Track], _ times: Times, _ notes: inout PlanNotes) -> String? {
    guard format.container.isMatroska, Repair.clusterReach.isNeeded,
      let muxer = format.container.muxer
    else { return format.container.muxer }
    let reach = tracks.compactMap { track -> Double? in
      guard track.media.kind == .video, let count = scan.counts[track.streamID] else { return nil }
      let held = times.longestHolds
      guard track.encoder != nil else {
        guard count.order.reach > 0 else { return nil }
        return min(track.duration, Double(count.order.reach) / 1e9 * times.longest + held)
      }
      // An encoder chooses an order of its own.
      guard Codec.named(track.codec)?.isReordered ?? false else { return nil }
      if let rate = track.video?.frameRate { return rate.time(ofTick: FrameSpacing.run).seconds }
      return min(track.duration, RationalTime(count.longestRun).seconds * times.longest + held)
    }
    guard let longest = reach.max(), longest > 30 else { return muxer }
    // In these units, whole seconds are integers.
    let units = [2, 5, 10, 20, 50, 100, 200, 500, 1000]
    let unit = units.first { longest < 30 * Double($0) } ?? 1000
    notes.change(
      "\(format.container.name) counts time in units of \(unit) ms, as video frames that are out of order last long: choose "
        + "another container for exact times"
    )
    return "\(muxer) timecodescale=\(unit * 1_000_000)"
  }

  /// Returns the parser that brings copied packets into the muxer's format; nil for none.
  private func packetParser(_ codec: Codec) -> String? {
    // Of two packets with the same time, one never shown, a parser takes the time from the second.
    if codec.name == "vp9", format.container.isMatroska { return nil }
    // A parser drops empty packets, which represent repeated frames.
    if codec.isVideo, format.container.isEven { return nil }
    let parser = codec.copyParser ?? codec.parser
    // In these containers, only the stream can carry the decoder configuration.
    let isBare = codec.name == "mpeg4" && ["ts", "mpg"].contains(format.container.name)
    return isBare ? parser.map { "\($0) config-interval=-1" } : parser
  }

  /// Returns the option to leave out or to give, so that the job can run.
  private static func option(_ kind: MediaInfo.Track.Kind, _ request: JobRequest) -> String {
    guard request.copiesAudio else { return "--copy-video" }
    return switch kind {
    case .video: "the video with --no-video"
    case .audio: "the audio with --no-audio"
    case .subtitle, .other: "the track"
    }
  }
}

extension Caps {
  /// Whether AAC names its channels in a program config element, which `aacparse` leaves out of ADTS.
  ///
  /// The configuration is that of ISO/IEC 14496-3, 1.6.2.1.
  fileprivate var listsChannels: Bool {
    guard name == "audio/mpeg", let data = bytes("codec_data") else { return false }
    var bits = BitReader(data)
    if bits.read(5) == 31 { _ = bits.read(6) }
    if bits.read(4) == 15 { _ = bits.read(24) }
    return bits.read(4) == 0 && !bits.isPastEnd
  }
}
