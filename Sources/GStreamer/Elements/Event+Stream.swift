// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

// Events for an element that creates a stream, such as a demuxer.
extension Event {
  /// Creates an EOS event.
  public static func endOfStream(sequence: UInt32?) throws(GStreamerError) -> Event {
    try unsafe made(gst_event_new_eos(), sequence: sequence)
  }

  /// Creates a segment-done event; `position` is a stream time.
  public static func segmentDone(
    at position: Int64,
    sequence: UInt32?
  ) throws(GStreamerError) -> Event {
    try unsafe made(gst_event_new_segment_done(GST_FORMAT_TIME, Int(position)), sequence: sequence)
  }

  /// Creates a flush-start event, on which data in the pipeline is dropped.
  public static func flushStart(sequence: UInt32?) throws(GStreamerError) -> Event {
    try unsafe made(gst_event_new_flush_start(), sequence: sequence)
  }

  /// Creates a flush-stop event that resets the running time to 0.
  public static func flushStop(sequence: UInt32?) throws(GStreamerError) -> Event {
    try unsafe made(gst_event_new_flush_stop(1), sequence: sequence)
  }

  /// Creates a tag event.
  ///
  /// Wraps `gst_event_new_tag`.
  public static func tags(_ tags: TagList) throws(GStreamerError) -> Event {
    try unsafe made(gst_event_new_tag(gst_tag_list_ref(tags.raw)))
  }
}
