// SPDX-License-Identifier: MPL-2.0

public import GStreamer

extension Element {
  /// Marks the still images that an encoder makes as key frames; before it runs.
  ///
  /// `pngenc`, `pnmenc` and `webpenc` set no sync points, so `GstVideoEncoder` flags every buffer but the first as a delta
  /// unit, and muxers write that down. A packet of any `image/` type is decoded by itself.
  public func markImageKeys() throws(GStreamerError) {
    guard Repair.imageKeys.isNeeded else { return }
    try pad("src").changeBuffersAndCaps { buffer, caps in
      if buffer.isDelta, caps()?.name.hasPrefix("image/") ?? false { buffer.isDelta = false }
    }
  }
}
