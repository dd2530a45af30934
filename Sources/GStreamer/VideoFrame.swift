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

  /// Mixes two pictures of this layout row by row into a new one of the same layout.
  ///
  /// Paddings and strides of the two may differ. Wraps `gst_video_frame_map`.
  /// `component`: the type of the values that rows are made of, bytes or 16-bit words.
  /// `mix`: gets one row of each and writes as many values.
  public func mixing<Component: BitwiseCopyable>(
    _ first: borrowing Buffer,
    _ second: borrowing Buffer,
    as component: Component.Type,
    _ mix: (Span<Component>, Span<Component>, inout MutableSpan<Component>) -> Void
  ) throws(GStreamerError) -> Buffer {
    let result = try Buffer(byteCount: byteCount)
    var info = unsafe self.info
    var (a, b, c) = unsafe (GstVideoFrame(), GstVideoFrame(), GstVideoFrame())
    try unsafe Self.map(&a, &info, first.raw, GST_MAP_READ)
    defer { unsafe gst_video_frame_unmap(&a) }
    try unsafe Self.map(&b, &info, second.raw, GST_MAP_READ)
    defer { unsafe gst_video_frame_unmap(&b) }
    try unsafe Self.map(&c, &info, result.raw, GST_MAP_WRITE)
    defer { unsafe gst_video_frame_unmap(&c) }
    for plane in 0..<(unsafe CGStreamer_plane_count(&c)) {
      let bytes = unsafe Int(CGStreamer_plane_row_bytes(&c, plane))
      let count = bytes / MemoryLayout<Component>.stride
      for row in 0..<(unsafe Int(CGStreamer_plane_rows(&c, plane))) {
        let x = unsafe UnsafeBufferPointer(Self.row(&a, plane, row, count, component))
        let y = unsafe UnsafeBufferPointer(Self.row(&b, plane, row, count, component))
        var output = unsafe MutableSpan(
          _unsafeElements: Self.row(&c, plane, row, count, component)
        )
        unsafe mix(Span(_unsafeElements: x), Span(_unsafeElements: y), &output)
      }
    }
    return result
  }

  /// Lends two pictures of this layout row by row, plane after plane.
  ///
  /// Wraps `gst_video_frame_map`.
  public func withRows<Component: BitwiseCopyable>(
    of first: borrowing Buffer,
    and second: borrowing Buffer,
    as component: Component.Type,
    _ body: (Span<Component>, Span<Component>) -> Void
  ) throws(GStreamerError) {
    var info = unsafe self.info
    var (a, b) = unsafe (GstVideoFrame(), GstVideoFrame())
    try unsafe Self.map(&a, &info, first.raw, GST_MAP_READ)
    defer { unsafe gst_video_frame_unmap(&a) }
    try unsafe Self.map(&b, &info, second.raw, GST_MAP_READ)
    defer { unsafe gst_video_frame_unmap(&b) }
    for plane in 0..<(unsafe CGStreamer_plane_count(&a)) {
      let bytes = unsafe Int(CGStreamer_plane_row_bytes(&a, plane))
      let count = bytes / MemoryLayout<Component>.stride
      for row in 0..<(unsafe Int(CGStreamer_plane_rows(&a, plane))) {
        let x = unsafe UnsafeBufferPointer(Self.row(&a, plane, row, count, component))
        let y = unsafe UnsafeBufferPointer(Self.row(&b, plane, row, count, component))
        body(unsafe Span(_unsafeElements: x), unsafe Span(_unsafeElements: y))
      }
    }
  }

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
