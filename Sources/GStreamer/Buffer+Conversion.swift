// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Buffer {
  /// Returns the frame converted to another size, pixel format and pixel aspect ratio.
  ///
  /// Borders are added where the aspect ratio differs. Creates a pipeline for each frame, which
  /// takes some milliseconds: for streams that change midway. Wraps `gst_video_convert_sample`.
  public func converted(from caps: Caps, to wanted: Caps) throws(GStreamerError) -> Buffer {
    guard let sample = unsafe gst_sample_new(raw, caps.raw, nil, nil) else {
      throw GStreamerError("a frame cannot be passed on")
    }
    defer { unsafe gst_sample_unref(sample) }
    var error: UnsafeMutablePointer<GError>?
    guard
      let made = unsafe gst_video_convert_sample(
        sample,
        wanted.raw,
        GstClockTime(10_000_000_000),
        &error
      )
    else {
      let text = unsafe error.map { unsafe String(cString: $0.pointee.message) }
      unsafe g_clear_error(&error)
      throw GStreamerError("a frame cannot be converted to \(wanted): \(text ?? "no reason given")")
    }
    let converted = unsafe Sample(takingOwnershipOf: made)
    guard let buffer = converted.buffer else {
      throw GStreamerError("a frame cannot be converted to \(wanted)")
    }
    var copy = try buffer.sharingMemory()
    (copy.presentationTime, copy.duration) = (presentationTime, duration)
    return copy
  }
}
