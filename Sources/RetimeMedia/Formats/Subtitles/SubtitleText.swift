// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// Subtitles as they stand in a file, of what GStreamer's demuxer makes of them.
///
/// `matroskademux` gives SubRip text as Pango markup: its tags stay, and other signs of markup are written
/// as entities. Muxers take plain text, for which they must be signs again.
enum SubtitleText {
  /// The caps of plain text.
  static let plain = "text/x-raw, format=(string)utf8"

  /// The text with signs in place of entities.
  static func unescaped(_ markup: [UInt8]) -> [UInt8] {
    var (text, remaining) = ([UInt8](), markup[...])
    while let first = remaining.first {
      let entity = entities.first { remaining.starts(with: $0.name.utf8) }
      if let entity { text += Array(entity.sign.utf8) } else { text.append(first) }
      remaining = remaining.dropFirst(entity?.name.utf8.count ?? 1)
    }
    return text
  }

  /// The text without what stands between angle brackets.
  static func stripped(_ markup: [UInt8]) -> [UInt8] {
    var (text, isTag) = ([UInt8](), false)
    for byte in markup {
      switch byte {
      case UInt8(ascii: "<"): isTag = true
      case UInt8(ascii: ">") where isTag: isTag = false
      default: if !isTag { text.append(byte) }
      }
    }
    return text
  }

  private static let entities: [(name: String, sign: String)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"),
    ("&nbsp;", "\u{A0}"), ("&lrm;", "\u{200E}"), ("&rlm;", "\u{200F}"),
  ]
}

extension Buffer {
  /// The bytes of a buffer.
  func bytes() throws(GStreamerError) -> [UInt8] {
    try withSpan(of: UInt8.self) { (bytes: Span<UInt8>) throws(GStreamerError) in
      bytes.indices.map { bytes[$0] }
    }
  }

  /// A buffer that holds these bytes.
  static func holding(_ content: [UInt8]) throws(GStreamerError) -> Buffer {
    var buffer = try Buffer(byteCount: content.count)
    try buffer.withMutableSpan(of: UInt8.self) {
      (bytes: inout MutableSpan<UInt8>) throws(GStreamerError) in
      for index in bytes.indices { bytes[index] = content[index] }
    }
    return buffer
  }
}
