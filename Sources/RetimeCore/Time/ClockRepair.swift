// SPDX-License-Identifier: MPL-2.0

/// Joins the times of a track whose clock jumps: after a jump, a frame follows the one before it.
///
/// A damaged byte can move one frame, or all that come after it, by years. A time is taken for wrong where the
/// clock goes back, or goes forward by more than the container's limit; then no jump of the track is believed.
/// ffmpeg's `dts_delta_threshold` (10 s) and `dts_error_threshold` (30 hours) draw the same lines.
///
/// The clock is that of decoding. Pictures that are shown in another order go back without any fault, and by
/// minutes where they come seldom.
public struct ClockRepair: Sendable {
  /// By how much neighbours may differ from what they say of each other, in nanoseconds.
  public static let tolerance: Int64 = 10_000_000_000
  /// The longest jump forward that may be silence or a still picture, in nanoseconds.
  public static let longestPause: Int64 = 30 * 3600 * 1_000_000_000

  private let longestPause: Int64
  private var shift: Int64
  private var expected: Int64?
  private var latest: (time: Int64, duration: Int64)?
  private var count = 0

  /// In which order the frames are shown; nil where it is the order of the stream.
  public private(set) var order: Reordering?
  /// Whether a time was seen that cannot be right.
  public private(set) var isBroken = false
  /// What `shift` must be for the times from the second frame on to be right, where the first one's is not.
  public private(set) var firstShift: Int64 = 0

  /// A clock that nothing is known of.
  ///
  /// - Parameters:
  ///   - shift: what is added to the first times, in nanoseconds.
  ///   - longestPause: how far the clock may go forward at once, in nanoseconds.
  ///   - isReordered: whether frames may be shown in another order.
  public init(
    shift: Int64 = 0,
    longestPause: Int64 = Self.longestPause,
    isReordered: Bool = false
  ) {
    (self.shift, self.longestPause) = (shift, longestPause)
    order = isReordered ? Reordering() : nil
  }

  /// When a frame begins that says it begins at `time` and lasts `duration`, all in nanoseconds.
  ///
  /// Frames come in the order of the stream. `decoded`: when it is to be decoded, where anything says it.
  public mutating func time(of time: Int64, duration: Int64, decoded: Int64? = nil) -> Int64 {
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
  /// The difference, or the end of the range that it lies beyond.
  func subtractingSaturated(_ other: Int64) -> Int64 {
    let (difference, overflows) = subtractingReportingOverflow(other)
    // One below the largest, so that it can be negated.
    return overflows ? (self < 0 ? -.max : .max) : Swift.max(difference, -.max)
  }
}
