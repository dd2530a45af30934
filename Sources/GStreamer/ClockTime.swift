// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A time at a pad, in nanoseconds; `Optional.none` where GStreamer says `GST_CLOCK_TIME_NONE`.
public struct ClockTime: Hashable, Comparable, Sendable {
  /// Nanoseconds, 0 or more.
  public var nanoseconds: UInt64

  /// A time of `nanoseconds`.
  public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// The time nearest to `nanoseconds` that there is: none lies before 0.
  public init(clamping nanoseconds: Int64) { self.nanoseconds = UInt64(clamping: nanoseconds) }

  /// The nanoseconds as the signed numbers in which differences are computed, saturating.
  public var signed: Int64 { Int64(clamping: nanoseconds) }

  /// GStreamer's value, whose largest number means "none".
  init?(raw: GstClockTime) {
    guard raw != GstClockTime.max else { return nil }
    nanoseconds = UInt64(raw)
  }

  /// GStreamer's value for what a map makes of this time; none lies before 0.
  func mapped(_ change: (Int64) -> Int64) -> GstClockTime {
    GstClockTime(ClockTime(clamping: change(signed)).nanoseconds)
  }

  /// Earlier comes first.
  public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
}

extension ClockTime? {
  /// GStreamer's value for this time or for none.
  var raw: GstClockTime { self.map { GstClockTime($0.nanoseconds) } ?? GstClockTime.max }
}
