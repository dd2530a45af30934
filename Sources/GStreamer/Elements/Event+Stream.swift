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
    try unsafe made(gst_event_new_segment_done(GST_FORMAT_TIME, Int(position)), sequence: sequence)
  }

  /// What is on its way is to be dropped.
  public static func flushStart(sequence: UInt32?) throws(GStreamerError) -> Event {
    try unsafe made(gst_event_new_flush_start(), sequence: sequence)
  }

  /// What comes now is new, and running time begins at 0 again.
  public static func flushStop(sequence: UInt32?) throws(GStreamerError) -> Event {
    try unsafe made(gst_event_new_flush_stop(1), sequence: sequence)
  }

  /// What people wrote about the stream.
  ///
  /// Wraps `gst_event_new_tag`.
  public static func tags(_ tags: TagList) throws(GStreamerError) -> Event {
    try unsafe made(gst_event_new_tag(gst_tag_list_ref(tags.raw)))
  }
}
