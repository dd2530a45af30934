// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

// What an element needs at which a stream begins: its segments are its own.
extension Segment {
  /// All of a stream, in time, of so many nanoseconds if that is known.
  ///
  /// Wraps `gst_segment_init`.
  public init(duration: Int64?) {
    var raw = GstSegment()
    unsafe gst_segment_init(&raw, GST_FORMAT_TIME)
    raw.duration = duration.map { UInt(clamping: $0) } ?? UInt.max
    self.init(raw)
  }

  /// The segment after a seek; nil for one that cannot be.
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

  /// The position at which playing is, or goes on.
  public var position: ClockTime? { ClockTime(raw: GstClockTime(raw.position)) }

  /// Whether its end is told to the application, which goes on from there.
  public var isPart: Bool { raw.flags.rawValue & GST_SEGMENT_FLAG_SEGMENT.rawValue != 0 }

  /// The same segment with its position moved on, from which a seek without a flush counts.
  public func reaching(_ position: Int64) -> Segment {
    var copy = raw
    copy.position = UInt(clamping: position)
    return Segment(copy)
  }

  /// The same running time for buffers whose timestamps are of another scale.
  ///
  /// `start` and `stop`: the timestamps of what is to be heard. `time`: the stream time of `start`.
  public func placing(start: Int64, stop: Int64?, time: Int64) -> Segment {
    var copy = raw
    copy.start = UInt(clamping: start)
    copy.stop = stop.map { UInt(clamping: $0) } ?? UInt.max
    copy.time = UInt(clamping: time)
    copy.position = copy.start
    return Segment(copy)
  }
}
