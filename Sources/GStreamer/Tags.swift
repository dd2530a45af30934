// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Pad {
  /// The tag lists received so far from the stream and its container.
  ///
  /// Wraps `gst_pad_get_sticky_event`.
  public var tagLists: [TagList] {
    var lists: [TagList] = []
    var index: UInt32 = 0
    while let event = unsafe gst_pad_get_sticky_event(pad, GST_EVENT_TAG, index) {
      defer { unsafe gst_event_unref(event) }
      index += 1
      var list: UnsafeMutablePointer<GstTagList>?
      unsafe gst_event_parse_tag(event, &list)
      if let list = unsafe list, let copy = unsafe gst_tag_list_copy(list) {
        lists.append(unsafe TagList(takingOwnershipOf: copy))
      }
    }
    return lists
  }

  /// The tags received so far from the stream and its container, by name, the first value as text.
  ///
  /// The text of cover art and other binary values is "(binary)".
  public var tags: [String: String] {
    var result: [String: String] = [:]
    for list in tagLists {
      for name in list.names { result[name] = list.texts(name).first ?? "(binary)" }
    }
    return result
  }

  /// The chapters in the container, with titles and times.
  ///
  /// Wraps `gst_event_parse_toc`.
  public var chapters: [Chapter] {
    guard let event = unsafe gst_pad_get_sticky_event(pad, GST_EVENT_TOC, 0) else { return [] }
    defer { unsafe gst_event_unref(event) }
    var toc: OpaquePointer?
    unsafe gst_event_parse_toc(event, &toc, nil)
    guard let toc = unsafe toc else { return [] }
    defer { unsafe CGStreamer_toc_unref(toc) }
    var result: [Chapter] = []
    unsafe Self.collect(gst_toc_get_entries(toc), into: &result)
    return result
  }

  private static func collect(_ list: UnsafeMutablePointer<GList>?, into result: inout [Chapter]) {
    let entries = unsafe elements(of: list)
    for index in unsafe entries.indices {
      let entry = unsafe OpaquePointer(entries[index])
      if unsafe gst_toc_entry_get_entry_type(entry) == GST_TOC_ENTRY_TYPE_CHAPTER {
        unsafe result.append(Chapter(entry))
      }
      unsafe collect(gst_toc_entry_get_sub_entries(entry), into: &result)
    }
  }
}

/// A chapter of a file.
public struct Chapter: Sendable, Hashable {
  /// The title, if it has one.
  public let title: String?
  /// The start time, if it is known.
  public let start: ClockTime?
  /// The end time, if it is known.
  public let end: ClockTime?

  /// Creates a chapter.
  public init(title: String?, start: ClockTime?, end: ClockTime?) {
    (self.title, self.start, self.end) = (title, start, end)
  }

  init(_ entry: OpaquePointer) {
    var (start, end) = (-1, -1)
    unsafe gst_toc_entry_get_start_stop_times(entry, &start, &end)
    self.start = UInt64(exactly: start).map(ClockTime.init(nanoseconds:))
    self.end = UInt64(exactly: end).map(ClockTime.init(nanoseconds:))
    var text: UnsafeMutablePointer<gchar>?
    if let tags = unsafe gst_toc_entry_get_tags(entry),
      unsafe gst_tag_list_get_string(tags, "title", &text) != 0
    {
      title = unsafe String(taking: text)
    } else {
      title = nil
    }
  }
}
