// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

// Engines of RetimeCore, used with buffers.
extension AudioEngine {
  /// Adds the samples of a buffer with the given layout.
  mutating func append(_ buffer: borrowing Buffer, _ layout: AudioLayout) throws(GStreamerError) {
    try layout.withFrames(of: buffer, as: Sample.self) { append($0) }
  }

  /// Returns a buffer with the next frames, at most as many as are available.
  mutating func render(frames: Int, _ layout: AudioLayout) throws(GStreamerError) -> Buffer {
    var buffer = try layout.makeBuffer(frames: frames)
    try layout.withMutableFrames(of: &buffer, as: Sample.self) { _ = render(into: &$0) }
    return buffer
  }
}

/// Returns the sample type for GStreamer's name of a format; nil if it is not supported.
func sampleType(_ format: String) -> (any AudioSample.Type)? {
  switch format {
  case "S8": Int8.self
  case "U8": UInt8.self
  case "S16LE": Int16.self
  case "S24LE": Int24.self
  case "S24_32LE": Int24In32.self
  case "S32LE": Int32.self
  case "F32LE": Float.self
  case "F64LE": Double.self
  default: nil
  }
}
