// SPDX-License-Identifier: MPL-2.0

/// How a subtitle's text is brought into the plain form that muxers take.
public enum SubtitleConversion: String, Sendable, Codable {
  /// Markup becomes text in which SubRip's tags stay.
  case unescaped
  /// Markup becomes text without tags.
  case stripped
  /// A cue of WebVTT becomes text without tags.
  case cue
  /// A cue of WebVTT below its name and its settings becomes text without tags.
  case headedCue

  /// The text of one subtitle.
  ///
  /// `bytes`: UTF-8, as the demuxer gives it.
  func text(of bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .unescaped: return SubtitleText.unescaped(bytes)
    case .stripped, .cue: return SubtitleText.unescaped(SubtitleText.stripped(bytes))
    case .headedCue:
      let end = UInt8(ascii: "\n")
      let lines = bytes.split(separator: end, maxSplits: 2, omittingEmptySubsequences: false)
      return Self.cue.text(of: Array(lines.dropFirst(2).joined()))
    }
  }
}
