// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A `GstPad`.
public final class Pad: Object, @unchecked Sendable {
  var pad: UnsafeMutablePointer<GstPad> { unsafe raw.assumingMemoryBound(to: GstPad.self) }

  /// The stream ID, which is the same each time a file is opened.
  ///
  /// Wraps `gst_pad_get_stream_id`.
  public var streamID: String? { unsafe String(taking: gst_pad_get_stream_id(pad)) }

  /// Whether the stream is flagged to be selected by default; false for unselected, nil without a flag.
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

  /// The negotiated caps, if any.
  public var currentCaps: Caps? {
    unsafe gst_pad_get_current_caps(pad).map { unsafe Caps(takingOwnershipOf: $0) }
  }

  /// The caps of the pad's template.
  ///
  /// Wraps `gst_pad_get_pad_template_caps`.
  public var templateCaps: Caps {
    unsafe Caps(takingOwnershipOf: gst_pad_get_pad_template_caps(pad))
  }

  /// The caps that the pad can handle now, which can be fewer than those of its template.
  ///
  /// Wraps `gst_pad_query_caps`.
  public var possibleCaps: Caps {
    unsafe Caps(takingOwnershipOf: gst_pad_query_caps(pad, nil))
  }

  /// The stream's duration, if upstream reports it.
  ///
  /// Wraps `gst_pad_query_duration`.
  public var duration: ClockTime? {
    var nanoseconds = -1
    guard unsafe gst_pad_query_duration(pad, GST_FORMAT_TIME, &nanoseconds) != 0 else { return nil }
    return UInt64(exactly: nanoseconds).map(ClockTime.init(nanoseconds:))
  }

  /// Whether the source can seek in time; nil when it does not report it.
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

  /// Whether the pad has a peer.
  ///
  /// Wraps `gst_pad_is_linked`.
  public var isLinked: Bool { unsafe gst_pad_is_linked(pad) != 0 }

  /// Whether the stream has ended at this pad.
  ///
  /// Wraps `gst_pad_get_sticky_event`.
  public var isAtEnd: Bool {
    guard let event = unsafe gst_pad_get_sticky_event(pad, GST_EVENT_EOS, 0) else { return false }
    unsafe gst_event_unref(event)
    return true
  }

  /// Sends caps to this sink pad, as upstream would.
  ///
  /// Wraps `gst_event_new_caps`.
  public func take(_ caps: Caps) { unsafe gst_pad_send_event(pad, gst_event_new_caps(caps.raw)) }

  /// Sends EOS to this sink pad, which is unlinked or receives no more data.
  ///
  /// Wraps `gst_pad_send_event`.
  public func endStream() { unsafe gst_pad_send_event(pad, gst_event_new_eos()) }

  /// Shifts the running time of all that passes, even to before zero.
  ///
  /// Wraps `gst_pad_set_offset`.
  public func setOffset(nanoseconds: Int64) { unsafe gst_pad_set_offset(pad, Int(nanoseconds)) }
}
