// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Event {
  /// A request to play another part.
  public struct Seek: Sendable {
    /// Speed, below zero for backwards.
    public var rate: Double
    /// Whether positions are times; anything else cannot be translated.
    public var isTime: Bool { raw.format == GST_FORMAT_TIME }
    /// Whether everything on its way is to be dropped.
    public var isFlushing: Bool { raw.flags.rawValue & GST_SEEK_FLAG_FLUSH.rawValue != 0 }
    /// The number that the events which answer it share with it.
    public let sequence: UInt32
    let raw: (format: GstFormat, flags: GstSeekFlags)
    var start = End(), stop = End()
    /// How much of the stream lies between the pictures that are shown when it is played for tricks.
    var interval = ClockTime(nanoseconds: 0)

    /// Where the part begins or ends, counted as its type says.
    struct End: Sendable {
      var type = GST_SEEK_TYPE_NONE
      var value = -1

      /// The same on another scale, counted from the stream's start; nil if the stream's end is not known.
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

    /// The same request on another scale of time; nil where it counts from an end that is not known.
    ///
    /// `position`: a map of positions. `duration`: where the stream ends, before it is mapped.
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

  /// The request that a seek event makes.
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

  /// A seek like `seek`, with its flags and its sequence number.
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
