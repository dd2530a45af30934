// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A `GstEvent` with one owner.
@safe public struct Event: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: an event is immutable once it has more than one owner.
  let raw: UnsafeMutablePointer<GstEvent>

  init(takingOwnershipOf raw: UnsafeMutablePointer<GstEvent>) { unsafe self.raw = unsafe raw }
  deinit { unsafe gst_event_unref(raw) }

  consuming func release() -> UnsafeMutablePointer<GstEvent> {
    let pointer = unsafe raw
    discard self
    return unsafe pointer
  }

  /// The event as text, for the debug log.
  var description: String { unsafe described(raw) }

  /// The content of the events that elements of this program handle.
  public enum Content {
    /// The start of a stream.
    case streamStart
    /// The caps of the buffers that follow.
    case caps(Caps)
    /// The segment of the buffers that follow.
    case segment(Segment)
    /// A gap: a time range without buffers.
    case gap
    /// The end of the stream.
    case endOfStream
    /// The end of a segment that was requested by a segment seek.
    case segmentDone
    /// The end of a flush.
    case flushStop
    /// A seek request.
    case seek(Seek)
    /// A QoS report: a sink received a buffer early or late.
    case quality(Quality)
    /// Any other event.
    case other
  }

  /// A sink's QoS report on one buffer.
  public struct Quality: Sendable {
    /// The running time of the buffer, in nanoseconds.
    public var runningTime: UInt64
    /// The lateness in nanoseconds, negative for early.
    public var lateness: Int64
    fileprivate let type: GstQOSType
    fileprivate let proportion: Double
    fileprivate let sequence: UInt32
  }

  /// The event's content.
  public var content: Content {
    switch unsafe raw.pointee.type {
    case GST_EVENT_STREAM_START: return .streamStart
    case GST_EVENT_CAPS:
      var caps: UnsafeMutablePointer<GstCaps>?
      unsafe gst_event_parse_caps(raw, &caps)
      return unsafe caps.map { unsafe .caps(Caps(retaining: $0)) } ?? .other
    case GST_EVENT_SEGMENT:
      var segment: UnsafePointer<GstSegment>?
      unsafe gst_event_parse_segment(raw, &segment)
      return unsafe segment.map { unsafe .segment(Segment($0.pointee)) } ?? .other
    case GST_EVENT_GAP: return .gap
    case GST_EVENT_EOS: return .endOfStream
    case GST_EVENT_SEGMENT_DONE: return .segmentDone
    case GST_EVENT_FLUSH_STOP: return .flushStop
    case GST_EVENT_SEEK: return .seek(seek)
    case GST_EVENT_QOS: return .quality(quality)
    default: return .other
    }
  }

  private var quality: Quality {
    var type = GST_QOS_TYPE_OVERFLOW
    var (proportion, difference, time) = (0.0, GstClockTimeDiff(0), GstClockTime(0))
    unsafe gst_event_parse_qos(raw, &type, &proportion, &difference, &time)
    return Quality(
      runningTime: UInt64(time),
      lateness: Int64(difference),
      type: type,
      proportion: proportion,
      sequence: unsafe gst_event_get_seqnum(raw)
    )
  }
}

// MARK: - Creation

extension Event {
  static func made(
    _ raw: UnsafeMutablePointer<GstEvent>?,
    sequence: UInt32? = nil
  ) throws(GStreamerError) -> Event {
    guard let raw = unsafe raw else { throw GStreamerError("an event cannot be made") }
    if let sequence { unsafe gst_event_set_seqnum(raw, sequence) }
    return unsafe Event(takingOwnershipOf: raw)
  }

  /// Creates a caps event for the buffers that follow.
  public static func caps(_ caps: Caps) throws(GStreamerError) -> Event {
    try unsafe made(gst_event_new_caps(caps.raw))
  }

  /// Creates a segment event for the buffers that follow.
  ///
  /// `sequence`: the sequence number of the seek that it belongs to, if any.
  public static func segment(
    _ segment: Segment,
    sequence: UInt32?
  ) throws(GStreamerError) -> Event {
    let raw = unsafe withUnsafePointer(to: segment.raw) { unsafe gst_event_new_segment($0) }
    return try unsafe made(raw, sequence: sequence)
  }

  /// Creates a QoS event like `quality`.
  public static func quality(_ quality: Quality) throws(GStreamerError) -> Event {
    try unsafe made(
      gst_event_new_qos(
        quality.type,
        quality.proportion,
        GstClockTimeDiff(quality.lateness),
        GstClockTime(quality.runningTime)
      ),
      sequence: quality.sequence
    )
  }

  /// The sequence number, shared by related events.
  ///
  /// Wraps `gst_event_get_seqnum`.
  public var sequence: UInt32 { unsafe gst_event_get_seqnum(raw) }
}
