// SPDX-License-Identifier: MPL-2.0

/// A format of text files with subtitles or lyrics.
package enum SubtitleFileFormat: String, Sendable, Codable, CaseIterable {
  /// SubRip.
  case srt
  /// WebVTT (W3C).
  case vtt
  /// SubStation Alpha, version 4 and 4+.
  case ass
  /// Timed Text Markup Language (W3C); times in SMPTE time code are read, too.
  case ttml
  /// Lyrics with times of lines and words.
  case lrc
  /// SubViewer as YouTube writes it.
  case sbv
  /// Scenarist Closed Captions: CEA-608 bytes with time codes.
  case scc

  /// The name for people.
  package var name: String {
    switch self {
    case .srt: "SubRip"
    case .vtt: "WebVTT"
    case .ass: "SubStation Alpha"
    case .ttml: "TTML"
    case .lrc: "LRC lyrics"
    case .sbv: "SubViewer"
    case .scc: "Scenarist captions"
    }
  }

  /// The file name extensions, in lower case.
  package var extensions: [String] {
    switch self {
    case .ass: ["ass", "ssa"]
    case .ttml: ["ttml", "dfxp"]
    case .vtt: ["vtt", "webvtt"]
    default: [rawValue]
    }
  }

  /// The media type, in GStreamer's terms where it has one.
  package var mediaType: String {
    switch self {
    case .srt: "application/x-subtitle"
    case .ass: "application/x-ass"
    case .ttml: "application/ttml+xml"
    default: "application/x-subtitle-\(rawValue)"
    }
  }

  /// Creates the format whose cues a media type describes; nil for other types.
  package init?(mediaType: String) {
    // Matroska has both versions of SubStation Alpha.
    let name = mediaType == "application/x-ssa" ? Self.ass.mediaType : mediaType
    guard let format = Self.allCases.first(where: { $0.mediaType == name }) else { return nil }
    self = format
  }

  /// Creates the format with a file name extension in lower case; nil for other extensions.
  package init?(suffix: String) {
    guard let format = Self.allCases.first(where: { $0.extensions.contains(suffix) }) else {
      return nil
    }
    self = format
  }

  /// Whether files of the format can be written.
  package var isWritable: Bool { self != .scc }

  /// Whether texts can be bold, italic or underlined.
  package var hasStyles: Bool { self != .lrc && self != .sbv }
}
