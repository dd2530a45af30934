// SPDX-License-Identifier: MPL-2.0

/// A repair of the times of a track whose clock jumps: after a jump, a frame follows the one before it.
///
/// A damaged byte can move one frame, or all frames after it, by years. A time counts as wrong if
/// the clock goes back, or goes forward by more than the container's limit; then no jump of the
/// track is trusted. ffmpeg's `dts_delta_threshold` (10 s) and `dts_error_threshold` (30 hours) set
/// the same limits.
///
/// The clock is decode time. Presentation times of reordered frames go back without any fault, by
/// minutes if frames are rare.
package struct ClockRepair: Sendable {
  /// The allowed difference between a frame's time and the end of the frame before it, in nanoseconds.
  package static let tolerance: Int64 = 10_000_000_000
  /// The longest jump forward that may be silence or a still frame, in nanoseconds.
  package static let longestPause: Int64 = 30 * 3600 * 1_000_000_000

  private let longestPause: Int64
  private var shift: Int64
  private var expected: Int64?
  private var latest: (time: Int64, duration: Int64)?
  private var count = 0

  /// The presentation order of the frames; nil if it is the order of the stream.
  package private(set) var order: Reordering?
  /// Whether the clock has jumped in a way that cannot be right.
  package private(set) var isBroken = false
  /// The initial `shift` that leaves the times from the second frame on unchanged, if the first frame's time is wrong.
  package private(set) var firstShift: Int64 = 0

  /// Creates a repair that has seen no frames.
  ///
  /// - Parameters:
  ///   - shift: The offset added to the first times, in nanoseconds.
  ///   - longestPause: The longest step forward of the clock, in nanoseconds.
  ///   - isReordered: Whether frames may be shown in another order than the stream's.
  package init(
    shift: Int64 = 0,
    longestPause: Int64 = Self.longestPause,
    isReordered: Bool = false
  ) {
    (self.shift, self.longestPause) = (shift, longestPause)
    order = isReordered ? Reordering() : nil
  }

  /// Returns the repaired start of a frame with the timestamp `time` and the duration `duration`, in nanoseconds.
  ///
  /// Frames are passed in the order of the stream. `decoded` is the frame's decode time, if known.
  package mutating func time(of time: Int64, duration: Int64, decoded: Int64? = nil) -> Int64 {
    let clock = decoded ?? time
    if let latest {
      let step = clock.subtractingSaturated(latest.time)
      let isAhead = decoded == nil && order?.allows(time) ?? false
      if step < -Self.tolerance && !isAhead
        || step.subtractingSaturated(latest.duration) > longestPause
      {
        isBroken = true
      }
    }
    latest = (clock, max(0, duration))
    order?.note(time)
    if let expected,
      abs((clock &+ shift).subtractingSaturated(expected)) > Self.tolerance
    {
      shift = expected &- clock
      if count == 1 { firstShift = 0 &- shift }
    }
    count += 1
    expected = max(expected ?? .min, clock &+ shift &+ max(0, duration))
    return time &+ shift
  }
}

extension Int64 {
  /// Returns the difference, or the end of the range beyond which it lies.
  func subtractingSaturated(_ other: Int64) -> Int64 {
    let (difference, overflows) = subtractingReportingOverflow(other)
    // One above the minimum, so that it can be negated.
    return overflows ? (self < 0 ? -.max : .max) : Swift.max(difference, -.max)
  }
}
