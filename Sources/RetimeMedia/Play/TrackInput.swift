// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// One track of a plan's source, with everything that reading it needs.
struct TrackInput: Sendable {
  let plan: Plan
  let track: Plan.Track
  let inputs: OpenInputs
  let progress: TrackProgress
  let watchdog: Watchdog
  /// The handler of errors while media are read, called on a streaming thread.
  let onReadError: @Sendable (GStreamerError) -> Void
  /// The handler of other errors that end the job, called on a streaming thread.
  let onFailure: @Sendable (RetimeError) -> Void
  /// The handler of notices to the user.
  let onNotice: @Sendable (String) -> Void

  /// Returns the input of the frames that are not copied; `progress` records their times.
  func encoding(_ smart: Plan.Smart, _ progress: TrackProgress) -> TrackInput {
    TrackInput(
      plan: plan,
      track: track.encoding(smart),
      inputs: inputs,
      progress: progress,
      watchdog: watchdog,
      onReadError: onReadError,
      onFailure: onFailure,
      onNotice: onNotice
    )
  }

  /// The playback of the track.
  var played: PlayedTrack { plan.played(track) }

  /// Runs `body`, and reports GStreamer's errors as errors of the input.
  func reading<Value: ~Copyable>(
    _ body: () throws(GStreamerError) -> Value
  ) throws(WorkerFailure) -> Value {
    do throws(GStreamerError) {
      return try body()
    } catch {
      throw .error(RetimeError(error, side: .input, name: plan.input))
    }
  }

  /// Opens a reader of the track, at the start of the selected part.
  ///
  /// `start`: a later source time to start at; nil for the start of the part. `onElement`: gets
  /// each element of the reader before it runs.
  ///
  /// Blocks until the input is open.
  func open(
    _ output: TrackReader.Output,
    from start: StreamTime? = nil,
    onElement: (@Sendable (Element) -> Void)? = nil
  ) throws(WorkerFailure) -> TrackReader {
    // Minutes of other streams may lie between two subtitles: their buffers count as progress.
    let watchdog = self.watchdog
    let feed: @Sendable () -> Void = { watchdog.feed() }
    let threads = plan.decoderThreads
    let watch: @Sendable (Element) -> Void = { element in
      if let threads, element.hasProperty("max-threads") {
        try? element.set("max-threads", to: "\(threads)")
      }
      onElement?(element)
    }
    return try reading { () throws(GStreamerError) in
      let reader = try TrackReader(
        plan.source(of: track, from: start),
        output: output,
        onElement: watch,
        onMove: track.media.kind.isSparse ? feed : nil,
        onError: onReadError
      )
      inputs.add(reader)
      try reader.start()
      return reader
    }
  }

  /// Returns a frame and its caps, converted to the size and colorimetry of the track's first frame.
  func steady(
    _ picture: SharedFrame,
    _ caps: Caps?,
    _ steady: inout UniformFrames
  ) throws(WorkerFailure) -> DecodedFrame {
    let shown = try reading { () throws(GStreamerError) in try steady.steady(picture, caps) }
    if let text = steady.takeFitted() {
      onNotice("video track \(track.index): frames of \(text), the size of the first one")
    }
    return DecodedFrame(picture: shown.picture, caps: shown.caps)
  }
}

/// The reason why a worker ended before its track did.
enum WorkerFailure: Error, Sendable {
  /// The output is closed; its owner reports the reason.
  case outputClosed
  /// An error of the worker.
  case error(RetimeError)
  /// The source's number of frames differs from the expected one.
  case countWasWrong
}

extension Plan.Track {
  /// The container's largest rounding error of video frames' times; zero for other tracks.
  var rounding: StreamTime {
    switch media {
    case .video(let video): ContainerTiming.rounding(granularity: video.granularity)
    case .packets(let packets) where packets.kind == .video:
      ContainerTiming.rounding(granularity: packets.granularity)
    case .packets, .audio: 0
    }
  }
}

extension Plan {
  /// Returns the input of a track's reader.
  func source(of track: Track, from start: StreamTime?) -> TrackReader.Source {
    TrackReader.Source(
      uri: uri,
      isPushed: isPushed,
      countsFromZero: countsFromZero,
      countsPictures: countsPictures,
      codecDelay: track.codecDelay.map(ClockTime.init),
      clockShift: track.clockShift,
      framer: track.framer,
      framedCaps: track.packets?.smart == nil ? nil : FramedForm.caps(of: track.sourceCodec),
      isChained: isChained ?? false,
      program: track.program,
      streamID: track.streamID,
      links: track.links ?? [],
      patches: track.patches.map { BytePatch(offset: $0.offset, bytes: $0.bytes) },
      listsChannels: listsChannels ?? false,
      stop: track.stop.map(ClockTime.init),
      capsFields: track.capsFields,
      containerColors: track.containerColors.flatMap { Colorimetry($0) },
      start: (start ?? self.start).map(ClockTime.init),
      end: end.map(ClockTime.init),
      beginning: beginning ?? 0,
      partStart: self.start.map(ClockTime.init),
      rounding: track.rounding,
      fit: track.fit
    )
  }
}
