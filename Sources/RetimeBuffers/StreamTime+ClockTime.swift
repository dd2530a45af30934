// SPDX-License-Identifier: MPL-2.0

package import GStreamer
package import RetimeCore

extension StreamTime {
  /// Creates a stream time from a clock time.
  package init(_ time: ClockTime) { self.init(clamping: time.nanoseconds) }
}

extension ClockTime {
  /// Creates the clock time nearest to `time`; negative times become 0.
  package init(_ time: StreamTime) { self.init(clamping: time.nanoseconds) }
}

extension Segment {
  /// Returns the stream time of a position; nil where it has none.
  package func time(of position: ClockTime) -> StreamTime? {
    streamTime(of: position).map { StreamTime(clamping: $0) }
  }

  /// Returns the part of a time range inside the segment, in stream time; nil when it is empty.
  package func range(
    from start: ClockTime,
    duration: ClockTime?
  ) -> (start: StreamTime, end: StreamTime)? {
    clippedStreamTime(from: start, duration: duration).map {
      (StreamTime(clamping: $0.start), StreamTime(clamping: $0.end))
    }
  }
}
