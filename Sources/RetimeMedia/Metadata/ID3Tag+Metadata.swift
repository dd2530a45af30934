// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

extension ID3Tag {
  /// Creates the tag from a work's tags, its images and its chapters.
  init(
    _ tags: [(name: String, value: String)],
    attachments: [SourceMetadata.Attachment],
    chapters: [FileChapter]
  ) {
    self.init()
    for (name, value) in NamedTags.joined(tags) {
      if name == SourceMetadata.comments {
        for (key, value) in NamedTags.split(value) { add(described: key, value) }
      } else if name == "comment" || name == "lyrics" {
        let text: [UInt8] = Array("und".utf8) + [0] + Array(value.utf8)
        add(name == "comment" ? "COMM" : "USLT", [Self.utf8] + text)
      } else if let frame = Self.frameNames[name] {
        add(frame, text: value)
      } else {
        add(described: NamedTags.key(name), value)
      }
    }
    for attached in attachments {
      guard attached.tag != ID3Chapters.tag else {
        add(kept: attached.data.bytes)
        continue
      }
      // 3 is the front cover. 1 is an icon, at most 32 pixels wide, so a small image is 0, "other".
      let kind: UInt8 = attached.tag == "image" ? 3 : 0
      let head: [UInt8] = [0] + Array(attached.data.mediaType.utf8) + [0, kind, 0]
      add("APIC", head + attached.data.bytes)
    }
    add(chapters)
  }

  private static let frameNames = [
    "title": "TIT2", "artist": "TPE1", "album-artist": "TPE2", "album": "TALB",
    "composer": "TCOM", "genre": "TCON", "copyright": "TCOP", "datetime": "TDRC", "date": "TDRC",
    "track-number": "TRCK", "album-disc-number": "TPOS", "beats-per-minute": "TBPM",
    "musical-key": "TKEY",
    "isrc": "TSRC", "publisher": "TPUB", "encoded-by": "TENC", "grouping": "TIT1",
    "artist-sortname": "TSOP", "album-sortname": "TSOA", "title-sortname": "TSOT",
  ]
}
