// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Event {
  /// A seek request.
  public struct Seek: Sendable {
    /// The playback rate, negative for backwards.
    public var rate: Double
    /// Whether its format is time; other formats cannot be mapped.
    public var isTime: Bool { raw.format == GST_FORMAT_TIME }
    /// Whether it flushes the data in the pipeline.
    public var isFlushing: Bool { raw.flags.rawValue & GST_SEEK_FLAG_FLUSH.rawValue != 0 }
    /// The sequence number, shared by the events that result from it.
    public let sequence: UInt32
    let raw: (format: GstFormat, flags: GstSeekFlags)
    var start = End(), stop = End()
    /// The trick mode interval: the part of the stream between two displayed frames.
    var interval = ClockTime(nanoseconds: 0)

    /// A start or stop position, relative to the reference of its seek type.
    struct End: Sendable {
      var type = GST_SEEK_TYPE_NONE
      var value = -1

      /// Returns the mapped position, relative to the stream's start; nil if its end is needed and unknown.
      func mapping(_ position: (Int64) -> Int64, duration: () -> Int64?) -> End? {
        switch type {
        case GST_SEEK_TYPE_SET where value >= 0:
          return End(type: type, value: Int(position(Int64(value))))
        case GST_SEEK_TYPE_END:
          guard let duration = duration() else { return nil }
          let (sum, overflow) = duration.addingReportingOverflow(Int64(value))
          let nearest = overflow ? value < 0 ? 0 : .max : max(0, sum)
          return End(type: GST_SEEK_TYPE_SET, value: Int(position(nearest)))
        default: return self
        }
      }
    }

    /// Returns the mapped request; nil where it is relative to an unknown end of the stream.
    ///
    /// `position`: the map of positions. `duration`: returns the stream's duration before mapping.
    public func mapping(_ position: (Int64) -> Int64, duration: () -> Int64?) -> Seek? {
      guard let start = start.mapping(position, duration: duration),
        let stop = stop.mapping(position, duration: duration)
      else { return nil }
      var copy = self
      (copy.start, copy.stop) = (start, stop)
      copy.interval = ClockTime(clamping: position(interval.signed))
      return copy
    }
  }

  /// The seek request in the event.
  var seek: Seek {
    var (rate, format, flags) = (1.0, GST_FORMAT_UNDEFINED, GstSeekFlags(0))
    var (start, stop) = (Seek.End(), Seek.End())
    unsafe gst_event_parse_seek(
      raw,
      &rate,
      &format,
      &flags,
      &start.type,
      &start.value,
      &stop.type,
      &stop.value
    )
    var interval = GstClockTime(0)
    unsafe gst_event_parse_seek_trickmode_interval(raw, &interval)
    return Seek(
      rate: rate,
      sequence: unsafe gst_event_get_seqnum(raw),
      raw: (format, flags),
      start: start,
      stop: stop,
      interval: ClockTime(raw: interval) ?? ClockTime(nanoseconds: 0)
    )
  }

  /// Creates a seek event with the flags and the sequence number of `seek`.
  public static func seek(_ seek: Seek) throws(GStreamerError) -> Event {
    let event = try unsafe made(
      gst_event_new_seek(
        seek.rate,
        seek.raw.format,
        seek.raw.flags,
        seek.start.type,
        seek.start.value,
        seek.stop.type,
        seek.stop.value
      ),
      sequence: seek.sequence
    )
    unsafe gst_event_set_seek_trickmode_interval(event.raw, GstClockTime(seek.interval.nanoseconds))
    return event
  }
}
