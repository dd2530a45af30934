// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Buffer {
  /// Attaches a time code to this frame, from which a muxer makes a time code track.
  ///
  /// `rate`: the frame rate. `isDropFrame`: allowed at 30000/1001 and 60000/1001 fps. Wraps
  /// `gst_buffer_add_video_time_code_meta_full`.
  public mutating func addTimecode(
    _ label: (hours: Int, minutes: Int, seconds: Int, frames: Int),
    rate: (numerator: Int, denominator: Int),
    isDropFrame: Bool
  ) {
    makeWritable()
    unsafe gst_buffer_add_video_time_code_meta_full(
      raw,
      guint(clamping: rate.numerator),
      guint(clamping: rate.denominator),
      nil,
      isDropFrame ? GST_VIDEO_TIME_CODE_FLAGS_DROP_FRAME : GST_VIDEO_TIME_CODE_FLAGS_NONE,
      guint(clamping: label.hours),
      guint(clamping: label.minutes),
      guint(clamping: label.seconds),
      guint(clamping: label.frames),
      0
    )
  }
}
