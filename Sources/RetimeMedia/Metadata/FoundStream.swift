// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// What a stream's pad has shown so far; the pad itself may go.
struct FoundStream: Sendable {
  /// GStreamer's identifier, the same each time the file is opened.
  let id: String
  /// The caps as they are now.
  let caps: Caps?
  /// How long it is, and whether reading can begin in its middle, as far as its demuxer says.
  let duration: ClockTime?, isSeekable: Bool?
  /// Whether it is to be played unless somebody says otherwise; nil where nothing says so.
  let isSelected: Bool?
  let tagLists: [TagList]
  let chapters: [Chapter]

  /// Asks a pad, which must still be in its pipeline.
  init(_ pad: Pad) {
    id = pad.streamID ?? ""
    caps = pad.currentCaps
    (duration, isSeekable, isSelected) = (pad.duration, pad.isSeekable, pad.isSelected)
    (tagLists, chapters) = (pad.tagLists, pad.chapters)
  }
}
