// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension TagList {
  /// Creates a list from tags as text: GStreamer's names of tags, such as "title", and values.
  ///
  /// Values that do not fit their tag are left out. Names unknown to GStreamer become
  /// `extended-comment`. Wraps `gst_tag_list_add_value` and, for values that are not text,
  /// `gst_value_deserialize`.
  public convenience init(parsing texts: [(name: String, text: String)]) {
    self.init()
    for (name, text) in texts {
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
      let tag = isKnown ? name : "extended-comment"
      unsafe gst_tag_list_add_value(raw, GST_TAG_MERGE_APPEND, tag, &value)
    }
  }

  /// Parses an ID3v2 tag, including its cover pictures; nil if the bytes are no ID3v2 tag.
  ///
  /// Wraps `gst_tag_list_from_id3v2_tag`.
  public convenience init?(id3 bytes: [UInt8]) {
    guard !bytes.isEmpty, let buffer = unsafe gst_buffer_new_memdup(bytes, UInt(bytes.count)) else {
      return nil
    }
    defer { unsafe gst_buffer_unref(buffer) }
    guard let list = unsafe gst_tag_list_from_id3v2_tag(buffer) else { return nil }
    unsafe self.init(takingOwnershipOf: list)
  }
}
