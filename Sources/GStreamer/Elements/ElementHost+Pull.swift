// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

// Functions for elements in pull mode.
extension ElementHost {
  /// The result of a pull.
  public enum Pulled: ~Copyable {
    /// The bytes; fewer than requested at the end of the source.
    case bytes(Buffer)
    /// No bytes: the end, a flush, or an error that upstream has posted.
    case nothing(Flow)
  }

  /// Pulls bytes from the source.
  ///
  /// Blocks as long as upstream does. Wraps `gst_pad_pull_range`.
  public func pull(at offset: Int64, count: Int) -> Pulled {
    var buffer: UnsafeMutablePointer<GstBuffer>?
    guard offset >= 0, count > 0 else { return .nothing(.endOfStream) }
    let flow = unsafe Flow(
      gst_pad_pull_range(sink, guint64(offset), guint(clamping: count), &buffer)
    )
    guard flow == .ok, let buffer = unsafe buffer else { return .nothing(flow) }
    return unsafe .bytes(Buffer(takingOwnershipOf: buffer))
  }

  /// The size of the source in bytes, if it is known.
  ///
  /// Wraps `gst_pad_peer_query_duration`.
  public var upstreamByteCount: Int64? {
    var count = -1
    guard unsafe gst_pad_peer_query_duration(sink, GST_FORMAT_BYTES, &count) != 0, count >= 0
    else { return nil }
    return Int64(count)
  }

  /// Starts or resumes the element's thread.
  ///
  /// Wraps `gst_pad_start_task`.
  @discardableResult
  public func startPulling() -> Bool { unsafe startTask(sink, object) }

  /// Pauses the element's thread after its current iteration, without waiting for that.
  ///
  /// Wraps `gst_pad_pause_task`.
  public func pausePulling() { unsafe gst_pad_pause_task(sink) }

  /// Waits until decodebin has accepted the element, at most one second.
  ///
  /// GStreamer 1.22's decodebin drops an element's errors from its creation until shortly after its
  /// start. So an error that is posted at once is sometimes lost, and nothing reports that no
  /// stream will come. During that time decodebin locks the element's state, and only the flag
  /// shows it. So this function waits on the sink pad's condition, which is signalled at once when
  /// the element is stopped or flushed, and checks the flag each millisecond. Wraps
  /// `GST_PAD_BLOCK_WAIT`, a macro, with a timeout.
  public func waitUntilTaken() {
    let end = g_get_monotonic_time() + 1_000_000
    unsafe g_mutex_lock(&sink.pointee.object.lock)
    defer { unsafe g_mutex_unlock(&sink.pointee.object.lock) }
    while unsafe element.pointee.object.flags & GST_ELEMENT_FLAG_LOCKED_STATE.rawValue != 0,
      unsafe sink.pointee.object.flags & GST_PAD_FLAG_FLUSHING.rawValue == 0,
      case let now = g_get_monotonic_time(), now < end
    {
      unsafe g_cond_wait_until(&sink.pointee.block_cond, &sink.pointee.object.lock, now + 1000)
    }
  }

  /// Runs `body` while nothing streams; waits for a push in progress.
  ///
  /// Holds the sink pad's stream lock, `GST_PAD_STREAM_LOCK`, which is a macro.
  public func whileNothingStreams<Result>(_ body: () -> Result) -> Result {
    unsafe g_rec_mutex_lock(&sink.pointee.stream_rec_lock)
    defer { unsafe g_rec_mutex_unlock(&sink.pointee.stream_rec_lock) }
    return body()
  }
}

// Functions for elements that add their source pad once its caps are known.
extension ElementHost {
  /// Adds the source pad with its caps, and signals that no other pad follows.
  ///
  /// The stream ID is derived from upstream's. Wraps `gst_pad_create_stream_id`,
  /// `gst_element_add_pad` and `gst_element_no_more_pads`.
  public func showSource(_ caps: Caps) throws(GStreamerError) {
    // An element sets this flag on its pads; a removed pad could not be activated without a parent.
    unsafe source.pointee.object.flags &= ~GST_PAD_FLAG_NEED_PARENT.rawValue
    unsafe gst_pad_set_active(source, 1)
    guard let identifier = unsafe gst_pad_create_stream_id(source, element, nil),
      let event = unsafe gst_event_new_stream_start(identifier)
    else { throw GStreamerError("a stream cannot be named") }
    defer { unsafe g_free(identifier) }
    unsafe gst_event_set_group_id(event, upstreamGroup ?? gst_util_group_id_next())
    unsafe gst_pad_push_event(source, event)
    _ = sendDownstream(try Event.caps(caps))
    // This object holds a reference to the pad too, so that it can be added again.
    guard unsafe gst_element_add_pad(element, source) != 0 else {
      throw GStreamerError("a pad cannot be added")
    }
    unsafe gst_element_no_more_pads(element)
  }

  /// The group ID shared by the streams of one source, if upstream set one.
  private var upstreamGroup: guint? {
    guard let event = unsafe gst_pad_get_sticky_event(sink, GST_EVENT_STREAM_START, 0)
    else { return nil }
    defer { unsafe gst_event_unref(event) }
    var group: guint = 0
    return unsafe gst_event_parse_group_id(event, &group) != 0 ? group : nil
  }

  /// Removes the source pad, if it has been added.
  ///
  /// Wraps `gst_element_remove_pad`.
  public func hideSource() {
    guard unsafe source.pointee.object.parent != nil else { return }
    unsafe gst_pad_set_active(source, 0)
    unsafe gst_element_remove_pad(element, source)
  }

  /// Posts that a segment requested by a segment seek has started, or is done.
  ///
  /// `position`: a stream time. Wraps `gst_message_new_segment_done` and
  /// `gst_message_new_segment_start`.
  public func postSegment(isDone: Bool, at position: Int64, sequence: UInt32) {
    let message =
      unsafe isDone
      ? gst_message_new_segment_done(object, GST_FORMAT_TIME, Int(position))
      : gst_message_new_segment_start(object, GST_FORMAT_TIME, Int(position))
    unsafe gst_message_set_seqnum(message, sequence)
    unsafe gst_element_post_message(element, message)
  }
}
