// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension VideoLayout {
  /// Creates a frame of this layout from another one, block by block; for 4:2:0 in three planes.
  ///
  /// `component`: the type of the values in a row.
  /// `convert`: receives two rows of luma and the two rows of chroma that they share, and writes
  /// the same number of values in the same order; the second row is empty after the last row of an
  /// odd number. Wraps `gst_video_frame_map`.
  public func convertingBlocks<Component: BitwiseCopyable>(
    of picture: borrowing Buffer,
    as component: Component.Type,
    _ convert: (
      Span<Component>, Span<Component>, Span<Component>, Span<Component>,
      inout MutableSpan<Component>, inout MutableSpan<Component>, inout MutableSpan<Component>,
      inout MutableSpan<Component>
    ) -> Void
  ) throws(GStreamerError) -> Buffer {
    let result = try Buffer(byteCount: byteCount)
    var info = unsafe self.info
    var (a, b) = unsafe (GstVideoFrame(), GstVideoFrame())
    try unsafe Self.map(&a, &info, picture.raw, GST_MAP_READ)
    defer { unsafe gst_video_frame_unmap(&a) }
    try unsafe Self.map(&b, &info, result.raw, GST_MAP_WRITE)
    defer { unsafe gst_video_frame_unmap(&b) }
    guard unsafe CGStreamer_plane_count(&a) == 3 else {
      throw GStreamerError("a frame does not have three planes")
    }
    let width = Int(unsafe CGStreamer_plane_row_bytes(&a, 0)) / MemoryLayout<Component>.stride
    let half = Int(unsafe CGStreamer_plane_row_bytes(&a, 1)) / MemoryLayout<Component>.stride
    let rows = unsafe Int(CGStreamer_plane_rows(&a, 0))
    for block in 0..<(unsafe Int(CGStreamer_plane_rows(&a, 1))) {
      let below = 2 * block + 1 < rows ? width : 0
      let y0 = unsafe UnsafeBufferPointer(Self.row(&a, 0, 2 * block, width, component))
      let y1 = unsafe UnsafeBufferPointer(Self.row(&a, 0, 2 * block + 1, below, component))
      let u = unsafe UnsafeBufferPointer(Self.row(&a, 1, block, half, component))
      let v = unsafe UnsafeBufferPointer(Self.row(&a, 2, block, half, component))
      var newY0 = unsafe MutableSpan(_unsafeElements: Self.row(&b, 0, 2 * block, width, component))
      var newY1 = unsafe MutableSpan(
        _unsafeElements: Self.row(&b, 0, 2 * block + 1, below, component)
      )
      var newU = unsafe MutableSpan(_unsafeElements: Self.row(&b, 1, block, half, component))
      var newV = unsafe MutableSpan(_unsafeElements: Self.row(&b, 2, block, half, component))
      unsafe convert(
        Span(_unsafeElements: y0),
        Span(_unsafeElements: y1),
        Span(_unsafeElements: u),
        Span(_unsafeElements: v),
        &newY0,
        &newY1,
        &newU,
        &newV
      )
    }
    return result
  }
}
