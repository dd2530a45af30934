// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Buffer {
  /// Whether the frame has closed captions.
  ///
  /// Wraps `gst_buffer_get_video_caption_meta`.
  public var hasCaptions: Bool {
    unsafe gst_buffer_get_meta(raw, gst_video_caption_meta_api_get_type()) != nil
  }
}
