// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// An ID3v2.4 tag as it stands before the sound of an MP3 file.
///
/// "ID3 tag version 2.4.0": main structure, sections 3 and 4; native frames, section 4.
struct ID3Tag {
  private var frames: [[UInt8]] = []

  /// The tags of a work, its pictures and its chapters.
  init(
    _ tags: [(name: String, value: String)],
    attachments: [SourceMetadata.Attachment],
    chapters: [Plan.Chapter]
  ) {
    for (name, value) in FreeTags.joined(tags) {
      if name == SourceMetadata.comments {
        for (key, value) in FreeTags.split(value) { add(described: key, value) }
      } else if name == "comment" || name == "lyrics" {
        let text: [UInt8] = Array("und".utf8) + [0] + Array(value.utf8)
        frames.append(Self.frame(name == "comment" ? "COMM" : "USLT", [Self.utf8] + text))
      } else if let frame = Self.names[name] {
        frames.append(Self.frame(frame, [Self.utf8] + Array(value.utf8)))
      } else {
        add(described: FreeTags.key(name), value)
      }
    }
    for attached in attachments {
      guard attached.tag != ID3Chapters.tag else {
        let bytes = attached.data.bytes
        frames.append(
          Self.frame(String(decoding: bytes.prefix(4), as: UTF8.self), Array(bytes.dropFirst(10)))
        )
        continue
      }
      // 3: the front cover. 1: an icon is at most 32 pixels wide, so a small picture is "other", 0.
      let kind: UInt8 = attached.tag == "image" ? 3 : 0
      let head: [UInt8] = [0] + Array(attached.data.mediaType.utf8) + [0, kind, 0]
      frames.append(Self.frame("APIC", head + attached.data.bytes))
    }
    frames += ID3Chapters.frames(chapters)
  }

  /// Adds a text by a name of its own; the frame for it is a T and three times X.
  private mutating func add(described name: String, _ value: String) {
    let frame = "T" + String(repeating: "X", count: 3)
    frames.append(Self.frame(frame, [Self.utf8] + Array(name.utf8) + [0] + Array(value.utf8)))
  }

  /// The tag in the form of the file; empty where there is nothing to say.
  var bytes: [UInt8] {
    guard !frames.isEmpty else { return [] }
    let body = Array(frames.joined())
    return Array("ID3".utf8) + [4, 0, 0] + Self.size(body.count) + body
  }

  /// Whether a frame can be kept as it is: one of version 2.3 or 2.4 without flags, of no chapter.
  static func canKeep(_ frame: [UInt8]) -> Bool {
    let name = String(decoding: frame.prefix(4), as: UTF8.self)
    return frame.count > 10 && frame[8...9].allSatisfy { $0 == 0 }
      && name.utf8.allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 }
      && !["CHAP", "CTOC", "TSSE", "TLEN", "MCDI", "RVA2", "SEEK", "ASPI"].contains(name)
  }

  /// A frame without flags.
  static func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + size(body.count) + [0, 0] + body
  }

  /// A size in four bytes of seven bits.
  private static func size(_ count: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(count >> $0 & 127) }
  }

  /// The mark of a text in UTF-8.
  private static let utf8: UInt8 = 3

  private static let names = [
    "title": "TIT2", "artist": "TPE1", "album-artist": "TPE2", "album": "TALB",
    "composer": "TCOM", "genre": "TCON", "copyright": "TCOP", "datetime": "TDRC", "date": "TDRC",
    "track-number": "TRCK", "album-disc-number": "TPOS", "beats-per-minute": "TBPM",
    "isrc": "TSRC", "publisher": "TPUB", "encoded-by": "TENC", "grouping": "TIT1",
    "artist-sortname": "TSOP", "album-sortname": "TSOA", "title-sortname": "TSOT",
  ]
}
