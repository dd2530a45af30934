// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

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
    case .styled: text = styledText(of: bytes)
    case .webVTT, .other: return nil
    }
    // Text with and without tags is to compare equal.
    let words = stripped(text).split { $0 <= UInt8(ascii: " ") }
    return Array(words.joined(separator: [UInt8(ascii: " ")]))
  }

  /// Returns the text of a SubStation Alpha line: the ninth field, without the tags in braces.
  private static func styledText(of line: [UInt8]) -> [UInt8] {
    let fields = line.split(
      separator: UInt8(ascii: ","),
      maxSplits: 8,
      omittingEmptySubsequences: false
    )
    guard fields.count == 9, var rest = fields.last else { return line }
    var (text, isStyle) = ([UInt8](), false)
    while let byte = rest.popFirst() {
      let isBreak = byte == UInt8(ascii: "\\") && rest.first.map("Nnh".utf8.contains) ?? false
      switch byte {
      case UInt8(ascii: "{"): isStyle = true
      case UInt8(ascii: "}") where isStyle: isStyle = false
      case _ where isStyle: break
      case _ where isBreak:
        rest.removeFirst()
        text.append(UInt8(ascii: " "))
      default: text.append(byte)
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
  /// Returns the bytes of a buffer.
  func bytes() throws(GStreamerError) -> [UInt8] {
    try withSpan(of: UInt8.self) { (bytes: Span<UInt8>) throws(GStreamerError) in
      bytes.indices.map { bytes[$0] }
    }
  }
}
