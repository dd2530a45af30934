// SPDX-License-Identifier: MPL-2.0

public import GStreamer
public import RetimeCore

extension StreamTime {
  /// A time at a pad.
  public init(_ time: ClockTime) { self.init(clamping: time.nanoseconds) }
}

extension ClockTime {
  /// The time nearest to `time` that a pad can have: none lies before 0.
  public init(_ time: StreamTime) { self.init(clamping: time.nanoseconds) }
}

extension Segment {
  /// The stream time of a position; nil where it has none.
  public func time(of position: ClockTime) -> StreamTime? {
    streamTime(of: position).map { StreamTime(clamping: $0) }
  }

  /// The part of a stretch of time that lies within the segment, in stream time; nil when none does.
  public func range(
    from start: ClockTime,
    duration: ClockTime?
  ) -> (start: StreamTime, end: StreamTime)? {
    clippedStreamTime(from: start, duration: duration).map {
      (StreamTime(clamping: $0.start), StreamTime(clamping: $0.end))
    }
  }
}
