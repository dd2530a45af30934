// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The planes of a mapped frame, valid while the closure that received them runs.
///
/// Several threads may use it at once, unless one writes a row that another one uses.
@safe public struct MappedPlanes<Component: BitwiseCopyable>: @unchecked Sendable {
  // `@unchecked Sendable`: the frame is not changed while it is mapped; for its memory see above.
  private let frame: UnsafePointer<GstVideoFrame>

  fileprivate init(_ frame: UnsafePointer<GstVideoFrame>) { unsafe self.frame = unsafe frame }

  /// The number of planes.
  public var count: Int { unsafe Int(CGStreamer_plane_count(frame)) }

  /// Returns the number of rows in a plane.
  public func height(_ plane: Int) -> Int {
    unsafe Int(CGStreamer_plane_rows(frame, UInt32(plane)))
  }

  /// Returns the number of values in a row of a plane.
  public func width(_ plane: Int) -> Int {
    unsafe Int(CGStreamer_plane_row_bytes(frame, UInt32(plane))) / MemoryLayout<Component>.stride
  }

  /// Lends a row.
  public func withRow(_ plane: Int, _ row: Int, _ body: (Span<Component>) -> Void) {
    body(unsafe Span(_unsafeElements: UnsafeBufferPointer(values(plane, row))))
  }

  /// Lends a row for writing; only of a new frame.
  public func withMutableRow(
    _ plane: Int,
    _ row: Int,
    _ body: (inout MutableSpan<Component>) -> Void
  ) {
    var span = unsafe MutableSpan(_unsafeElements: values(plane, row))
    body(&span)
  }

  /// Copies a row to the start of `output`.
  public func copyRow(_ plane: Int, _ row: Int, into output: inout MutableSpan<Component>) {
    let values = unsafe self.values(plane, row)
    unsafe output.withUnsafeMutableBufferPointer { _ = unsafe $0.update(fromContentsOf: values) }
  }

  /// Writes a row; only of a new frame.
  public func setRow(_ plane: Int, _ row: Int, to values: Span<Component>) {
    let output = unsafe self.values(plane, row)
    unsafe values.withUnsafeBufferPointer { _ = unsafe output.update(fromContentsOf: $0) }
  }

  /// Calls `body` with each plane and row, in order.
  public func forEachRow(_ body: (_ plane: Int, _ row: Int) -> Void) {
    for plane in 0..<count {
      for row in 0..<height(plane) { body(plane, row) }
    }
  }

  private func values(_ plane: Int, _ row: Int) -> UnsafeMutableBufferPointer<Component> {
    precondition(row >= 0 && row < height(plane), "there is no row \(row) in plane \(plane)")
    return unsafe VideoLayout.row(frame, UInt32(plane), row, width(plane), Component.self)
  }
}

extension VideoLayout {
  /// Lends the planes of a frame of this layout.
  ///
  /// `component`: the type of the values in a row, bytes or 16-bit words. Wraps
  /// `gst_video_frame_map`.
  public func reading<Component: BitwiseCopyable, Result>(
    _ picture: borrowing Buffer,
    as component: Component.Type,
    _ body: (MappedPlanes<Component>) throws(GStreamerError) -> Result
  ) throws(GStreamerError) -> Result {
    var (info, frame) = unsafe (self.info, GstVideoFrame())
    try unsafe Self.map(&frame, &info, picture.raw, GST_MAP_READ)
    defer { unsafe gst_video_frame_unmap(&frame) }
    return try unsafe body(MappedPlanes(&frame))
  }

  /// Creates a frame of this layout, whose planes `body` fills.
  ///
  /// Wraps `gst_video_frame_map`.
  public func making<Component: BitwiseCopyable>(
    _ component: Component.Type,
    _ body: (MappedPlanes<Component>) throws(GStreamerError) -> Void
  ) throws(GStreamerError) -> Buffer {
    let result = try Buffer(byteCount: byteCount)
    var (info, frame) = unsafe (self.info, GstVideoFrame())
    try unsafe Self.map(&frame, &info, result.raw, GST_MAP_WRITE)
    defer { unsafe gst_video_frame_unmap(&frame) }
    try unsafe body(MappedPlanes(&frame))
    return result
  }

  /// Lends two frames of this layout row by row, plane after plane.
  public func withRows<Component: BitwiseCopyable>(
    of first: borrowing Buffer,
    and second: borrowing Buffer,
    as component: Component.Type,
    _ body: (Span<Component>, Span<Component>) -> Void
  ) throws(GStreamerError) {
    try reading(first, as: component) { (a) throws(GStreamerError) in
      try reading(second, as: component) { b in
        a.forEachRow { plane, row in
          a.withRow(plane, row) { x in b.withRow(plane, row) { y in body(x, y) } }
        }
      }
    }
  }
}
