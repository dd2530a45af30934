// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// In which form a subtitle track stands in the source.
enum SubtitleFormat {
  /// Plain text, such as that of MP4.
  case text
  /// Text as Pango markup, as `matroskademux` gives SubRip's.
  case markup
  /// SubStation Alpha: text with styles, effects and places.
  case styled
  /// WebVTT; `isHeaded` where a cue's name and settings stand above its text, as in WebM.
  case webVTT(isHeaded: Bool)
  /// Pictures, or text that nothing here reads.
  case other

  /// Tells by a stream's caps, and by what Matroska calls its codec.
  init(_ caps: Caps, matroskaCodec: String?) {
    self =
      switch caps.name {
      case "text/x-raw": caps.string("format") == "pango-markup" ? .markup : .text
      case "application/x-ssa", "application/x-ass": .styled
      case Self.unknown where matroskaCodec == "S_TEXT/WEBVTT": .webVTT(isHeaded: false)
      case Self.unknown where matroskaCodec?.hasPrefix("D_WEBVTT/") ?? false:
        .webVTT(isHeaded: true)
      default: .other
      }
  }

  /// Whether a stream of these caps carries subtitles.
  static func isSubtitle(_ caps: Caps) -> Bool {
    ["text/", "subpicture/", "closedcaption/"].contains(where: caps.name.hasPrefix)
      || ["application/x-ssa", "application/x-ass", unknown].contains(caps.name)
  }

  /// What `matroskademux` calls a subtitle that it does not know.
  static let unknown = "application/x-subtitle-unknown"

  /// What GStreamer takes any bytes for that begin with "[", such as settings, and which nothing of it reads.
  static let lyrics = "application/x-subtitle-lrc"

  /// How the text becomes plain; nil where it is, or where there is none.
  ///
  /// `keepsTags`: whether the result's readers understand SubRip's tags.
  func conversion(keepsTags: Bool) -> SubtitleConversion? {
    switch self {
    case .text, .other: nil
    case .markup: keepsTags ? .unescaped : .stripped
    case .styled: .stripped
    case .webVTT(let isHeaded): isHeaded ? .headedCue : .cue
    }
  }
}
