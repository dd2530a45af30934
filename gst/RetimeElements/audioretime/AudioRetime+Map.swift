// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

// The source position of the audio: from the settings, from a controller, and its transfer to the
// engine.
extension AudioRetime {
  /// Returns whether a controller of the factor is followed within buffers.
  ///
  /// This requires forward playback, timestamps, and an unknown source length.
  func isFollowed(_ segment: Segment?, _ time: ClockTime?, _ settings: Settings) -> Bool {
    guard let segment, !segment.isBackward, time != nil else { return false }
    return settings.sourceFrames == 0 && settings.map.text.isEmpty
  }

  /// Extends the map along a controller to the end of the received frames, and passes it to the engine.
  func follow(
    _ controller: FactorControl,
    from time: Int64,
    _ frames: Int,
    _ settings: Settings,
    _ layout: AudioLayout,
    _ stream: inout Stream
  ) {
    // Positions follow from the frame count, not from timestamps, which upstream rounds.
    let begin = stream.base?.source ?? time
    let count = Int64(frames + (stream.engine?.sourceFrameCount ?? 0))
    let end = begin.saturatingSum(RationalTime(count, Int64(layout.rate)).nanoseconds)
    let waiting = Int64(clamping: latency(isControlled: true))
    host.send(timing.follow(controller, from: begin, until: end, waiting: waiting))
    followMap(settings, &stream)
  }

  /// Creates the stream's engine, or changes the factor of its engine.
  func apply(
    _ factor: Factor,
    _ settings: Settings,
    _ layout: AudioLayout,
    at time: Int64,
    _ isAtStart: Bool,
    _ stream: inout Stream
  ) -> Flow {
    guard let engine = stream.engine, let base = stream.base else {
      // Audio that was passed through becomes that of an engine, which another one takes over.
      var first = settings
      if stream.isPassing, settings.pitch.isShifted { first.makePassing() }
      let settings = first
      // The stretch windows reach back, so audio that was passed through continues unchanged for
      // `passage`.
      let delay = settings.pitch.ratio != nil && stream.isPassing ? Self.passage : 0
      host.setFactor(factor, atSource: RationalTime(nanoseconds: time.saturatingSum(delay)), timing)
      let source = RationalTime(nanoseconds: time)
      let base = (source: time, output: timing.positions.startTime(ofStream: source))
      let map = timing.positions.counted(fromSource: source, output: base.output)
      guard
        let (engine, isWhole) = engine(settings, layout, map, isAtStart, copied: delay)
      else { return .error }
      stream.engine = engine
      stream.sounding = SoundSettings(settings)
      rendering.withLock { $0 = [settings] }
      host.log(.info, "scaling \(layout.format) at \(layout.rate) Hz by \(factor), \(settings)")
      (stream.base, stream.isWhole) = (base, isWhole)
      return .ok
    }
    guard !stream.isWhole, factor != timing.factor else { return .ok }
    // The factor changes at the next frame without any rendered output.
    let elapsed = RationalTime(Int64(engine.firstFree), Int64(layout.rate))
    host.setFactor(
      factor,
      atSource: timing.positions.streamTime(ofOutput: base.output + elapsed),
      timing
    )
    followMap(settings, &stream)
    return .ok
  }

