// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A buffer of the source with its segment, its caps and the selected part.
struct SourceBuffer: ~Copyable {
  let buffer: Buffer
  let segment: Segment
  let caps: Caps?
  /// The selected part; nil for all.
  var part: PartSegments?

  /// The times between which a frame is shown; nil if it is not shown.
  ///
  /// Without a stated duration, both times are the same.
  var shown: (start: StreamTime, end: StreamTime)? {
    buffer.presentationTime.flatMap {
      part?.shown(from: $0, duration: buffer.plausibleDuration, in: segment)
        ?? (part == nil ? segment.range(from: $0, duration: buffer.plausibleDuration) : nil)
    }
  }
}
