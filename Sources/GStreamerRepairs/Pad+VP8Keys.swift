// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Pad {
  /// Tells pictures of VP8 that others refer to from those, and from headers, by what they say themselves (RFC 6386, 9.1).
  func tellVP8Keys() {
    changeBuffersAndCaps { buffer, caps in
      guard caps()?.name == "video/x-vp8" else { return }
      let tag = try? buffer.withSpan(of: UInt8.self) {
        (bytes: Span<UInt8>) throws(GStreamerError) in
        bytes.isEmpty ? nil : bytes[0]
      }
      guard let tag = tag ?? nil else { return }
      (buffer.isHeader, buffer.isDelta) = (false, tag & 1 == 1)
    }
  }
}
