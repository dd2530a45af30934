// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The format of a subtitle track in the source.
enum SubtitleFormat {
  /// Plain text, such as that of MP4.
  case text
  /// Text as Pango markup, the output of `matroskademux` for SubRip.
  case markup
  /// SubStation Alpha: text with styles, effects and positions.
  case styled
  /// WebVTT; `isHeaded` if a cue's identifier and settings precede its text, as in WebM.
  case webVTT(isHeaded: Bool)
  /// Bitmap subtitles, or text in an unsupported format.
  case other

  /// Determines the format from a stream's caps and Matroska's codec ID.
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

  /// Returns whether a stream of these caps carries subtitles.
  static func isSubtitle(_ caps: Caps) -> Bool {
    ["text/", "subpicture/", "closedcaption/"].contains(where: caps.name.hasPrefix)
      || ["application/x-ssa", "application/x-ass", unknown].contains(caps.name)
  }

  /// The media type of CEA-608 captions.
  static let captions = "closedcaption/x-cea-608"

  /// The media type that `matroskademux` sets for an unknown subtitle codec.
  static let unknown = "application/x-subtitle-unknown"

  /// The media type that GStreamer's typefind gives to any data that starts with "[".
  ///
  /// Configuration files are an example. No element of GStreamer reads this type.
  static let lyrics = "application/x-subtitle-lrc"

  /// Returns the conversion to plain text; nil if the text is plain already, or there is none.
  ///
  /// `keepsTags`: whether readers of the result understand SubRip's tags.
  func conversion(keepsTags: Bool) -> SubtitleConversion? {
    switch self {
    case .text, .other: nil
    case .markup: keepsTags ? .unescaped : .stripped
    case .styled: .stripped
    case .webVTT(let isHeaded): isHeaded ? .headedCue : .cue
    }
  }
}