  /// Creates an engine for the start of a map, and returns whether it knows the source length; nil after an error.
  ///
  /// `copied`: the duration at the start that is played unchanged, in nanoseconds.
  func engine(
    _ settings: Settings,
    _ layout: AudioLayout,
    _ map: TimeMap,
    _ isAtStart: Bool,
    copied: Int64
  ) -> (any ReplaceableAudioEngine, isWhole: Bool)? {
    guard let sample = sampleType(layout.format) else {
      _ = host.fail(.format, "audioretime does not know samples of \(layout.format)")
      return nil
    }
    guard let ratio = settings.pitch.ratio else {
      let (controls, isWhole) = settings.controls(map, layout.rate, isAtStart: isAtStart)
      let sound = settings.sound(map, layout.rate)
      func engine<Sample: AudioSample>(_: Sample.Type) -> any ReplaceableAudioEngine {
        guard let sound else {
          return CrossfadingEngine(
            ProgressiveScaler<Sample>(controls: controls, channelCount: layout.channels)
          )
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
    var plan = StretchPlan(
      stream: map,
      rate: layout.rate,
      fade: settings.fade,
      copied: settings.map.map == nil ? Int(frames) + 1 : .max,
      ratio: ratio
    )
    plan.quality = settings.quality
    func engine<Sample: AudioSample>(_: Sample.Type) -> any ReplaceableAudioEngine {
      let shifter = MappedShifter<Sample>(
        plan,
        channelCount: layout.channels,
        keepsFormants: settings.keepsFormants
      )
      return ahead(shifter, layout)
    }
    return (engine(sample), false)
  }

  /// Returns an engine that renders up to one buffer's frames ahead.
  private func ahead(
    _ engine: some MapEngine,
    _ layout: AudioLayout
  ) -> any ReplaceableAudioEngine {
    CrossfadingEngine(MapAudioEngine(engine, framesAhead: Self.mostFrames(layout)))
  }

  /// Returns the pitch that a buffer has in the element's group; nil if that does not state it.
  func pitch(
    of buffer: borrowing Buffer,
    _ segment: Segment?,
    _ stream: Stream
  ) -> PitchSetting? {
    guard let time = buffer.presentationTime?.signed else { return nil }
    let end = time.saturatingSum(buffer.duration?.signed ?? 0)
    return group.pitch(of: time..<max(time, end), in: segment) { lead($0, stream) }
  }

  /// Returns the nanoseconds for which passed-through audio continues before its pitch is preserved.
  private func lead(_ pitch: PitchSetting, _ stream: Stream) -> Int64 {
    pitch.ratio != nil && stream.engine == nil ? Self.passage : 0
  }

  /// Applies the changes of the element's group; returns whether it is in one.
  func join(
    _ buffer: borrowing Buffer,
    _ segment: Segment?,
    _ settings: Settings,
    _ stream: inout Stream
  ) -> Bool {
    guard settings.map.text.isEmpty, !stream.isWhole,
      let time = buffer.presentationTime?.signed
    else { return false }
    let end = time.saturatingSum(buffer.duration?.signed ?? 0)
      .saturatingSum(lead(settings.pitch, stream))
    guard let changes = group.changes(until: end, in: segment) else { return false }
    // Upstream rounds timestamps: frames that are rendered do not change.
    let rendered = stream.engine.map { engine in
      let elapsed = RationalTime(Int64(engine.firstFree), Int64(stream.layout?.rate ?? 1))
      return timing.positions.streamTime(ofOutput: (stream.base?.output ?? .zero) + elapsed)
    }
    for (factor, position) in changes {
      host.setFactor(factor, atSource: max(position, rendered ?? position), timing)
    }
    if !changes.isEmpty { followMap(settings, &stream) }
    return true
  }

  /// Passes the current map to the engine, which applies it from the next frame on.
  private func followMap(_ settings: Settings, _ stream: inout Stream) {
    guard let base = stream.base, let layout = stream.layout else { return }
    let source = RationalTime(nanoseconds: base.source)
    let map = timing.positions.counted(fromSource: source, output: base.output)
    stream.engine?.setMap(map, rate: layout.rate)
  }
}

extension AudioRetime.Settings {
  var interpolation: InterpolationMethod { [.linear, .smooth, .sinc][method] }

  var quality: StretchQuality { stretchQuality == 1 ? .live : .best }

  var fade: RationalTime { RationalTime(nanoseconds: Int64(clamping: jointFade)) }

  /// Returns the audio along a set map; nil if the whole stream has one speed.
  ///
  /// `map`: the map with times counted from the first frame.
  func sound(_ map: TimeMap, _ rate: Int) -> MappedAudio? {
    guard self.map.map != nil, map.factor == nil, map.onlySpeed == nil else { return nil }
    return MappedAudio(stream: map, rate: rate, method: interpolation, fade: fade)
  }

  /// Returns the source positions of output frames, and whether they cover the whole source.
  ///
  /// `map`: the map with times counted from the first frame.
  func controls(_ map: TimeMap, _ rate: Int, isAtStart: Bool) -> (ControlBlocks, isWhole: Bool) {
    // The frame count of the source applies only from its start.
    guard sourceFrames > 0, isAtStart, map.factor != nil else {
      return (ControlBlocks(map, rate: rate, method: interpolation), false)
    }
    let length = map.outputFrameCount(ofSource: sourceFrames)
    return (ControlBlocks(count: sourceFrames, length: length, method: interpolation), true)
  }
}
