// SPDX-License-Identifier: MPL-2.0

public import GStreamer
public import RetimeCore

extension StreamTime {
  /// Creates a stream time from a clock time.
  public init(_ time: ClockTime) { self.init(clamping: time.nanoseconds) }
}

extension ClockTime {
  /// Creates the clock time nearest to `time`; negative times become 0.
  public init(_ time: StreamTime) { self.init(clamping: time.nanoseconds) }
}

extension Segment {
  /// Returns the stream time of a position; nil where it has none.
  public func time(of position: ClockTime) -> StreamTime? {
    streamTime(of: position).map { StreamTime(clamping: $0) }
  }

  /// Returns the part of a time range inside the segment, in stream time; nil when it is empty.
  public func range(
    from start: ClockTime,
    duration: ClockTime?
  ) -> (start: StreamTime, end: StreamTime)? {
    clippedStreamTime(from: start, duration: duration).map {
      (StreamTime(clamping: $0.start), StreamTime(clamping: $0.end))
    }
  }
}
