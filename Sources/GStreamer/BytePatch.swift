// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// Bytes that stand in for a source's own.
public struct BytePatch: Sendable, Equatable {
  /// Where they begin in the source.
  public let offset: Int64
  /// The bytes.
  public let bytes: [UInt8]

  /// A patch at an offset.
  public init(offset: Int64, bytes: [UInt8]) {
    self.offset = offset
    self.bytes = bytes
  }

  /// Writes what falls within a buffer that begins at `start` of the source.
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
