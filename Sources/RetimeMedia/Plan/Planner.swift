// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// Works out a plan from a request and what the scan of the source has shown.
struct Planner {
  let request: ScaleRequest
  let source: SourceReference
  let scan: ScanResult
  let format: OutputFormat

  /// A source track that is to be made, with what is known of it.
  private struct Candidate {
    let info: MediaInfo.Track
    let encoded: Caps
    let raw: Caps
    let count: TrackCount
  }

  /// The plan.
  ///
  /// - Throws: when the source has nothing that the output could hold, or needs what is missing.
  func plan() throws(RetimeError) -> Plan {
    let info = scan.info
    var losses = Losses(info, request: request, container: format.container.name)
    let candidates = try select(info, &losses)
    guard let origin = candidates.compactMap(\.count.start).min(),
      case let end = candidates.map({ $0.count.end - origin }).max() ?? 0, end > 0
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
    let factor = try factor(sourceDuration: RationalTime(nanoseconds: end))
    let map = TimeMap(factor: factor)

    var tracks: [Plan.Track] = []
    var changed: [String] = []
    for candidate in candidates {
      let track =
        candidate.info.kind == .video
        ? try videoTrack(candidate, origin: origin, map: map)
        : try audioTrack(candidate, origin: origin, map: map, changed: &changed)
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
          + "\(Double(end) / 1e9) s; give a larger one"
      )
    }
    return Plan(
      input: request.input,
      output: request.output,
      uri: source.uri,
      container: format.container.name,
      muxer: format.container.muxer,
      factor: factor.description,
      start: source.start.map { Int64(clamping: $0.nanoseconds) },
      end: source.end.map { Int64(clamping: $0.nanoseconds) },
      origin: origin,
      sourceDuration: Double(end) / 1e9,
      duration: tracks.map(\.duration).max() ?? 0,
      tracks: tracks,
      lost: losses.list,
      changed: changed
    )
  }

  private func factor(sourceDuration: RationalTime) throws(RetimeError) -> Factor {
    switch request.amount {
    case .factor(let factor): return factor
    case .duration(let duration):
      do {
        return try Factor(output: duration, source: sourceDuration)
      } catch {
        throw RetimeError(
          .usage,
          "a duration of \(duration.seconds) s cannot be made of \(sourceDuration.seconds) s: \(error)"
        )
      }
    }
  }

  // MARK: - Which tracks

  private func select(
    _ info: MediaInfo,
    _ losses: inout Losses
  ) throws(RetimeError) -> [Candidate] {
    for missing in scan.missing where missing.isMedia {
      let isVideo = missing.caps?.name.hasPrefix("video/") ?? false
      if isVideo ? request.includesVideo && format.takesVideo : request.includesAudio {
        throw .missingDecoder(missing, in: source.name)
      }
    }
    var result: [Candidate] = []
    var hasVideo = false
    for track in info.tracks {
      switch track.kind {
      case .video:
        guard request.includesVideo else { continue }
        guard format.takesVideo else {
          losses.add("video track \(track.index): \(format.container.name) holds sound alone")
          continue
        }
        guard !hasVideo else {
          losses.add("video track \(track.index): only the first one is taken")
          continue
        }
        hasVideo = true
      case .audio: guard request.includesAudio else { continue }
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
        Candidate(info: track, encoded: scan.encoded[track.streamID] ?? raw, raw: raw, count: count)
      )
    }
    return try single(result, &losses)
  }

  /// A bare stream or a file of samples holds one track only.
  private func single(
    _ candidates: [Candidate],
    _ losses: inout Losses
  ) throws(RetimeError) -> [Candidate] {
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

  // MARK: - Pictures

  private func videoTrack(
    _ candidate: Candidate,
    origin: Int64,
    map: TimeMap
  ) throws(RetimeError) -> Plan.Track {
    let (count, info) = (candidate.count, candidate.info)
    let nominal = NominalFrameRate.of(candidate.raw.frameRate, count)
    let granularity = ContainerTiming.granularity(of: scan.container)
    let grid = FrameGrid(
      frameRate: count.isOnGrid ? candidate.raw.frameRate : nil,
      granularity: granularity,
      firstNanoseconds: count.start ?? origin,
      origin: origin
    )
    let end = grid.time(ofNanoseconds: count.end)
    var video = Plan.Video(
      timing: .constant,
      sourceFrameRate: count.isOnGrid ? candidate.raw.frameRate?.description : nil,
      granularity: granularity.nanoseconds,
      rotation: info.video?.rotation ?? 0
    )
    var frames = count.frames
    var choice = EncoderChoice?.none
    if request.copiesVideo {
      video.timing = .copy
      try checkCopy(candidate)
    } else {
      choice = try format.videoEncoder(for: candidate.encoded)
      if case .variable = request.frameTiming {
        guard !format.container.isEven else {
          throw RetimeError(
            .usage,
            "\(format.container.name) holds evenly spaced pictures only: leave out --fps vfr, "
              + "or choose another container, such as mkv"
          )
        }
        video.timing = .variable
        video.announcedFrameRate = choice?.takesVariableRate ?? true ? nil : nominal.description
      } else {
        var rate = nominal
        if case .constant(let wanted) = request.frameTiming { rate = wanted }
        video.frameRate = rate.description
        video.selection = request.selection.rawValue
        frames = map.tickCount(sourceDuration: end, frameRate: rate)
      }
    }
    return Plan.Track(
      index: info.index,
      streamID: info.streamID,
      sourceCodec: candidate.encoded.name,
      codec: choice?.codec ?? Codec.matching(candidate.encoded)?.name ?? candidate.encoded.name,
      encoder: choice?.description,
      parser: request.copiesVideo ? Codec.matching(candidate.encoded)?.copyParser : choice?.parser,
      preset: choice?.preset,
      start: (count.start ?? origin) - origin,
      sourceDuration: end.seconds,
      duration: map.outputTime(ofSource: end).seconds,
      sourceFrames: count.frames,
      frames: frames,
      media: .video(video)
    )
  }

  private func checkCopy(_ candidate: Candidate) throws(RetimeError) {
    guard let codec = Codec.matching(candidate.encoded), format.container.accepts(codec) else {
      throw RetimeError(
        .usage,
        "\(format.container.name) cannot hold \(candidate.info.codecDescription) as it is: leave out "
          + "--copy-video, or choose another container, such as mkv"
      )
    }
  }

  // MARK: - Sound

  private func audioTrack(
    _ candidate: Candidate,
    origin: Int64,
    map: TimeMap,
    changed: inout [String]
  ) throws(RetimeError) -> Plan.Track {
    let (count, info) = (candidate.count, candidate.info)
    guard let sound = AudioCaps(candidate.raw) else {
      throw RetimeError(.badInput, "track \(info.index) of '\(source.name)' has no sound format")
    }
    let channels = request.isMono ? 1 : sound.channels
    let choice = try format.audioEncoder(
      for: candidate.encoded,
      sampleRate: sound.rate,
      channels: channels,
      channelMask: request.isMono ? 0 : sound.channelMask
    )
    let outputRate = choice.sampleRate(for: sound.rate)
    let outputChannels = choice.channels(for: channels)
    let name = "audio track \(info.index)"
    if outputRate != sound.rate {
      changed.append(
        "\(name): \(sound.rate) Hz becomes \(outputRate) Hz, which \(choice.codec) takes"
      )
    }
    if outputChannels != channels {
      changed.append(
        "\(name): \(channels) channels become \(outputChannels), which \(choice.codec) takes"
      )
    }
    let frames = map.outputFrameCount(ofSource: count.frames)
    let start = RationalTime(nanoseconds: (count.start ?? origin) - origin)
    let length = RationalTime(Int64(frames), Int64(sound.rate))
    return Plan.Track(
      index: info.index,
      streamID: info.streamID,
      sourceCodec: candidate.encoded.name,
      codec: choice.codec,
      encoder: choice.description,
      parser: choice.parser,
      preset: choice.preset,
      start: start.nanoseconds,
      sourceDuration: Double(count.end - origin) / 1e9,
      duration: (map.outputTime(ofSource: start) + length).seconds,
      sourceFrames: count.frames,
      frames: frames,
      media: .audio(
        Plan.Audio(
          format: SampleFormat(holding: sound.format),
          sampleRate: sound.rate,
          channels: sound.channels,
          channelMask: sound.channelMask,
          outputSampleRate: outputRate,
          outputChannels: outputChannels,
          outputChannelMask: choice.channelMask(for: outputChannels),
          method: request.audioMethod.rawValue,
          isMono: request.isMono && sound.channels > 1,
          encoderDelay: format.container.hasClock ? choice.delayFrames : 0,
          packetFrames: choice.packetFrames,
          needsTail: !choice.flushes
        )
      )
    )
  }
}
