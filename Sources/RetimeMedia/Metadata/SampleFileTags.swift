// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeSystem

/// The tags after the samples of a WAVE or AIFF file, which GStreamer 1.22 does not reach.
///
/// The chunks are those of "Multimedia Programming Interface and Data Specifications 1.0", section
/// 2, and "Audio Interchange File Format, version 1.3". An ID3v2 tag is in a chunk of its own in
/// both.
enum SampleFileTags {
  /// Returns the tags; nil if there are none.
  static func tags(_ file: RandomAccessFile) -> TagList? {
    guard let signature = RIFFChunk.signature(of: file) else { return nil }
    let isIFF = signature.container == "FORM"
    guard isIFF ? ["AIFF", "AIFC"].contains(signature.kind) : signature == ("RIFF", "WAVE") else {
      return nil
    }
    var (texts, tag): ([(name: String, text: String)], [UInt8]) = ([], [])
    for chunk in RIFFChunk.all(in: file) where chunk.count < 1 << 26 {
      switch chunk.kind {
      case "ID3 ", "id3 ": tag = chunk.bytes() ?? []
      default:
        let parts = isIFF ? [chunk] : chunk.list("INFO") ?? []
        texts += parts.compactMap { text(of: $0, isIFF ? aiff : info) }
      }
    }
    let parsed = TagList(parsing: texts)
    let all = TagList(id3: tag).map { $0.merged(parsed) } ?? parsed
    return all.isEmpty ? nil : all
  }

  private static func text(
    of chunk: RIFFChunk,
    _ names: [FourCharCode: String]
  ) -> (name: String, text: String)? {
    guard let name = names[chunk.kind], let text = chunk.bytes()?.prefix(while: { $0 != 0 }),
      !text.isEmpty
    else { return nil }
    // Old programs wrote Latin-1.
    let isUnicode = String(validating: text, as: UTF8.self) != nil
    return (
      name,
      isUnicode
        ? String(decoding: text, as: UTF8.self)
        : String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
    )
  }

  /// GStreamer's tags by the chunks of an INFO list.
  private static let info: [FourCharCode: String] = [
    "INAM": "title", "IART": "artist", "IPRD": "album", "ICMT": "comment", "ICOP": "copyright",
    "IGNR": "genre", "ICRD": "date", "ITRK": "track-number", "IKEY": "keywords",
  ]

  private static let aiff: [FourCharCode: String] = [
    "NAME": "title", "AUTH": "artist", "ANNO": "comment", "(c) ": "copyright",
  ]
}
