// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A `GstPad`.
public final class Pad: Object, @unchecked Sendable {
  var pad: UnsafeMutablePointer<GstPad> { unsafe raw.assumingMemoryBound(to: GstPad.self) }

  /// The identifier of the stream that the pad carries: the same each time a file is opened.
  ///
  /// Wraps `gst_pad_get_stream_id`.
  public var streamID: String? {
    guard let text = unsafe gst_pad_get_stream_id(pad) else { return nil }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  /// Whether the stream is to be played unless somebody says otherwise; nil where nothing says so.
  ///
  /// Wraps `gst_event_parse_stream_flags`.
  public var isSelected: Bool? {
    guard let event = unsafe gst_pad_get_sticky_event(pad, GST_EVENT_STREAM_START, 0) else {
      return nil
    }
    defer { unsafe gst_event_unref(event) }
    var flags = GstStreamFlags(0)
    unsafe gst_event_parse_stream_flags(event, &flags)
    if flags.rawValue & GST_STREAM_FLAG_SELECT.rawValue != 0 { return true }
    return flags.rawValue & GST_STREAM_FLAG_UNSELECT.rawValue != 0 ? false : nil
  }

  /// The caps that were negotiated, if they were.
  public var currentCaps: Caps? {
    guard let caps = unsafe gst_pad_get_current_caps(pad) else { return nil }
    return unsafe Caps(takingOwnershipOf: caps)
  }

  /// The stream's duration, if it is known upstream.
  ///
  /// Wraps `gst_pad_query_duration`.
  public var duration: ClockTime? {
    var nanoseconds = -1
    guard unsafe gst_pad_query_duration(pad, GST_FORMAT_TIME, &nanoseconds) != 0 else { return nil }
    return UInt64(exactly: nanoseconds).map(ClockTime.init(nanoseconds:))
  }

  /// Whether the source can seek in time; nil when it does not say.
  ///
  /// Wraps `gst_query_new_seeking`.
  public var isSeekable: Bool? {
    guard let query = unsafe gst_query_new_seeking(GST_FORMAT_TIME) else { return nil }
    defer { unsafe gst_query_unref(query) }
    guard unsafe gst_pad_query(pad, query) != 0 else { return nil }
    var seekable: gboolean = 0
    unsafe gst_query_parse_seeking(query, nil, &seekable, nil, nil)
    return seekable != 0
  }

  /// Links this source pad to a sink pad.
  public func link(to sink: Pad) throws(GStreamerError) {
    let result = unsafe gst_pad_link(pad, sink.pad)
    guard result == GST_PAD_LINK_OK else {
      throw GStreamerError("a pad cannot be linked (\(result.rawValue))")
    }
  }

  /// Whether another pad is at its other side.
  ///
  /// Wraps `gst_pad_is_linked`.
  public var isLinked: Bool { unsafe gst_pad_is_linked(pad) != 0 }

  /// Says to this sink pad, which nothing feeds, that no more buffers come.
  ///
  /// Wraps `gst_pad_send_event`.
  public func endStream() { unsafe gst_pad_send_event(pad, gst_event_new_eos()) }

  /// Drops every buffer that passes, so that a stream nobody wants costs nothing and stops nobody.
  public func dropBuffers() {
    let kinds = GstPadProbeType(
      GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue
    )
    _ = unsafe gst_pad_add_probe(pad, kinds, { _, _, _ in GST_PAD_PROBE_DROP }, nil, nil)
  }

  /// Shows every buffer that passes to `body`, on the streaming thread.
  ///
  /// - Parameter body: gets the buffer and the segment; it must be quick and must not block. When
  ///   it gives false, the buffer is dropped.
  public func observeBuffers(_ body: @escaping @Sendable (borrowing Buffer, Segment?) -> Bool) {
    observeBuffersAndCaps { buffer, segment, _ in body(buffer, segment) }
  }

  /// Shows every buffer that passes to `body` with what it holds, as ``observeBuffers(_:)`` does.
  public func observeBuffersAndCaps(
    _ body: @escaping @Sendable (borrowing Buffer, Segment?, () -> Caps?) -> Bool
  ) {
    let box = unsafe Unmanaged.passRetained(Box<PacketHandler>(body)).toOpaque()
    _ = unsafe gst_pad_add_probe(
      pad,
      GST_PAD_PROBE_TYPE_BUFFER,
      { pad, info, data in
        guard let info = unsafe info, let pad = unsafe pad, let data = unsafe data,
          let raw = unsafe gst_pad_probe_info_get_buffer(info)
        else { return GST_PAD_PROBE_OK }
        let body = unsafe Box<PacketHandler>.value(of: data)
        let own = unsafe Pad(retaining: pad)
        return body(unsafe Buffer(retaining: raw), own.currentSegment, { own.currentCaps })
          ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
      },
      box,
      { unsafe releaseBox($0) }
    )
  }

  private typealias PacketHandler =
    @Sendable (borrowing Buffer, Segment?, () -> Caps?) -> Bool

  /// Lends the first bytes of every buffer that passes for writing, on the streaming thread.
  ///
  /// - Parameters:
  ///   - count: how many bytes at most.
  ///   - body: changes them in place; it must be quick and must not block.
  ///
  /// Wraps `gst_buffer_make_writable` and `gst_buffer_map`.
  public func editBuffers(
    first count: Int,
    _ body: @escaping @Sendable (inout MutableSpan<UInt8>) -> Void
  ) {
    let edit: BufferEdit = (count, body)
    let box = unsafe Unmanaged.passRetained(Box(edit)).toOpaque()
    _ = unsafe gst_pad_add_probe(
      pad,
      GST_PAD_PROBE_TYPE_BUFFER,
      { _, info, data in
        guard let info = unsafe info, let data = unsafe data,
          let shared = unsafe gst_pad_probe_info_get_buffer(info),
          let buffer = unsafe CGStreamer_make_writable(shared)
        else { return GST_PAD_PROBE_OK }
        unsafe info.pointee.data = UnsafeMutableRawPointer(buffer)
        let edit = unsafe Box<BufferEdit>.value(of: data)
        var map = unsafe GstMapInfo()
        let access = GstMapFlags(GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
        guard unsafe gst_buffer_map(buffer, &map, access) != 0 else { return GST_PAD_PROBE_OK }
        defer { unsafe gst_buffer_unmap(buffer, &map) }
        guard let start = unsafe map.data else { return GST_PAD_PROBE_OK }
        var bytes = unsafe MutableSpan(
          _unsafeElements: UnsafeMutableBufferPointer(
            start: start,
            count: min(edit.count, Int(map.size))
          )
        )
        edit.body(&bytes)
        return GST_PAD_PROBE_OK
      },
      box,
      { unsafe releaseBox($0) }
    )
  }

  private typealias BufferEdit = (count: Int, body: @Sendable (inout MutableSpan<UInt8>) -> Void)

  /// Tells `body` of every flush that has ended, on the thread that flushes.
  public func observeFlushes(_ body: @escaping @Sendable () -> Void) {
    let box = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
    _ = unsafe gst_pad_add_probe(
      pad,
      GST_PAD_PROBE_TYPE_EVENT_FLUSH,
      { _, info, data in
        guard let info = unsafe info, let data = unsafe data,
          let event = unsafe gst_pad_probe_info_get_event(info),
          unsafe event.pointee.type == GST_EVENT_FLUSH_STOP
        else { return GST_PAD_PROBE_OK }
        unsafe Box<@Sendable () -> Void>.value(of: data)()
        return GST_PAD_PROBE_OK
      },
      box,
      { unsafe releaseBox($0) }
    )
  }

  /// Moves the running time of all that passes by some nanoseconds, also to before zero.
  ///
  /// Wraps `gst_pad_set_offset`.
  public func setOffset(nanoseconds: Int64) { unsafe gst_pad_set_offset(pad, Int(nanoseconds)) }

  private var currentSegment: Segment? {
    guard let event = unsafe gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return nil }
    defer { unsafe gst_event_unref(event) }
    var segment: UnsafePointer<GstSegment>?
    unsafe gst_event_parse_segment(event, &segment)
    return unsafe segment.map { unsafe Segment($0.pointee) }
  }
}
