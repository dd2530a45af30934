// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Pad {
  /// Sets the flags of VP8 packets from their frame tags (RFC 6386, 9.1): delta unit or not, and no header.
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
