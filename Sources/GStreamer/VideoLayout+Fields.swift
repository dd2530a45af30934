// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension VideoLayout {
  /// Creates a frame from one field of another: keeps every other row, and fills the rows between.
  ///
  /// `picture`: the frame with the field.
  /// `earlier`, `later`: its neighbours in time.
  /// `keepsTop`: whether the top field, with the first row, is kept; otherwise the bottom field.
  /// `component`: the type of the values in a row.
  /// `fill`: computes a missing row from the rows above and below it in the frame; from the row
  /// itself in the earlier frame and in this frame, which are before and after the kept field in
  /// time; from the rows above and below it in the earlier frame; and from those in the later
  /// frame; in this order. Wraps `gst_video_frame_map`.
  public func keepingField<Component: BitwiseCopyable>(
    of picture: borrowing Buffer,
    earlier: borrowing Buffer,
    later: borrowing Buffer,
    keepsTop: Bool,
    as component: Component.Type,
    _ fill: (
      inout MutableSpan<Component>, Span<Component>, Span<Component>, Span<Component>,
      Span<Component>, Span<Component>, Span<Component>, Span<Component>, Span<Component>
    ) -> Void
  ) throws(GStreamerError) -> Buffer {
    let result = try Buffer(byteCount: byteCount)
    var info = unsafe self.info
    var (now, past, next, made) = unsafe (
      GstVideoFrame(), GstVideoFrame(), GstVideoFrame(), GstVideoFrame()
    )
    try unsafe Self.map(&now, &info, picture.raw, GST_MAP_READ)
    defer { unsafe gst_video_frame_unmap(&now) }
    try unsafe Self.map(&past, &info, earlier.raw, GST_MAP_READ)
    defer { unsafe gst_video_frame_unmap(&past) }
    try unsafe Self.map(&next, &info, later.raw, GST_MAP_READ)
    defer { unsafe gst_video_frame_unmap(&next) }
    try unsafe Self.map(&made, &info, result.raw, GST_MAP_WRITE)
    defer { unsafe gst_video_frame_unmap(&made) }
    for plane in 0..<(unsafe CGStreamer_plane_count(&now)) {
      let bytes = unsafe Int(CGStreamer_plane_row_bytes(&now, plane))
      let count = bytes / MemoryLayout<Component>.stride
      let rows = unsafe Int(CGStreamer_plane_rows(&now, plane))
      for row in 0..<rows {
        if (row % 2 == 0) == keepsTop || rows == 1 {
          let kept = unsafe Self.row(&now, plane, row, count, component)
          unsafe Self.row(&made, plane, row, count, component).baseAddress?
            .update(from: kept.baseAddress.unsafelyUnwrapped, count: count)
          continue
        }
        // At the edges the only neighbour is used for both.
        let above = row > 0 ? row - 1 : row + 1
        let below = row + 1 < rows ? row + 1 : row - 1
        func values(
          _ frame: UnsafePointer<GstVideoFrame>,
          _ row: Int
        ) -> UnsafeBufferPointer<Component> {
          unsafe UnsafeBufferPointer(Self.row(frame, plane, row, count, component))
        }
        var output = unsafe MutableSpan(
          _unsafeElements: Self.row(&made, plane, row, count, component)
        )
        unsafe fill(
          &output,
          Span(_unsafeElements: values(&now, above)),
          Span(_unsafeElements: values(&now, below)),
          Span(_unsafeElements: values(&past, row)),
          Span(_unsafeElements: values(&now, row)),
          Span(_unsafeElements: values(&past, above)),
          Span(_unsafeElements: values(&past, below)),
          Span(_unsafeElements: values(&next, above)),
          Span(_unsafeElements: values(&next, below))
        )
      }
    }
    return result
  }
}

extension Buffer {
  /// Whether the frame shows its first field once more after its second one.
  public var repeatsFirstField: Bool { has(GST_VIDEO_BUFFER_FLAG_RFF.rawValue) }

  /// Whether the frame has one field only.
  public var isOneField: Bool { has(GST_VIDEO_BUFFER_FLAG_ONEFIELD.rawValue) }

  /// Removes the flags that describe fields.
  public mutating func removeFieldFlags() {
    for flag in [
      GST_VIDEO_BUFFER_FLAG_INTERLACED, GST_VIDEO_BUFFER_FLAG_TFF, GST_VIDEO_BUFFER_FLAG_RFF,
      GST_VIDEO_BUFFER_FLAG_ONEFIELD,
    ] {
      setFlag(flag.rawValue, to: false)
    }
  }

  /// Whether the frame has two fields, where the caps leave that to each frame.
  public var isInterlaced: Bool { has(GST_VIDEO_BUFFER_FLAG_INTERLACED.rawValue) }

  /// Whether the top field is the first in time.
  public var isTopFieldFirst: Bool {
    get { has(GST_VIDEO_BUFFER_FLAG_TFF.rawValue) }
    set { setFlag(GST_VIDEO_BUFFER_FLAG_TFF.rawValue, to: newValue) }
  }
}
