// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Element {
  /// Sets the tags of an element that writes them, such as a muxer; returns false for other elements.
  ///
  /// Must be called before the element runs. Wraps `gst_tag_setter_merge_tags`.
  public func setTags(_ tags: TagList) -> Bool {
    guard let setter = unsafe CGStreamer_tag_setter(raw) else { return false }
    unsafe gst_tag_setter_merge_tags(setter, tags.raw, GST_TAG_MERGE_REPLACE)
    return true
  }

  /// Sets the chapters of an element that writes them; returns false for other elements.
  ///
  /// Must be called before the element runs. Wraps `gst_toc_setter_set_toc`.
  public func setChapters(_ chapters: [Chapter]) -> Bool {
    guard let setter = unsafe CGStreamer_toc_setter(raw),
      let toc = unsafe gst_toc_new(GST_TOC_SCOPE_GLOBAL),
      let edition = unsafe gst_toc_entry_new(GST_TOC_ENTRY_TYPE_EDITION, "1")
    else { return false }
    defer { unsafe CGStreamer_toc_unref(toc) }
    for (index, chapter) in chapters.enumerated() {
      guard let entry = unsafe gst_toc_entry_new(GST_TOC_ENTRY_TYPE_CHAPTER, "\(index + 1)") else {
        continue
      }
      unsafe gst_toc_entry_set_start_stop_times(
        entry,
        chapter.start.map { Int(clamping: $0.nanoseconds) } ?? -1,
        chapter.end.map { Int(clamping: $0.nanoseconds) } ?? -1
      )
      if let title = chapter.title {
        let tags = TagList().setting("title", [title])
        unsafe gst_toc_entry_merge_tags(entry, tags.raw, GST_TAG_MERGE_REPLACE)
      }
      unsafe gst_toc_entry_append_sub_entry(edition, entry)
    }
    unsafe gst_toc_append_entry(toc, edition)
    unsafe gst_toc_setter_set_toc(setter, toc)
    return true
  }
}

extension AppSource {
  /// Sends the stream's tags before its next buffer.
  ///
  /// Wraps `gst_event_new_tag` and `gst_element_send_event`.
  public func send(_ tags: TagList) {
    guard let copy = unsafe gst_tag_list_copy(tags.raw), let event = unsafe gst_event_new_tag(copy)
    else { return }
    unsafe gst_element_send_event(element, event)
  }
}
