// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The memory layout of raw video with some caps, a `GstVideoInfo`.
@safe public struct VideoLayout: @unchecked Sendable {
  // `@unchecked Sendable`: a plain C struct that is never changed; its pointers are to constants.
  var info: GstVideoInfo

  /// Creates the layout of raw video caps; nil for other caps.
  public init?(_ caps: Caps) {
    unsafe info = unsafe GstVideoInfo()
    guard unsafe gst_video_info_from_caps(&info, caps.raw) != 0 else { return nil }
    // GStreamer multiplies these values in 32 bits.
    let pixels = unsafe Int(info.width) * Int(info.height)
    guard pixels <= 1 << 28, unsafe info.size <= UInt(Int32.max) else { return nil }
  }

  /// The size of a frame in bytes, with no padding beyond the format's own.
  public var byteCount: Int { unsafe Int(info.size) }

  /// Maps a frame, which the caller has to unmap.
  ///
  /// Wraps `gst_video_frame_map`.
  static func map(
    _ frame: UnsafeMutablePointer<GstVideoFrame>,
    _ info: UnsafeMutablePointer<GstVideoInfo>,
    _ buffer: UnsafeMutablePointer<GstBuffer>,
    _ flags: GstMapFlags
  ) throws(GStreamerError) {
    guard unsafe gst_video_frame_map(frame, info, buffer, flags) != 0 else {
      throw GStreamerError("a frame cannot be \(flags == GST_MAP_READ ? "read" : "written")")
    }
  }

  /// Returns a row of a plane of a mapped frame.
  static func row<Component>(
    _ frame: UnsafePointer<GstVideoFrame>,
    _ plane: UInt32,
    _ row: Int,
    _ count: Int,
    _ component: Component.Type
  ) -> UnsafeMutableBufferPointer<Component> {
    let start =
      unsafe UnsafeMutableRawPointer(CGStreamer_plane_data(frame, plane))
      + row * Int(CGStreamer_plane_stride(frame, plane))
    return unsafe UnsafeMutableBufferPointer(
      start: start.assumingMemoryBound(to: component),
      count: count
    )
  }
}
