// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// What the worker of one track has at hand.
struct TrackTask: Sendable {
  let plan: Plan
  let track: Plan.Track
  let reader: TrackReader
  let output: any TrackOutput
  let progress: TrackProgress
  let watchdog: Watchdog
  let preview: Preview?

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

  /// Where the source's pictures lie in time, counted from the common start.
  func grid(_ video: Plan.Video) -> FrameGrid {
    FrameGrid(
      frameRate: video.sourceFrameRate.flatMap { try? FrameRate(parsing: $0) },
      granularity: RationalTime(nanoseconds: video.granularity),
      firstNanoseconds: plan.origin + track.start,
      origin: plan.origin
    )
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
