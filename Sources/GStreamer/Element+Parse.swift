// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Element {
  /// Creates an element from a `gst-launch-1.0` description such as "x264enc bitrate=4000".
  ///
  /// Several elements, joined by "!", become one bin with ghost pads "sink" and "src" for its
  /// unlinked pads. Wraps `gst_parse_launch_full` and `gst_parse_bin_from_description_full`.
  /// - Throws: a `missingPlugin` error that names the element, or an error about the text.
  public static func parse(_ description: String) throws(GStreamerError) -> Element {
    let context = unsafe gst_parse_context_new()
    defer { unsafe gst_parse_context_free(context) }
    var error: UnsafeMutablePointer<GError>?
    let made =
      if description.contains("!") {
        unsafe gst_parse_bin_from_description_full(
          description,
          1,
          context,
          GST_PARSE_FLAG_FATAL_ERRORS,
          &error
        )
      } else {
        unsafe gst_parse_launch_full(description, context, GST_PARSE_FLAG_FATAL_ERRORS, &error)
      }
    if let made = unsafe made {
      return unsafe Element(takingOwnershipOf: g_object_ref_sink(made))
    }
    var failure = unsafe GStreamerError(taking: error)
    if let missing = unsafe gst_parse_context_get_missing_elements(context) {
      failure.element = unsafe missing.pointee.map { unsafe String(cString: $0) }
      unsafe g_strfreev(missing)
    }
    throw failure
  }
}
