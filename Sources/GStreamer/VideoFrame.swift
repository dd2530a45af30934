// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// How pictures of some caps lie in memory, a `GstVideoInfo`.
@safe public struct VideoLayout: @unchecked Sendable {
  // `@unchecked Sendable`: a plain C struct that is never changed; its pointers are to constants.
  var info: GstVideoInfo

  /// The layout that raw video caps describe; nil for other caps.
  public init?(_ caps: Caps) {
    unsafe info = unsafe GstVideoInfo()
    guard unsafe gst_video_info_from_caps(&info, caps.raw) != 0 else { return nil }
    // GStreamer multiplies in 32 bits.
    let pixels = unsafe Int(info.width) * Int(info.height)
    guard pixels <= 1 << 28, unsafe info.size <= UInt(Int32.max) else { return nil }
  }

  /// Bytes of a picture without padding beyond what the format prescribes.
  public var byteCount: Int { unsafe Int(info.size) }

  /// Maps a picture, which the caller has to unmap.
  ///
  /// Wraps `gst_video_frame_map`.
  static func map(
    _ frame: UnsafeMutablePointer<GstVideoFrame>,
    _ info: UnsafeMutablePointer<GstVideoInfo>,
    _ buffer: UnsafeMutablePointer<GstBuffer>,
    _ flags: GstMapFlags
  ) throws(GStreamerError) {
    guard unsafe gst_video_frame_map(frame, info, buffer, flags) != 0 else {
      throw GStreamerError("a picture cannot be \(flags == GST_MAP_READ ? "read" : "written")")
    }
  }

  /// A row of a plane that is mapped.
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
