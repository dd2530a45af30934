// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// The input and the output of a track's worker.
struct TrackTask: Sendable {
  let input: TrackInput
  let output: any TrackOutput
  let preview: Preview?

  var plan: Plan { input.plan }
  var track: Plan.Track { input.track }

  /// Calls `body`, whose GStreamer errors become errors of the output.
  func making<Value: ~Copyable>(
    _ body: () throws(GStreamerError) -> Value
  ) throws(WorkerFailure) -> Value {
    do throws(GStreamerError) {
      return try body()
    } catch {
      throw .error(RetimeError(error, side: .output, name: plan.output))
    }
  }

  /// Creates a buffer of the result, pushes it to the output, and records the progress.
  ///
  /// `from`: the start, in output time.
  /// `to`: the end, in output time.
  /// `frames`: the number of frames in the buffer.
  /// `make`: creates the buffer.
  func push(
    from: StreamTime,
    to: StreamTime,
    frames: Int,
    _ make: () throws(GStreamerError) -> Buffer
  ) throws(WorkerFailure) {
    try push(try making(make), from: from, to: to, frames: frames)
  }

  /// Pushes a buffer to the output, and records the progress.
  func push(
    _ made: consuming Buffer,
    from: StreamTime,
    to: StreamTime,
    frames: Int
  ) throws(WorkerFailure) {
    var buffer = made
    buffer.presentationTime = ClockTime(from)
    buffer.duration = ClockTime(to - from)
    guard output.push(buffer) else { throw .outputClosed }
    input.watchdog.feed()
    input.progress.advance(to: to.nanoseconds, frames: frames)
  }
}
