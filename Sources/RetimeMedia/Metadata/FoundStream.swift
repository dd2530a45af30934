// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The properties of a stream, read from its pad, which may be removed later.
struct FoundStream: Sendable {
  /// GStreamer's stream identifier, the same each time the file is opened.
  let id: String
  /// The caps at the time of reading.
  let caps: Caps?
  /// The duration and whether seeking is possible, as far as the demuxer reports them.
  let duration: ClockTime?, isSeekable: Bool?
  /// Whether the stream is selected for playback by default; nil if not stated.
  let isSelected: Bool?
  let tagLists: [TagList]
  let chapters: [Chapter]

  /// Creates a stream that is a file of its own, without properties.
  init(id: String, caps: Caps, language: String? = nil) {
    (self.id, self.caps) = (id, caps)
    (duration, isSeekable, isSelected) = (nil, nil, nil)
    tagLists = language.map { [TagList(parsing: [("language-code", $0)])] } ?? []
    chapters = []
  }

  /// Reads the properties of a pad, which must still be in its pipeline.
  init(_ pad: Pad) {
    id = pad.streamID ?? ""
    caps = pad.currentCaps
    (duration, isSeekable, isSelected) = (pad.duration, pad.isSeekable, pad.isSelected)
    (tagLists, chapters) = (pad.tagLists, pad.chapters)
  }
}
