// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

// Answers that are ranges of the stream.
extension Query {
  /// Maps the seekable range in the answer.
  public func mapSeekableRange(_ change: (Int64) -> Int64) {
    var (format, isSeekable) = (GST_FORMAT_TIME, gboolean(0))
    var (start, end) = (-1, -1)
    unsafe gst_query_parse_seeking(raw, &format, &isSeekable, &start, &end)
    unsafe gst_query_set_seeking(raw, format, isSeekable, map(start, change), map(end, change))
  }

  /// Maps the buffered ranges in the answer.
  public func mapBufferedRanges(_ change: (Int64) -> Int64) {
    var format = GST_FORMAT_TIME
    var (start, end, left) = (-1, -1, gint64(-1))
    unsafe gst_query_parse_buffering_range(raw, &format, &start, &end, &left)
    unsafe gst_query_set_buffering_range(raw, format, map(start, change), map(end, change), left)
    let ranges = unsafe (0..<gst_query_get_n_buffering_ranges(raw)).map { index in
      var range = (start: -1, end: -1)
      unsafe gst_query_parse_nth_buffering_range(raw, index, &range.start, &range.end)
      return range
    }
    // Ranges can be added, but not removed.
    unsafe gst_structure_remove_field(gst_query_writable_structure(raw), "buffering-ranges")
    for range in ranges {
      unsafe gst_query_add_buffering_range(raw, map(range.start, change), map(range.end, change))
    }
  }

  /// Returns the mapped time; -1, for an unknown time, is unchanged.
  private func map(_ time: Int, _ change: (Int64) -> Int64) -> Int {
    time < 0 ? time : Int(change(Int64(time)))
  }
}
