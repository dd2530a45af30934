// SPDX-License-Identifier: MPL-2.0

/// The exact frame times of one video track, restored from timestamps that its container rounded.
///
/// A container stores times in its own granularity: Matroska in milliseconds, MP4 read by GStreamer
/// truncated to nanoseconds. At 30 frames per second 33 ms means 1/30 s; taken literally it would
/// decide ticks on a boundary wrongly. Frame n of a track with a constant rate is therefore placed
/// on the grid n ÷ fps that starts at the track's *own* first frame, if its timestamp agrees with
/// that within the granularity. The start itself may lie anywhere after the file's origin; it snaps
/// to a whole number of frame intervals by the same rule, so that tracks that start late still meet
/// the output's ticks.
///
/// Every other timestamp, and all those of a track without a constant rate, becomes the simplest
/// fraction within its nanosecond, which undoes truncation: 33333333 ns is 1/30 s. No timestamp
/// moves by more than twice the granularity plus 2 ns, or by 1 ns off the grid.
package struct FrameGrid: Hashable, Sendable {
  private let first: StreamTime
  private let origin: StreamTime
  private let tolerance: Rational
  /// The seconds from one frame to the next; nil if times do not snap.
  private let interval: Rational?
  /// The exact time of the track's first frame, counted from the origin.
  private let start: Rational

  /// Creates a grid for the track whose first timestamp is `first`.
  ///
  /// If the granularity is half a frame interval or more, frames cannot be distinguished, and times
  /// do not snap.
  ///
  /// - Parameters:
  ///   - frameRate: The track's constant rate; nil if it varies or is unknown.
  ///   - granularity: The step between timestamps that the container can store: 1 ms for Matroska,
  ///     0 if times are exact to the nanosecond.
  ///   - first: The track's first timestamp.
  ///   - origin: The file's common start.
  package init(
    frameRate: FrameRate?,
    granularity: RationalTime,
    first: StreamTime,
    origin: StreamTime
  ) {
    let interval = frameRate?.rational.reciprocal
    self.first = first
    self.origin = origin
    tolerance = granularity.rational + Rational(1, nanosecondsPerSecond)
    self.interval = interval.flatMap { granularity.rational < $0 * Rational(1, 2) ? $0 : nil }
    let offset = Int128(first.nanoseconds) - Int128(origin.nanoseconds)
    start =
      Self.gridTime(offset, interval: self.interval, tolerance: tolerance)
      ?? Rational(simplestWithinNanosecond: offset)
  }

  /// Returns the exact time, counted from the origin, of the frame with the timestamp `time`.
  ///
  /// Two timestamps closer than twice the granularity may become the same time.
  package func time(of time: StreamTime) -> RationalTime {
    let elapsed = Int128(time.nanoseconds) - Int128(first.nanoseconds)
    if let snapped = Self.gridTime(elapsed, interval: interval, tolerance: tolerance) {
      return RationalTime(seconds: start + snapped)
    }
    return RationalTime(
      seconds: Rational(
        simplestWithinNanosecond: Int128(time.nanoseconds) - Int128(origin.nanoseconds)
      )
    )
  }

  /// Returns the multiple of `interval` that lies within `tolerance` of `nanoseconds`; nil if there is none.
  private static func gridTime(
    _ nanoseconds: Int128,
    interval: Rational?,
    tolerance: Rational
  ) -> Rational? {
    guard let interval else { return nil }
    let time = Rational(reducing: nanoseconds, over: Int128(nanosecondsPerSecond))
    let nearest = Rational(reducing: (time / interval).rounded(), over: 1) * interval
    return max(time - nearest, nearest - time) <= tolerance ? nearest : nil
  }
}
