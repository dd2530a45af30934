// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Pad {
  /// The lists of tags that the stream and its container sent so far.
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

  /// The tags that the stream and its container sent so far: name and value as text.
  ///
  /// Pictures and other binary values are given as their kind only. Wraps `gst_tag_list_foreach`.
  public var tags: [String: String] {
    var result: [String: String] = [:]
    for list in tagLists {
      for name in list.names { result[name] = list.texts(name).first ?? "(binary)" }
    }
    return result
  }

  /// The chapters that the container lists, with their titles and times.
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

/// A named part of a file.
public struct Chapter: Sendable, Hashable {
  /// What it is called, if it has a name.
  public let title: String?
  /// Where it starts.
  public let start: ClockTime?
  /// Where it ends.
  public let end: ClockTime?

  /// A part of that name between two times.
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
