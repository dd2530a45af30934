// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// Bytes that replace those of a source when it is read.
public struct BytePatch: Sendable, Equatable {
  /// The offset of the first byte in the source.
  public let offset: Int64
  /// The replacement.
  public let bytes: [UInt8]

  /// Creates a patch at an offset.
  public init(offset: Int64, bytes: [UInt8]) {
    self.offset = offset
    self.bytes = bytes
  }

  /// Writes the overlapping part into a buffer that starts at offset `start` of the source.
  ///
  /// Wraps `gst_buffer_fill`.
  func apply(to buffer: UnsafeMutablePointer<GstBuffer>, at start: Int64) {
    let length = unsafe Int64(gst_buffer_get_size(buffer))
    let from = max(offset, start)
    let to = min(offset + Int64(bytes.count), start + length)
    guard from < to else { return }
    let part = Array(bytes[Int(from - offset)..<Int(to - offset)])
    unsafe gst_buffer_fill(buffer, UInt(from - start), part, UInt(part.count))
  }
}
