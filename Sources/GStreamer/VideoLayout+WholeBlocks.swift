// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension VideoLayout {
  /// Returns a copy of a frame with each row extended to whole blocks by its last value.
  ///
  /// Nil where no row needs it. For planar formats with one byte a value. Flags, times and metadata
  /// are copied.
  ///
  /// `size`: the number of values of a row in a block. Wraps `gst_video_frame_map` and
  /// `gst_buffer_add_video_meta_full`.
  public func fillingBlocks(
    of picture: borrowing Buffer,
    size: Int
  ) throws(GStreamerError) -> Buffer? {
    var (info, frame) = unsafe (self.info, GstVideoFrame())
    try unsafe Self.map(&frame, &info, picture.raw, GST_MAP_READ)
    defer { unsafe gst_video_frame_unmap(&frame) }
    var planes: [(rows: Int, width: Int, filled: Int, offset: Int)] = []
    var byteCount = 0
    for plane in 0..<(unsafe CGStreamer_plane_count(&frame)) {
      let rows = unsafe Int(CGStreamer_plane_rows(&frame, plane))
      let width = unsafe Int(CGStreamer_plane_row_bytes(&frame, plane))
      let filled = (width + size - 1) / size * size
      planes.append((rows, width, filled, byteCount))
      byteCount += rows * filled
    }
    guard planes.contains(where: { $0.width != $0.filled }) else { return nil }
    var result = try Buffer(byteCount: byteCount)
    try result.withMutableSpan(of: UInt8.self) { (bytes) throws(GStreamerError) in
      for (index, plane) in planes.enumerated() {
        for row in 0..<plane.rows {
          let start = plane.offset + row * plane.filled
          let values = unsafe Self.row(&frame, UInt32(index), row, plane.width, UInt8.self)
          unsafe bytes.withUnsafeMutableBufferPointer { all in
            let made = all.extracting(start..<start + plane.filled)
            _ = unsafe made.update(fromContentsOf: values)
            unsafe made.extracting(plane.width...).update(repeating: values[plane.width - 1])
          }
        }
      }
    }
    try result.takeMetadata(of: picture)
    (result.presentationTime, result.decodeTime) = (picture.presentationTime, picture.decodeTime)
    result.duration = picture.duration
    unsafe result.setPlanes(info, planes.map { (offset: $0.offset, stride: $0.filled) })
    return result
  }
}

extension Buffer {
  /// Replaces the video meta by one with these offsets and strides of the planes.
  fileprivate mutating func setPlanes(_ info: GstVideoInfo, _ planes: [(offset: Int, stride: Int)])
  {
    makeWritable()
    while let meta = unsafe gst_buffer_get_video_meta(raw) {
      unsafe gst_buffer_remove_meta(
        raw,
        UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstMeta.self)
      )
    }
    var offsets = planes.map { gsize($0.offset) }
    var strides = planes.map { gint($0.stride) }
    unsafe gst_buffer_add_video_meta_full(
      raw,
      GST_VIDEO_FRAME_FLAG_NONE,
      info.finfo.pointee.format,
      guint(info.width),
      guint(info.height),
      guint(planes.count),
      &offsets,
      &strides
    )
  }
}
