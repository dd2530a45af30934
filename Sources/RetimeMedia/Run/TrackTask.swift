// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
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
  func map() throws(RetimeError) -> TimeMap {
    do {
      return TimeMap(factor: try Factor(parsing: plan.factor))
    } catch {
      throw RetimeError(.usage, "\(error)")
    }
  }

  /// How the track is played.
  func played() throws(RetimeError) -> PlayedTrack { try plan.played(track) }

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
    do throws(GStreamerError) {
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
    } catch {
      throw .error(RetimeError(error, side: .input, name: plan.input))
    }
  }

  /// Hands one buffer of the result to the output and notes the progress.
  ///
  /// `from`: when it is shown or heard, in nanoseconds of the result.
  /// `to`: when it ends.
  /// `frames`: how many frames it holds.
  /// `make`: makes it.
  func push(
    from: Int64,
    to: Int64,
    frames: Int,
    _ make: () throws(GStreamerError) -> Buffer
  ) throws(WorkerFailure) {
    let buffer: Buffer
    do throws(GStreamerError) {
      buffer = try make()
    } catch {
      throw .error(RetimeError(error, side: .output, name: plan.output))
    }
    buffer.presentationTime = ClockTime(clamping: from)
    buffer.duration = ClockTime(clamping: to - from)
    guard output.push(buffer) else { throw .outputClosed }
    watchdog.pat()
    progress.advance(to: to, frames: frames)
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
      stop: track.stop.map(ClockTime.init(clamping:)),
      start: start.map(ClockTime.init(clamping:)),
      end: end.map(ClockTime.init(clamping:)),
      readsTables: true
    )
  }
}
