// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The kinds of `GstMessage` that Retime handles.
public enum Message: Sendable {
  /// The end of the stream at every sink.
  case endOfStream
  /// A failure of the pipeline.
  case error(GStreamerError)
  /// The completion of a pause or seek: the sinks have data.
  case asyncDone
  /// A stream without a decoder, with the stream's caps.
  case missingDecoder(description: String, caps: Caps?)
  /// Any other message.
  case other

  init(_ message: UnsafeMutablePointer<GstMessage>) {
    switch unsafe message.pointee.type {
    case GST_MESSAGE_EOS: self = .endOfStream
    case GST_MESSAGE_ASYNC_DONE: self = .asyncDone
    case GST_MESSAGE_ERROR:
      var error: UnsafeMutablePointer<GError>?
      var debug: UnsafeMutablePointer<gchar>?
      unsafe gst_message_parse_error(message, &error, &debug)
      self = unsafe .error(
        GStreamerError(
          taking: error,
          debug: String(taking: debug),
          element: Self.source(of: message)
        )
      )
    case GST_MESSAGE_ELEMENT where unsafe gst_is_missing_plugin_message(message) != 0:
      self = unsafe Self.missingPlugin(message)
    default: self = .other
    }
  }

  /// Returns whether a message reports the start of a streaming thread, on which it is posted.
  static func isOfNewThread(_ message: UnsafeMutablePointer<GstMessage>) -> Bool {
    guard unsafe message.pointee.type == GST_MESSAGE_STREAM_STATUS else { return false }
    var (kind, owner) = unsafe (
      GST_STREAM_STATUS_TYPE_CREATE, UnsafeMutablePointer<GstElement>?.none
    )
    unsafe gst_message_parse_stream_status(message, &kind, &owner)
    return kind == GST_STREAM_STATUS_TYPE_ENTER
  }

  private static func source(of message: UnsafeMutablePointer<GstMessage>) -> String? {
    guard let source = unsafe message.pointee.src,
      unsafe CGStreamer_is_element(source) != 0
    else { return nil }
    return unsafe Element(retaining: source).kind
  }

  private static func missingPlugin(_ message: UnsafeMutablePointer<GstMessage>) -> Message {
    let text = unsafe String(taking: gst_missing_plugin_message_get_description(message))
    var caps: Caps?
    if let structure = unsafe gst_message_get_structure(message),
      let value = unsafe gst_structure_get_value(structure, "detail"),
      let raw = unsafe CGStreamer_value_caps(value)
    {
      caps = unsafe Caps(retaining: raw)
    }
    return .missingDecoder(description: text ?? "a decoder", caps: caps)
  }
}
