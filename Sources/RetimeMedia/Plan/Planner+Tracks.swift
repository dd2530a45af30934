// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

extension Planner {
  // MARK: - Pictures

  func videoTrack(
    _ candidate: SourceTrack,
    origin: Int64,
    map: TimeMap
  ) throws(RetimeError) -> Plan.Track {
    let (count, info) = (candidate.count, candidate.info)
    let nominal = NominalFrameRate.of(candidate.raw.frameRate, count)
    let end = candidate.end(from: origin)
    var video = Plan.Video(
      timing: .constant,
      sourceFrameRate: candidate.gridRate?.description,
      granularity: candidate.granularity.nanoseconds,
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
      patches: patches(for: info.streamID),
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

  private func checkCopy(_ candidate: SourceTrack) throws(RetimeError) {
    guard let codec = Codec.matching(candidate.encoded), format.container.accepts(codec) else {
      throw RetimeError(
        .usage,
        "\(format.container.name) cannot hold \(candidate.info.codecDescription) as it is: leave out "
          + "--copy-video, or choose another container, such as mkv"
      )
    }
  }

  // MARK: - Sound

  func audioTrack(
    _ candidate: SourceTrack,
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
      patches: patches(for: info.streamID),
      sourceCodec: candidate.encoded.name,
      codec: choice.codec,
      encoder: choice.description,
      parser: choice.parser,
      preset: choice.preset,
      start: start.nanoseconds,
      sourceDuration: candidate.end(from: origin).seconds,
      duration: (map.outputTime(ofSource: start) + length).seconds,
      sourceFrames: count.frames,
      frames: frames,
      media: .audio(
        Plan.Audio(
          format: source.bitDepth == 24 && sound.format == "S32LE"
            ? .s24In32 : SampleFormat(holding: sound.format),
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
  /// What the reader of one stream must put in place of the file's own bytes.
  private func patches(for streamID: String) -> [Plan.Patch] {
    (source.movie?.patches(for: streamID) ?? []).map {
      Plan.Patch(offset: $0.offset, bytes: $0.bytes)
    }
  }
}
