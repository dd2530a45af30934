// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// A buffer of the source with what is needed to place it.
struct SourceBuffer: ~Copyable {
  let buffer: Buffer
  let segment: Segment
  let caps: Caps?
}
