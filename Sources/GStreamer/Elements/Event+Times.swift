// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The maps between the times on both sides of an element that changes them; all in nanoseconds.
public struct TimeMaps {
  /// The map of positions.
  public let position: (Int64) -> Int64
  /// The map of stream times.
  public let stream: (Int64) -> Int64
  /// The map of running times.
  public let running: (Int64) -> Int64
  /// The map of durations.
  public let length: (Int64) -> Int64

  /// Creates a set of maps.
  public init(
    position: @escaping (Int64) -> Int64,
    stream: @escaping (Int64) -> Int64,
    running: @escaping (Int64) -> Int64,
    length: @escaping (Int64) -> Int64
  ) {
    (self.position, self.stream) = (position, stream)
    (self.running, self.length) = (running, length)
  }
}

// The mapping of events that an element passes on with other times.
extension Event {
  /// Returns the event with mapped times; nil for an event without times.
  ///
  /// Segment, seek and QoS events have functions of their own.
  public func mapping(_ maps: TimeMaps) -> Event? {
    switch unsafe raw.pointee.type {
    case GST_EVENT_CUSTOM_DOWNSTREAM, GST_EVENT_CUSTOM_UPSTREAM: return keyUnit(maps)
    case GST_EVENT_GAP: return gap(maps.position)
    case GST_EVENT_SEGMENT_DONE: return segmentDone(maps.stream)
    case GST_EVENT_TOC: return tableOfContents(maps.stream)
    case GST_EVENT_TAG: return tags(maps.length)
    case GST_EVENT_STEP: return step(maps.length)
    case GST_EVENT_BUFFERSIZE: return bufferSize(maps.length)
    case GST_EVENT_INSTANT_RATE_SYNC_TIME: return rateSync(maps.running)
    default: return nil
    }
  }

  /// Maps a force-key-unit event, the request for a key frame or its announcement.
  private func keyUnit(_ maps: TimeMaps) -> Event? {
    guard unsafe gst_event_has_name(raw, "GstForceKeyUnit") != 0,
      let copy = unsafe gst_event_copy(raw),
      let structure = unsafe gst_event_writable_structure(copy)
    else { return nil }
    let offset = unsafe gst_event_get_running_time_offset(raw)
    unsafe Self.map("timestamp", in: structure, maps.position)
    unsafe Self.map("stream-time", in: structure, maps.stream)
    // Pad offsets on the way are in the event's running time offset, and not yet in the field.
    unsafe Self.map("running-time", in: structure) {
      maps.running($0.addingReportingOverflow(Int64(offset)).partialValue)
    }
    unsafe gst_event_set_running_time_offset(copy, 0)
    return unsafe Event(takingOwnershipOf: copy)
  }

  private static func map(
    _ field: String,
    in structure: UnsafeMutablePointer<GstStructure>,
    _ change: (Int64) -> Int64
  ) {
    var time = GstClockTime(0)
    guard unsafe gst_structure_get_clock_time(structure, field, &time) != 0,
      let known = ClockTime(raw: time)
    else { return }
    unsafe CGStreamer_set_time(structure, field, known.mapped(change))
  }

  private func gap(_ change: (Int64) -> Int64) -> Event? {
    var (start, duration, flags) = (GstClockTime(0), GstClockTime(0), GstGapFlags(0))
    unsafe gst_event_parse_gap(raw, &start, &duration)
    unsafe gst_event_parse_gap_flags(raw, &flags)
    guard let from = ClockTime(raw: start) else { return nil }
    let begin = from.mapped(change)
    let length = ClockTime(raw: duration).map { length in
      let (end, overflow) = from.nanoseconds.addingReportingOverflow(length.nanoseconds)
      let changedEnd = ClockTime(nanoseconds: overflow ? .max : end).mapped(change)
      return ClockTime(nanoseconds: UInt64(changedEnd - min(begin, changedEnd)))
    }
    guard let made = unsafe gst_event_new_gap(begin, length.raw) else { return nil }
    unsafe gst_event_set_gap_flags(made, flags)
    return try? unsafe Self.made(made, sequence: sequence)
  }

  private func segmentDone(_ change: (Int64) -> Int64) -> Event? {
    var (format, position) = (GST_FORMAT_UNDEFINED, -1)
    unsafe gst_event_parse_segment_done(raw, &format, &position)
    guard format == GST_FORMAT_TIME else { return nil }
    return try? Self.segmentDone(at: change(Int64(position)), sequence: sequence)
  }

