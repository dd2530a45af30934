// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Segment {
  /// The segment cut off at the source time `end`; nil when what lies at `position` comes after that.
  ///
  /// Counting and reading must agree on it to the frame. It is cut here and not by a seek: qtdemux stops a
  /// packet early on files with edit lists.
  func cut(at end: ClockTime, position: ClockTime?) -> Segment? {
    if let time = position.flatMap(streamTime), time >= end.signed { return nil }
    return ending(atStreamTime: end)
  }
}
