// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// Conversion of the subtitles that GStreamer's demuxers output to plain text.
///
/// `matroskademux` outputs SubRip as Pango markup: it keeps SubRip's tags and writes other special
/// characters as entities. Muxers take plain text, in which these must be characters again.
enum SubtitleText {
  /// The caps of plain text.
  static let plain = "text/x-raw, format=(string)utf8"

  /// Returns the text with characters in place of entities.
  static func unescaped(_ markup: [UInt8]) -> [UInt8] {
    var (text, remaining) = ([UInt8](), markup[...])
    while let first = remaining.first {
      let entity = entities.first { remaining.starts(with: $0.name.utf8) }
      if let entity { text += Array(entity.sign.utf8) } else { text.append(first) }
      remaining = remaining.dropFirst(entity?.name.utf8.count ?? 1)
    }
    return text
  }

  /// Returns the text without angle brackets and what is between them.
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

  /// Returns a subtitle's words without styles, positions and line breaks; nil if it is not text.
  ///
  /// `bytes` has the format that `caps` describes.
  static func words(of bytes: [UInt8], _ caps: Caps) -> [UInt8]? {
    let text: [UInt8]
    switch SubtitleFormat(caps, matroskaCodec: nil) {
    case .text: text = bytes
    case .markup: text = unescaped(stripped(bytes))
    case .styled, .other:
      guard let own = SubtitleFileFormat(mediaType: caps.name) else { return nil }
      text = Array((SubtitleMarkup.plain(String(decoding: bytes, as: UTF8.self), own) ?? "").utf8)
    case .webVTT: return nil
    }
    // Text with and without tags is to compare equal.
    let words = stripped(text).split { $0 <= UInt8(ascii: " ") }
    return Array(words.joined(separator: [UInt8(ascii: " ")]))
  }

  private static let entities: [(name: String, sign: String)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"),
    ("&nbsp;", "\u{A0}"), ("&lrm;", "\u{200E}"), ("&rlm;", "\u{200F}"),
  ]
}

extension Buffer {
  /// Returns the bytes of a buffer.
  func bytes() throws(GStreamerError) -> [UInt8] {
    try withSpan(of: UInt8.self) { (bytes: Span<UInt8>) throws(GStreamerError) in
      bytes.indices.map { bytes[$0] }
    }
  }
}
