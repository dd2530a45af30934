// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A time at a pad, in nanoseconds; `Optional.none` for `GST_CLOCK_TIME_NONE`.
public struct ClockTime: Hashable, Comparable, Sendable {
  /// The nanoseconds, 0 or more.
  public var nanoseconds: UInt64

  /// Creates a time of `nanoseconds`.
  public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// Creates the time nearest to `nanoseconds`; negative values become 0.
  public init(clamping nanoseconds: Int64) { self.nanoseconds = UInt64(clamping: nanoseconds) }

  /// The nanoseconds as a signed number, saturating, for differences.
  public var signed: Int64 { Int64(clamping: nanoseconds) }

  /// Creates a time from a `GstClockTime`; nil for `GST_CLOCK_TIME_NONE`.
  init?(raw: GstClockTime) {
    guard raw != GstClockTime.max else { return nil }
    nanoseconds = UInt64(raw)
  }

  /// Returns the `GstClockTime` of the mapped time; negative results become 0.
  func mapped(_ change: (Int64) -> Int64) -> GstClockTime {
    GstClockTime(ClockTime(clamping: change(signed)).nanoseconds)
  }

  /// Returns whether `left` is earlier.
  public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
}

extension ClockTime? {
  /// The `GstClockTime`, with `GST_CLOCK_TIME_NONE` for nil.
  var raw: GstClockTime { self.map { GstClockTime($0.nanoseconds) } ?? GstClockTime.max }
}
