// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// Subtitles as they stand in a file, of what GStreamer's demuxer makes of them.
///
/// `matroskademux` gives SubRip text as Pango markup: its tags stay, and other signs of markup are written
/// as entities. `matroskamux` takes plain text, for which they must be signs again.
enum SubtitleText {
  /// Whether a stream of these caps is text as markup.
  static func isMarkup(_ caps: Caps) -> Bool {
    caps.name == "text/x-raw" && caps.string("format") == "pango-markup"
  }

  /// The caps of plain text.
  static let plain = "text/x-raw, format=(string)utf8"

  /// The text without entities.
  static func plain(_ markup: [UInt8]) -> [UInt8] {
    var (text, rest) = ([UInt8](), markup[...])
    while let first = rest.first {
      let entity = entities.first { rest.starts(with: $0.name.utf8) }
      text.append(entity?.sign ?? first)
      rest = rest.dropFirst(entity?.name.utf8.count ?? 1)
    }
    return text
  }

  private static let entities: [(name: String, sign: UInt8)] = [
    ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
    ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")), ("&#39;", UInt8(ascii: "'")),
  ]

  /// A buffer of plain text of one of markup.
  static func plain(_ markup: borrowing Buffer) throws(GStreamerError) -> Buffer {
    let text = try markup.withSpan(of: UInt8.self) { (bytes: Span<UInt8>) throws(GStreamerError) in
      plain(bytes.indices.map { bytes[$0] })
    }
    let buffer = try Buffer(byteCount: text.count)
    try buffer.withMutableSpan(of: UInt8.self) {
      (bytes: inout MutableSpan<UInt8>) throws(GStreamerError) in
      for index in bytes.indices { bytes[index] = text[index] }
    }
    return buffer
  }
}
