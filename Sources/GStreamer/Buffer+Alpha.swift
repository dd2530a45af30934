// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Buffer {
  /// The alpha packet of this VP8 or VP9 packet; nil for none.
  ///
  /// Wraps `GstVideoCodecAlphaMeta`.
  public var codecAlpha: Buffer? {
    guard let meta = unsafe gst_buffer_get_meta(raw, gst_video_codec_alpha_meta_api_get_type()),
      let alpha = unsafe UnsafeMutableRawPointer(meta)
        .assumingMemoryBound(to: GstVideoCodecAlphaMeta.self).pointee.buffer,
      let copy = unsafe gst_buffer_new()
    else { return nil }
    let shared = unsafe Buffer(takingOwnershipOf: copy)
    unsafe gst_buffer_copy_into(
      shared.raw,
      alpha,
      GstBufferCopyFlags(
        GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_TIMESTAMPS.rawValue
          | GST_BUFFER_COPY_MEMORY.rawValue
      ),
      0,
      UInt.max
    )
    return shared
  }

  /// Attaches an alpha packet to this packet.
  ///
  /// Wraps `gst_buffer_add_video_codec_alpha_meta`.
  public mutating func addCodecAlpha(_ alpha: borrowing Buffer) {
    makeWritable()
    unsafe gst_buffer_add_video_codec_alpha_meta(raw, gst_buffer_ref(alpha.raw))
  }
}
