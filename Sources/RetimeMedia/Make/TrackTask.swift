// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// What the worker of one track has at hand: what it reads, and where it puts the result.
struct TrackTask: Sendable {
  let input: TrackInput
  let output: any TrackOutput
  let preview: Preview?

  var plan: Plan { input.plan }
  var track: Plan.Track { input.track }

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
    try push(try making(make), from: from, to: to, frames: frames)
  }

  /// Hands a buffer that is made to the output, as above.
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
