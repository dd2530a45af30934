// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// One track of a plan's source, and what reading it needs.
struct TrackInput: Sendable {
  let plan: Plan
  let track: Plan.Track
  let inputs: OpenInputs
  let progress: TrackProgress
  let watchdog: Watchdog
  /// Gets what goes wrong while media are read, on a streaming thread.
  let onReadError: @Sendable (GStreamerError) -> Void
  /// Gets what the person should know.
  let onNotice: @Sendable (String) -> Void

  /// How the track is played.
  var played: PlayedTrack { plan.played(track) }

  /// Does what concerns the source; what GStreamer says of it becomes the job's error.
  func reading<Value: ~Copyable>(
    _ body: () throws(GStreamerError) -> Value
  ) throws(WorkerFailure) -> Value {
    do throws(GStreamerError) {
      return try body()
    } catch {
      throw .error(RetimeError(error, side: .input, name: plan.input))
    }
  }

  /// Opens the track for reading, from the start of the part that is wanted.
  ///
  /// `start`: a later time of the source to begin at; nil for the part's own start.
  /// `onElement`: gets each element that the reader makes, before it runs.
  /// Blocks until the input is open.
  func open(
    _ output: TrackReader.Output,
    from start: StreamTime? = nil,
    onElement: (@Sendable (Element) -> Void)? = nil
  ) throws(WorkerFailure) -> TrackReader {
    // Between two subtitles there may be minutes of everything else.
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
        onMove: track.media.kind == .subtitle ? feed : nil,
        onError: onReadError
      )
      inputs.add(reader)
      try reader.start()
      return reader
    }
  }

  /// A picture, and its caps, as the first one of the track was.
  func steady(
    _ picture: Picture,
    _ caps: Caps?,
    _ steady: inout SteadyPictures
  ) throws(WorkerFailure) -> (picture: Picture, caps: Caps?) {
    try reading { () throws(GStreamerError) in try steady.steady(picture, caps) }
  }
}

/// Why a worker ended before its track did.
enum WorkerFailure: Error, Sendable {
  /// The output takes no more, which somebody else will explain.
  case outputClosed
  /// Something went wrong here.
  case error(RetimeError)
  /// The source did not have as many frames as its container said.
  case countWasWrong
}

extension Plan.Track {
  /// By how much the container may have rounded the times of its video frames; zero for other tracks.
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
  /// What the reader of a track reads.
  func source(of track: Track, from start: StreamTime?) -> TrackReader.Source {
    TrackReader.Source(
      uri: uri,
      isPushed: isPushed,
      countsFromZero: countsFromZero,
      countsPictures: countsPictures,
      codecDelay: track.codecDelay.map(ClockTime.init),
      clockShift: track.clockShift,
      framer: track.framer,
      isChained: isChained ?? false,
      program: track.program,
      streamID: track.streamID,
      links: track.links ?? [],
      patches: track.patches.map { BytePatch(offset: $0.offset, bytes: $0.bytes) },
      listsChannels: listsChannels ?? false,
      stop: track.stop.map(ClockTime.init),
      capsFields: track.capsFields,
      start: (start ?? self.start).map(ClockTime.init),
      end: end.map(ClockTime.init),
      partStart: self.start.map(ClockTime.init),
      rounding: track.rounding
    )
  }
}
