// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

// What only the element sends at which a stream begins.
extension Event {
  /// All has been sent.
  public static func endOfStream(sequence: UInt32?) throws(GStreamerError) -> Event {
    try unsafe made(gst_event_new_eos(), sequence: sequence)
  }

  /// A part has been sent to its end; `position` is a stream time.
  public static func segmentDone(
    at position: Int64,
    sequence: UInt32?
  ) throws(GStreamerError) -> Event {
    try unsafe made(
      gst_event_new_segment_done(GST_FORMAT_TIME, Int(position)),
      sequence: sequence
    )
  }

  /// What is on its way is to be dropped.
  public static func flushStart(sequence: UInt32?) throws(GStreamerError) -> Event {
    try unsafe made(gst_event_new_flush_start(), sequence: sequence)
  }

  /// What comes now is new, and running time begins at 0 again.
  public static func flushStop(sequence: UInt32?) throws(GStreamerError) -> Event {
    try unsafe made(gst_event_new_flush_stop(1), sequence: sequence)
  }

  /// What people wrote about the stream: names of GStreamer's tags, such as "title", with their texts.
  ///
  /// A text that is no value of its tag is left out; tags that GStreamer does not know become
  /// `extended-comment`. Wraps `gst_tag_list_add_value`.
  public static func tags(_ tags: [(name: String, text: String)]) throws(GStreamerError) -> Event {
    guard let list = unsafe gst_tag_list_new_empty() else {
      throw GStreamerError("no memory for tags")
    }
    for (name, text) in tags {
      let isKnown = unsafe gst_tag_exists(name) != 0
      let type = isKnown ? unsafe gst_tag_get_type(name) : CGStreamer_type_string()
      var value = GValue()
      unsafe g_value_init(&value, type)
      defer { unsafe g_value_unset(&value) }
      if type == CGStreamer_type_string() {
        unsafe g_value_set_string(&value, isKnown ? text : "\(name)=\(text)")
      } else if unsafe gst_value_deserialize(&value, text) == 0 {
        continue
      }
      unsafe gst_tag_list_add_value(
        list,
        GST_TAG_MERGE_APPEND,
        isKnown ? name : "extended-comment",
        &value
      )
    }
    return try unsafe made(gst_event_new_tag(list))
  }
}
