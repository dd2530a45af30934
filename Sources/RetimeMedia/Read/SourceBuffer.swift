// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A buffer of the source with what is needed to place it.
struct SourceBuffer: ~Copyable {
  let buffer: Buffer
  let segment: Segment
  let caps: Caps?

  /// When a picture is shown, and until when where it says that; nil where it is not shown at all.
  var shown: (start: StreamTime, end: StreamTime)? {
    buffer.presentationTime.flatMap {
      segment.range(from: $0, duration: buffer.plausibleDuration)
    }
  }
}
