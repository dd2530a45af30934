// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A buffer of the source with what is needed to place it.
struct SourceBuffer: ~Copyable {
  let buffer: Buffer
  let segment: Segment
  let caps: Caps?
  /// The part that is wanted; nil for all.
  var part: PartSegments?

  /// When a picture is shown, and until when where it says that; nil where it is not shown at all.
  var shown: (start: StreamTime, end: StreamTime)? {
    buffer.presentationTime.flatMap {
      part?.shown(from: $0, duration: buffer.plausibleDuration, in: segment)
        ?? (part == nil ? segment.range(from: $0, duration: buffer.plausibleDuration) : nil)
    }
  }
}
