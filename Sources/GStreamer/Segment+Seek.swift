// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

// Segments for an element that creates a stream, such as a demuxer.
extension Segment {
  /// Creates a segment for a whole stream in time format, with its duration in nanoseconds if known.
  ///
  /// Wraps `gst_segment_init`.
  public init(duration: Int64?) {
    var raw = GstSegment()
    unsafe gst_segment_init(&raw, GST_FORMAT_TIME)
    raw.duration = duration.map { UInt(clamping: $0) } ?? UInt.max
    self.init(raw)
  }

  /// Returns the segment after a seek; nil for an invalid one.
  ///
  /// Wraps `gst_segment_do_seek`.
  public func seeking(_ seek: Event.Seek) -> Segment? {
    var copy = raw
    let isDone = unsafe gst_segment_do_seek(
      &copy,
      seek.rate,
      seek.raw.format,
      seek.raw.flags,
      seek.start.type,
      UInt(bitPattern: seek.start.value),
      seek.stop.type,
      UInt(bitPattern: seek.stop.value),
      nil
    )
    return isDone != 0 ? Segment(copy) : nil
  }

  /// The current position of playback.
  public var position: ClockTime? { ClockTime(raw: GstClockTime(raw.position)) }

  /// Whether it is from a segment seek: its end is reported to the application, which continues there.
  public var isPart: Bool { raw.flags.rawValue & GST_SEGMENT_FLAG_SEGMENT.rawValue != 0 }

  /// Returns the segment with a new position, from which a non-flushing seek continues.
  public func reaching(_ position: Int64) -> Segment {
    var copy = raw
    copy.position = UInt(clamping: position)
    return Segment(copy)
  }

  /// Returns a segment with the same running time for buffers with timestamps on another scale.
  ///
  /// `start` and `stop`: the timestamps of the audible range. `time`: the stream time of `start`.
  public func placing(start: Int64, stop: Int64?, time: Int64) -> Segment {
    var copy = raw
    copy.start = UInt(clamping: start)
    copy.stop = stop.map { UInt(clamping: $0) } ?? UInt.max
    copy.time = UInt(clamping: time)
    copy.position = copy.start
    return Segment(copy)
  }
}
