// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import GStreamer

extension AnimationDrawing {
  /// Returns what is shown as a frame of video, with the times of a buffer.
  func frame(timedAs buffer: borrowing Buffer) throws(GStreamerError) -> Buffer {
    var shown = try Buffer(byteCount: byteCount)
    try shown.withMutableSpan(of: UInt8.self) { bytes in write(to: &bytes) }
    shown.presentationTime = buffer.presentationTime
    shown.duration = buffer.duration
    shown.isDiscontinuity = buffer.isDiscontinuity
    return shown
  }
}

extension AnimationDrawing.Form {
  /// Returns the caps of frames of a size; `rate`: the frame rate, "0/1" where it varies.
  func caps(width: Int, height: Int, rate: String) -> String {
    "video/x-raw, format=(string)\(rawValue), width=(int)\(width), height=(int)\(height), "
      + "framerate=(fraction)\(rate), pixel-aspect-ratio=(fraction)1/1, "
      + "interlace-mode=(string)progressive, colorimetry=(string)sRGB"
  }
}
