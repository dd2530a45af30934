// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Buffer {
  /// Whether the frame has closed captions.
  ///
  /// Wraps `gst_buffer_get_video_caption_meta`.
  public var hasCaptions: Bool {
    unsafe gst_buffer_get_meta(raw, gst_video_caption_meta_api_get_type()) != nil
  }

  /// The closed captions of the frame, in their order; empty for none.
  ///
  /// Wraps `gst_buffer_iterate_meta_filtered`.
  public var captions: [FrameCaptions] {
    var (found, state): ([FrameCaptions], gpointer?) = ([], nil)
    let kind = gst_video_caption_meta_api_get_type()
    while let meta = unsafe gst_buffer_iterate_meta_filtered(raw, &state, kind) {
      let captions = unsafe UnsafeMutableRawPointer(meta)
        .assumingMemoryBound(to: GstVideoCaptionMeta.self).pointee
      guard let form = unsafe FrameCaptions.Form(captions.caption_type) else { continue }
      let bytes = unsafe [UInt8](
        UnsafeBufferPointer(start: captions.data, count: Int(clamping: captions.size))
      )
      found.append(FrameCaptions(form: form, bytes: bytes))
    }
    return found
  }
}

/// The closed captions that a buffer of video carries.
public struct FrameCaptions: Sendable {
  /// A form of captions.
  public enum Form: Sendable {
    /// Byte pairs of CEA-608.
    case cea608
    /// Byte pairs of CEA-608 with their field and line (SMPTE ST 334-1, annex A).
    case s334
    /// The triplets of CEA-708, without a packet around them.
    case cea708
    /// A caption distribution packet (SMPTE ST 334-2).
    case packet

    /// Creates the form of a `GstVideoCaptionType`; nil for an unknown one.
    fileprivate init?(_ type: GstVideoCaptionType) {
      switch type {
      case GST_VIDEO_CAPTION_TYPE_CEA608_RAW: self = .cea608
      case GST_VIDEO_CAPTION_TYPE_CEA608_S334_1A: self = .s334
      case GST_VIDEO_CAPTION_TYPE_CEA708_RAW: self = .cea708
      case GST_VIDEO_CAPTION_TYPE_CEA708_CDP: self = .packet
      default: return nil
      }
    }
  }

  /// The form of the bytes.
  public let form: Form
  /// The captions.
  public let bytes: [UInt8]
}
