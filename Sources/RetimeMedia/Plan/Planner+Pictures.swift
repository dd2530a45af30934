// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore

extension Planner {
  func videoTrack(
    _ candidate: SourceTrack,
    _ times: Times,
    _ notes: inout PlanNotes
  ) throws(RetimeError) -> Plan.Track {
    let (count, info) = (candidate.count, candidate.info)
    let played = played(candidate, times)
    let shrink = Self.shrink(times.map, played)
    let nominal = NominalFrameRate(candidate.raw.frameRate, count, shrink)
    guard scan.frameCaps(of: info.streamID)?.string("interlace-mode") != "alternate" else {
      throw RetimeError(
        .missingCodec,
        "video track \(info.index), which is \(info.codecDescription), is coded as separate fields, and nothing here "
          + "weaves them: copy it with retime copy, or scale --copy-video"
      )
    }
    let mapping = request.makesSDR ? candidate.colors?.toneMapping : nil
    if request.makesSDR {
      notes.change(candidate.colors?.toneMappingText ?? "its colorimetry is unknown", of: info)
    }
    let fields = FieldPlan(
      deinterlacing: request.deinterlacing,
      playback: times.direction,
      source: candidate.colors
    )
    if let text = fields.changed { notes.change(text, of: info) }
    let pictures = mapping == nil ? candidate.colors : candidate.colors?.toneMapped
    var choice = try format.videoEncoder(for: candidate.encoded, pictures: pictures)
    try checkSize(of: candidate, as: choice.codec)
    if request.parts != nil { choice.fixThreads() }
    let memory = VideoMemory(
      width: info.video?.width ?? 0,
      height: info.video?.height ?? 0,
      format: pictures?.format,
      request
    )
    // Only playing backwards has a memory limit.
    let limit = times.isBackward ? request.maximumMemory : nil
    let needed = choice.fit(memory, below: limit)
    if let limit, needed > limit {
      notes.change(
        "it takes about \(needed / 1_000_000) MB, which is more than --max-memory \(limit >> 20)M: "
          + "\(choice.factory) and a decoder need as much for frames of this size",
        of: info
      )
    }
    let colors = pictures.map { source in
      ColorPlanner(
        source: source,
        container: format.container,
        choice: choice,
        toneMapping: mapping,
        planarForm: fields.form
      )
    }
    let signals = choice.encoder.pictures.signals.union(format.container.signals)
    if let text = fields.lost(signals: signals) { notes.lose(text, of: info) }
    for text in colors?.lost ?? [] { notes.lose(text, of: info) }
    for text in colors?.changed ?? [] { notes.change(text, of: info) }
    if request.quality != .good, colors?.ignoresQuality ?? choice.ignoresQuality {
      notes.change(request.quality.isVain(for: choice.codec), of: info)
    }
    var video = Plan.Video(
      timing: .constant,
      memory: needed,
      sourceFrameRate: candidate.gridRate,
      granularity: candidate.granularity.nanoseconds,
      orientation: info.video?.orientation ?? .upright,
      aspect: source.movie?.track(info.streamID).colors?.aspect,
      fields: fields.fields,
      fieldOrder: candidate.colors?.fieldOrder?.rawValue,
      colors: colors?.plan
    )
    if request.parts != nil { video.isEnterable = isEnterable(candidate) }
    // The number of frames that the sections of a map show is known only after reading them.
    var frames: Int? = times.showsAll ? count.frames * played.passes.count : nil
    if try keepsPictures(of: candidate, shrink) {
      video.timing = .variable
      let isEven = times.isIdentity && count.isEven
      let announces = isEven && request.frameTiming == .kept || !choice.encoder.takesVariableRate
      video.announcedFrameRate = announces ? nominal.rate : nil
    } else {
      var rate = nominal.rate
      if case .constant(let wanted) = request.frameTiming {
        rate = wanted
      } else if nominal.isChosen {
        note(nominal, of: candidate, &notes)
      }
      rate = try shownRate(rate, of: candidate, &notes)
      video.frameRate = rate
      video.begin = count.begin
      video.selection = request.selection
      video.motionBlur = request.motionBlur
      if request.selection == .flow {
        video.flow = .init(quality: request.flowQuality, keepsRepeats: request.keepsRepeats)
      }
      let ticks = TimeMap.tickCount(before: played.output.end, frameRate: rate)
      frames = ticks
      if times.planned == nil, count.isGapless, count.isSteady,
        candidate.colors?.isInterlaced != true
      {
        video.isGapless = true
        video.groupStarts = ticks * 4 < count.frames ? count.groups.times : nil
      }
    }
    var track = track(of: candidate, times, codec: choice.codec, .video(video))
    track.stop = source.movie?.track(info.streamID).stop
    track.encoder = colors?.encoder ?? choice.description
    track.stated = statedVideo(choice, colors?.plan, fields)
    track.containerColors = containerColors(of: candidate)
    (track.parser, track.preset, track.frames) = (choice.parser, choice.preset, frames)
    try animate(&track, of: candidate, &notes)
    try checkEncoder(of: candidate, track)
    return track
  }

  /// Notes why the frames of a track with a variable frame rate are evenly spaced.
  private func note(
    _ nominal: NominalFrameRate,
    of candidate: SourceTrack,
    _ notes: inout PlanNotes
  ) {
    let cause =
      if format.container.isEven {
        format.container.spacing
      } else if let making = request.madePictures {
        "\(making) makes frames at a constant rate"
      } else {
        "more than 120 frames a second would come of all"
      }
    let losses = nominal.dropsFrames ? ", and drop those of the source that are closer" : ""
    notes.change(
      "its frame rate varies, and \(cause): frames come at \(nominal.rate) a second\(losses)",
      of: candidate.info
    )
  }

  /// Returns the ratios of frame durations in the result to those in the source.
  private static func shrink(_ map: TimeMap, _ played: PlayedTrack) -> NominalFrameRate.Shrink {
    let (zero, one) = (Rational(0), Rational(1))
    let least = map.highestSpeed > zero ? map.highestSpeed.reciprocal : one
    let source = (played.end - played.start).rational
    let output = (played.output.end - played.output.start).rational
    return (least, source > zero ? output / source : one)
  }

  /// Returns whether every frame is kept at a time of its own.
  private func keepsPictures(
    of candidate: SourceTrack,
    _ shrink: NominalFrameRate.Shrink
  ) throws(RetimeError) -> Bool {
    let making = request.madePictures
    let isTooClose = isTooClose(candidate.count, shrink)
    switch request.frameTiming {
    case .constant: return false
    case .source:
      return candidate.count.constantRate == nil && candidate.count.frames > 1 && making == nil
        && !format.container.isEven && !isTooClose
        && !NominalFrameRate.isTooFast(candidate.count, shrink)
    case .kept: return !format.container.isEven && making == nil && !isTooClose
    case .variable:
      guard !isTooClose else { throw tooClose() }
      if let making {
        throw RetimeError(
          .usage,
          "--fps vfr keeps every frame, and \(making) computes others: leave one of them out"
        )
      }
      guard !format.container.isEven else {
        throw RetimeError(
          .usage,
          "\(format.container.spacing): leave out --fps vfr"
            + format.container.alternative { !$0.isEven && !$0.video.isEmpty }
        )
      }
      return true
    }
  }
}
