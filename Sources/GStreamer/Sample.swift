// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A buffer with its caps and segment, a `GstSample` with one owner.
@safe public struct Sample: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: a sample is immutable and its reference count atomic.
  private let raw: OpaquePointer

  init(takingOwnershipOf raw: OpaquePointer) { unsafe self.raw = unsafe raw }
  deinit { unsafe gst_sample_unref(raw) }

  /// The buffer, with a reference of its own; nil for a sample with a buffer list or without a buffer.
  public var buffer: Buffer? {
    guard let buffer = unsafe gst_sample_get_buffer(raw) else { return nil }
    return unsafe Buffer(retaining: buffer)
  }

  /// The buffer's caps.
  public var caps: Caps? { unsafe gst_sample_get_caps(raw).map { unsafe Caps(retaining: $0) } }

  /// The segment of the buffer's times.
  public var segment: Segment? {
    unsafe gst_sample_get_segment(raw).map { unsafe Segment($0.pointee) }
  }
}
