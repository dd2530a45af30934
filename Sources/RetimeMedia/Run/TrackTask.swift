// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// What the worker of one track has at hand.
struct TrackTask: Sendable {
  let plan: Plan
  let track: Plan.Track
  let inputs: OpenInputs
  let output: any TrackOutput
  let progress: TrackProgress
  let watchdog: Watchdog
  let preview: Preview?
  /// Gets what goes wrong while media are read, on a streaming thread.
  let onReadError: @Sendable (GStreamerError) -> Void
  /// Gets what the person should know.
  let onNotice: @Sendable (String) -> Void

  /// The time map of the plan.
  ///
  /// - Throws: when the plan was changed by hand into one that makes no sense.
  func map() throws(WorkerFailure) -> TimeMap {
    do {
      return TimeMap(factor: try Factor(parsing: plan.factor))
    } catch {
      throw .error(RetimeError(.usage, "\(error)"))
    }
  }

  /// How the track is played.
  func played() throws(WorkerFailure) -> PlayedTrack {
    do throws(RetimeError) {
      return try plan.played(track)
    } catch {
      throw .error(error)
    }
  }

  /// Does what concerns the result; what GStreamer says of it becomes the job's error.
  func making<Value: ~Copyable>(
    _ body: () throws(GStreamerError) -> Value
  ) throws(WorkerFailure) -> Value {
    do throws(GStreamerError) {
      return try body()
    } catch {
      throw .error(RetimeError(error, side: .output, name: plan.output))
    }
  }

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
  /// Blocks until the input is open.
  func open(
    _ form: TrackReader.Form,
    sieve: PictureSieve? = nil
  ) throws(WorkerFailure) -> TrackReader {
    // Between two subtitles there may be minutes of everything else.
    let watchdog = self.watchdog
    let pat: @Sendable () -> Void = { watchdog.pat() }
    return try reading { () throws(GStreamerError) in
      let reader = try TrackReader(
        plan.source(of: track),
        form: form,
        sieve: sieve,
        onMove: track.media.kind == .subtitle ? pat : nil,
        onError: onReadError
      )
      inputs.add(reader)
      try reader.start()
      return reader
    }
  }

  /// Hands one buffer of the result to the output and notes the progress.
  ///
  /// `from`: when it is shown or heard, in the result's time.
  /// `to`: when it ends.
  /// `frames`: how many frames it holds.
  /// `make`: makes it.
  func push(
    from: StreamTime,
    to: StreamTime,
    frames: Int,
    _ make: () throws(GStreamerError) -> Buffer
  ) throws(WorkerFailure) {
    let buffer = try making(make)
    buffer.presentationTime = ClockTime(from)
    buffer.duration = ClockTime(to - from)
    guard output.push(buffer) else { throw .outputClosed }
    watchdog.pat()
    progress.advance(to: to.nanoseconds, frames: frames)
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

extension Plan {
  /// What the reader of a track reads.
  fileprivate func source(of track: Track) -> TrackReader.Source {
    TrackReader.Source(
      uri: uri,
      isPushed: isPushed,
      countsFromZero: countsFromZero,
      countsPictures: countsPictures,
      clockShift: track.clockShift,
      framer: track.framer,
      isChained: isChained ?? false,
      program: track.program,
      streamID: track.streamID,
      links: track.links ?? [],
      patches: track.patches.map { BytePatch(offset: $0.offset, bytes: $0.bytes) },
      stop: track.stop.map(ClockTime.init),
      capsFields: track.capsFields,
      start: start.map(ClockTime.init),
      end: end.map(ClockTime.init),
      readsTables: true
    )
  }
}
