// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension VideoLayout {
  /// A copy of a frame in which plane `index` is the frame's plane `order[index]`; all planes have one size.
  ///
  /// Nil for a frame that states its own places of planes. Flags, times and metadata come along.
  public func reordering(
    _ frame: borrowing Buffer,
    planes order: [Int]
  ) throws(GStreamerError) -> Buffer? {
    guard unsafe gst_buffer_get_video_meta(frame.raw) == nil else { return nil }
    var result = try making(UInt8.self) { (new) throws(GStreamerError) in
      try reading(frame, as: UInt8.self) { old in
        new.forEachRow { plane, row in
          old.withRow(order[plane], row) { new.setRow(plane, row, to: $0) }
        }
      }
    }
    try result.takeMetadata(of: frame)
    (result.presentationTime, result.decodeTime) = (frame.presentationTime, frame.decodeTime)
    result.duration = frame.duration
    return result
  }
}
