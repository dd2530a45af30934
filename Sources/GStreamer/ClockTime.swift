// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A time at a pad, in nanoseconds; `Optional.none` where GStreamer says `GST_CLOCK_TIME_NONE`.
public struct ClockTime: Hashable, Comparable, Sendable {
  /// Nanoseconds, 0 or more.
  public var nanoseconds: UInt64

  /// A time of `nanoseconds`.
  public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// GStreamer's value, whose largest number means "none".
  init?(raw: GstClockTime) {
    guard raw != GstClockTime.max else { return nil }
    nanoseconds = UInt64(raw)
  }

  /// Earlier comes first.
  public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
}

extension ClockTime? {
  /// GStreamer's value for this time or for none.
  var raw: GstClockTime { self.map { GstClockTime($0.nanoseconds) } ?? GstClockTime.max }
}
