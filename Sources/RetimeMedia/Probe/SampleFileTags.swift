// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeSystem

/// What a WAVE or AIFF file says of itself behind its samples, which GStreamer 1.22 does not get to.
///
/// Chunks as in "Multimedia Programming Interface and Data Specifications 1.0", section 2, and "Audio Interchange
/// File Format, version 1.3"; an ID3v2 tag lies in a chunk of its own in both.
enum SampleFileTags {
  /// The tags; nil where there are none.
  static func tags(_ file: RandomAccessFile) -> TagList? {
    guard let head = file.bytes(at: 0, count: 12) else { return nil }
    let kinds = [head[0..<4], head[8..<12]].map { String(decoding: $0, as: UTF8.self) }
    let isBigEndian = kinds[0] == "FORM"
    guard isBigEndian ? ["AIFF", "AIFC"].contains(kinds[1]) : kinds == ["RIFF", "WAVE"] else {
      return nil
    }
    var (texts, tag): ([(name: String, text: String)], [UInt8]) = ([], [])
    for chunk in SampleFileHead.chunks(in: file, isBigEndian: isBigEndian)
    where chunk.count < 1 << 26 {
      switch chunk.name {
      case "ID3 ", "id3 ": tag = file.bytes(at: chunk.place, count: chunk.count) ?? []
      case "LIST" where !isBigEndian:
        guard file.bytes(at: chunk.place, count: 4) == Array("INFO".utf8) else { continue }
        let end = chunk.place + chunk.count
        for part in SampleFileHead.chunks(
          from: chunk.place + 4,
          to: end,
          in: file,
          isBigEndian: false
        ) {
          add(part, info, to: &texts, file)
        }
      default: if isBigEndian { add(chunk, aiff, to: &texts, file) }
      }
    }
    let parsed = TagList(parsing: texts)
    let all = TagList(id3: tag).map { $0.merged(parsed) } ?? parsed
    return all.isEmpty ? nil : all
  }

  private static func add(
    _ chunk: SampleFileHead.Chunk,
    _ names: [String: String],
    to texts: inout [(name: String, text: String)],
    _ file: RandomAccessFile
  ) {
    guard let name = names[chunk.name], let bytes = file.bytes(at: chunk.place, count: chunk.count)
    else { return }
    let text = bytes.prefix { $0 != 0 }
    // Old programs wrote one byte a character.
    let isUnicode = String(validating: text, as: UTF8.self) != nil
    let string =
      isUnicode
      ? String(decoding: text, as: UTF8.self)
      : String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
    if !string.isEmpty { texts.append((name, string)) }
  }

  /// GStreamer's tags by the chunks of a list of information.
  private static let info = [
    "INAM": "title", "IART": "artist", "IPRD": "album", "ICMT": "comment", "ICOP": "copyright",
    "IGNR": "genre", "ICRD": "date", "ITRK": "track-number", "IKEY": "keywords",
  ]

  private static let aiff = [
    "NAME": "title", "AUTH": "artist", "ANNO": "comment", "(c) ": "copyright",
  ]
}
