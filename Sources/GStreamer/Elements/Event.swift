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

  /// All that it says in words, for the debug log.
  var description: String { unsafe described(raw) }

  /// What an event says, as far as elements of this program care.
  public enum Content {
    /// A stream begins.
    case streamStart
    /// What the next buffers hold.
    case caps(Caps)
    /// Where the next buffers belong.
    case segment(Segment)
    /// Nothing comes between a time and its end.
    case gap
    /// All has come.
    case endOfStream
    /// The part that a segment seek asked for has come.
    case segmentDone
    /// Dropping ends; what comes is new.
    case flushStop
    /// Play another part.
    case seek(Seek)
    /// A sink was early or late.
    case quality(Quality)
    /// Any other.
    case other
  }

  /// A sink's report on one buffer.
  public struct Quality: Sendable {
    /// The running time of the buffer, in nanoseconds.
    public var runningTime: UInt64
    /// How late it was, below zero for early.
    public var lateness: Int64
    fileprivate let type: GstQOSType
    fileprivate let proportion: Double
    fileprivate let sequence: UInt32
  }

  /// What the event says.
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

// MARK: - Making events

extension Event {
  static func made(
    _ raw: UnsafeMutablePointer<GstEvent>?,
    sequence: UInt32? = nil
  ) throws(GStreamerError) -> Event {
    guard let raw = unsafe raw else { throw GStreamerError("an event cannot be made") }
    if let sequence { unsafe gst_event_set_seqnum(raw, sequence) }
    return unsafe Event(takingOwnershipOf: raw)
  }

  /// What the next buffers hold.
  public static func caps(_ caps: Caps) throws(GStreamerError) -> Event {
    try unsafe made(gst_event_new_caps(caps.raw))
  }

  /// Where the next buffers belong; it belongs to the same seek as `original`, if given.
  public static func segment(
    _ segment: Segment,
    sequence: UInt32?
  ) throws(GStreamerError) -> Event {
    let raw = unsafe withUnsafePointer(to: segment.raw) { unsafe gst_event_new_segment($0) }
    return try unsafe made(raw, sequence: sequence)
  }

  /// A report like `quality`.
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

  /// The number that events which belong together share.
  ///
  /// Wraps `gst_event_get_seqnum`.
  public var sequence: UInt32 { unsafe gst_event_get_seqnum(raw) }
}
