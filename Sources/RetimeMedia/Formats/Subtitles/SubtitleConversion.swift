// SPDX-License-Identifier: MPL-2.0

/// The conversion of a subtitle to the plain text that muxers take.
package enum SubtitleConversion: String, Sendable, Codable {
  /// Markup to text with SubRip's tags.
  case unescaped
  /// Markup to text without tags.
  case stripped
  /// A WebVTT cue to text without tags.
  case cue
  /// A WebVTT cue, preceded by its identifier and its settings, to text without tags.
  case headedCue

  /// Returns the text of one subtitle.
  ///
  /// `bytes` is UTF-8, as the demuxer outputs it.
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