  private func tableOfContents(_ change: (Int64) -> Int64) -> Event? {
    var (toc, isUpdate): (OpaquePointer?, gboolean) = (nil, 0)
    unsafe gst_event_parse_toc(raw, &toc, &isUpdate)
    guard let toc = unsafe toc else { return nil }
    defer { unsafe CGStreamer_toc_unref(toc) }
    guard let copied = unsafe gst_mini_object_copy(UnsafePointer(toc)) else { return nil }
    let copy = OpaquePointer(copied)
    defer { unsafe CGStreamer_toc_unref(copy) }
    unsafe Self.map(gst_toc_get_entries(copy), change)
    return try? unsafe Self.made(gst_event_new_toc(copy, isUpdate), sequence: sequence)
  }

  private static func map(_ entries: UnsafeMutablePointer<GList>?, _ change: (Int64) -> Int64) {
    let items = unsafe elements(of: entries)
    for index in unsafe items.indices {
      let item = unsafe OpaquePointer(items[index])
      var (start, stop) = (-1, -1)
      if unsafe gst_toc_entry_get_start_stop_times(item, &start, &stop) != 0 {
        unsafe gst_toc_entry_set_start_stop_times(
          item,
          start < 0 ? start : Int(change(Int64(start))),
          stop < 0 ? stop : Int(change(Int64(stop)))
        )
      }
      unsafe map(gst_toc_entry_get_sub_entries(item), change)
    }
  }

  /// Maps the total duration, which some elements send as a tag.
  private func tags(_ change: (Int64) -> Int64) -> Event? {
    var list: UnsafeMutablePointer<GstTagList>?
    unsafe gst_event_parse_tag(raw, &list)
    var duration: guint64 = 0
    guard let list = unsafe list, unsafe gst_tag_list_get_uint64(list, "duration", &duration) != 0,
      let copied = unsafe gst_mini_object_copy(
        UnsafeRawPointer(list).assumingMemoryBound(to: GstMiniObject.self)
      )
    else { return nil }
    let copy = unsafe UnsafeMutableRawPointer(copied).assumingMemoryBound(to: GstTagList.self)
    let changed = guint64(clamping: change(Int64(clamping: duration)))
    unsafe CGStreamer_set_tag(copy, "duration", changed)
    return try? unsafe Self.made(gst_event_new_tag(copy), sequence: sequence)
  }

  private func step(_ change: (Int64) -> Int64) -> Event? {
    var (format, amount, rate) = (GST_FORMAT_UNDEFINED, guint64(0), 1.0)
    var (flushes, isIntermediate): (gboolean, gboolean) = (0, 0)
    unsafe gst_event_parse_step(raw, &format, &amount, &rate, &flushes, &isIntermediate)
    guard format == GST_FORMAT_TIME else { return nil }
    let changed = guint64(clamping: change(Int64(clamping: amount)))
    return try? unsafe Self.made(
      gst_event_new_step(format, changed, rate, flushes, isIntermediate),
      sequence: sequence
    )
  }

  private func bufferSize(_ change: (Int64) -> Int64) -> Event? {
    var (format, least, most) = (GST_FORMAT_UNDEFINED, -1, -1)
    var isAsync: gboolean = 0
    unsafe gst_event_parse_buffer_size(raw, &format, &least, &most, &isAsync)
    guard format == GST_FORMAT_TIME else { return nil }
    return try? unsafe Self.made(
      gst_event_new_buffer_size(
        format,
        least < 0 ? least : Int(change(Int64(least))),
        most < 0 ? most : Int(change(Int64(most))),
        isAsync
      ),
      sequence: sequence
    )
  }

  private func rateSync(_ change: (Int64) -> Int64) -> Event? {
    var (rate, time, upstreamTime) = (1.0, GstClockTime(0), GstClockTime(0))
    unsafe gst_event_parse_instant_rate_sync_time(raw, &rate, &time, &upstreamTime)
    func changed(_ time: GstClockTime) -> GstClockTime {
      ClockTime(raw: time)?.mapped(change) ?? time
    }
    return try? unsafe Self.made(
      gst_event_new_instant_rate_sync_time(rate, changed(time), changed(upstreamTime)),
      sequence: sequence
    )
  }
}
