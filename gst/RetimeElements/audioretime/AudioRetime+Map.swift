// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

// Which place of the source the sound is at: what is set, what a controller gives, and how the engine gets to know.
extension AudioRetime {
  /// Whether a controller of the factor is followed within buffers: forwards, in time, of unknown length.
  func isFollowed(_ segment: Segment?, _ time: ClockTime?, _ settings: Settings) -> Bool {
    guard let segment, !segment.isBackward, time != nil else { return false }
    return settings.sourceFrames == 0 && settings.map.text.isEmpty
  }

  /// Has the map follow a controller to the end of the frames that have come, and the engine the map.
  func follow(
    _ controller: ControlBinding,
    from time: Int64,
    _ frames: Int,
    _ settings: Settings,
    _ layout: AudioLayout,
    _ stream: inout Stream
  ) {
    // Frames count, not timestamps, which are rounded by others.
    let begin = stream.base?.source ?? time
    let count = Int64(frames + (stream.engine?.sourceFrameCount ?? 0))
    let end = begin.saturatingSum(RationalTime(count, Int64(layout.rate)).nanoseconds)
    let waiting = Int64(clamping: latency(isControlled: true))
    host.send(timing.follow(controller, from: begin, until: end, waiting: waiting))
    followMap(settings, &stream)
  }

  /// Gives the stream an engine, or its engine another factor.
  func apply(
    _ factor: Factor,
    _ settings: Settings,
    _ layout: AudioLayout,
    at time: Int64,
    _ isAtStart: Bool,
    _ stream: inout Stream
  ) -> Flow {
    guard let engine = stream.engine, let base = stream.base else {
      // Windows reach back: what was passed on until now goes on for a moment.
      let delay = settings.pitch.ratio != nil && stream.isPassing ? Self.passage : 0
      setFactor(factor, atSource: RationalTime(nanoseconds: time.saturatingSum(delay)))
      let source = RationalTime(nanoseconds: time)
      let base = (source: time, output: timing.positions.startTime(ofStream: source))
      let map = timing.positions.counted(fromSource: source, output: base.output)
      guard
        let (engine, isWhole) = engine(settings, layout, map, isAtStart, copied: delay)
      else { return .error }
      stream.engine = engine
      host.log(.info, "scaling \(layout.format) at \(layout.rate) Hz by \(factor), \(settings)")
      (stream.base, stream.isWhole) = (base, isWhole)
      return .ok
    }
    guard !stream.isWhole, factor != timing.factor else { return .ok }
    // From the next frame of which nothing is made yet.
    let elapsed = RationalTime(Int64(engine.firstFree), Int64(layout.rate))
    setFactor(factor, atSource: timing.positions.streamTime(ofOutput: base.output + elapsed))
    followMap(settings, &stream)
    return .ok
  }

  /// An engine for the first frame of a map, and whether it knows how many frames come; nil after an error.
  ///
  /// `copied`: how many nanoseconds are played as they are.
  private func engine(
    _ settings: Settings,
    _ layout: AudioLayout,
    _ map: TimeMap,
    _ isAtStart: Bool,
    copied: Int64
  ) -> (any SoundEngine, isWhole: Bool)? {
    guard let sample = sampleType(layout.format) else {
      _ = host.fail(.format, "audioretime does not know samples of \(layout.format)")
      return nil
    }
    guard let ratio = settings.pitch.ratio else {
      let (controls, isWhole) = settings.controls(map, layout.rate, isAtStart: isAtStart)
      let sound = settings.sound(map, layout.rate)
      func engine<Sample: AudioSample>(_: Sample.Type) -> any SoundEngine {
        guard let sound else {
          return ProgressiveScaler<Sample>(controls: controls, channelCount: layout.channels)
        }
        return ahead(MappedScaler<Sample>(sound, channelCount: layout.channels), layout)
      }
      return (engine(sample), sound == nil && isWhole)
    }
    guard Self.keptRates.contains(layout.rate), layout.channels <= Self.keptChannels else {
      _ = host.fail(
        .format,
        "audioretime keeps the pitch of up to \(Self.keptChannels) channels at up to "
          + "\(Self.keptRates.upperBound) Hz, and got \(layout.channels) at \(layout.rate) Hz"
      )
      return nil
    }
    let frames = RationalTime(nanoseconds: copied).ticks(timescale: Int64(layout.rate))
    let plan = StretchPlan(
      stream: map,
      rate: layout.rate,
      fade: settings.fade,
      copied: settings.map.map == nil ? Int(frames) + 1 : .max,
      ratio: ratio
    )
    func engine<Sample: AudioSample>(_: Sample.Type) -> any SoundEngine {
      let shifter = MappedShifter<Sample>(
        plan,
        channelCount: layout.channels,
        keepsFormants: settings.keepsFormants
      )
      return ahead(shifter, layout)
    }
    return (engine(sample), false)
  }

  /// An engine that makes up to a buffer's frames ahead.
  private func ahead(_ engine: some MapEngine, _ layout: AudioLayout) -> any SoundEngine {
    SoundAlongMap(engine, framesAhead: Self.mostFrames(layout))
  }

  func setFactor(_ factor: Factor, atSource position: RationalTime) {
    guard factor != timing.factor else { return }
    host.log(.info, "factor \(factor) from \(position) of the source on")
    host.send(timing.setFactor(factor, atSource: position))
  }

  /// Gives the engine the map that is in effect, from the next frame on.
  private func followMap(_ settings: Settings, _ stream: inout Stream) {
    guard let base = stream.base, let layout = stream.layout else { return }
    let source = RationalTime(nanoseconds: base.source)
    let map = timing.positions.counted(fromSource: source, output: base.output)
    stream.engine?.setMap(map, rate: layout.rate)
  }
}

extension AudioRetime.Settings {
  var interpolation: InterpolationMethod { [.linear, .smooth, .sinc][method] }

  var fade: RationalTime { RationalTime(nanoseconds: Int64(clamping: jointFade)) }

  /// The sound of a map that is set; nil where one speed serves all of it.
  ///
  /// `map`: of times counted from the first frame.
  func sound(_ map: TimeMap, _ rate: Int) -> MappedSound? {
    guard self.map.map != nil, map.factor == nil, map.onlySpeed == nil else { return nil }
    return MappedSound(stream: map, rate: rate, method: interpolation, fade: fade)
  }

  /// The positions that output frames read, and whether they are those of the whole source.
  ///
  /// `map`: of times counted from the first frame.
  func controls(_ map: TimeMap, _ rate: Int, isAtStart: Bool) -> (ControlBlocks, isWhole: Bool) {
    // The count is of frames from the very start.
    guard sourceFrames > 0, isAtStart, map.factor != nil else {
      return (ControlBlocks(map, rate: rate, method: interpolation), false)
    }
    let length = map.outputFrameCount(ofSource: sourceFrames)
    return (ControlBlocks(count: sourceFrames, length: length, method: interpolation), true)
  }
}
