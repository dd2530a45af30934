// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

/// The content of a subtitle file: its header, and cues in the markup of its format.
///
/// A file that is written in the format that it had keeps its header and each cue's markup; only
/// times change. ``SubtitleMarkup`` converts cues to other formats.
package struct SubtitleFile: Sendable, Equatable {
  /// A text with the times at which it is shown.
  package struct Cue: Sendable, Equatable {
    /// The start and the end, from the start of the file.
    package var start: StreamTime, end: StreamTime
    /// The text in the format's own markup.
    ///
    /// - WebVTT: a line with the identifier, a line with the settings, and the text, as in WebM.
    /// - SubStation Alpha: 8 fields and the text, as in Matroska; the first is the number of the
    ///   line, after "Comment " for a comment.
    /// - TTML: the element `p` without its times; those of elements in it count from its start.
    /// - Scenarist captions: as in SubRip.
    package var content: String

    /// Creates a cue.
    package init(start: StreamTime, end: StreamTime, content: String) {
      (self.start, self.end, self.content) = (start, end, content)
    }
  }

  /// The format.
  package var format: SubtitleFileFormat
  /// The text before the first cue, which a file of the same format keeps.
  package var header = ""
  /// The cues, in the order of their starts.
  package var cues: [Cue] = []
  /// The content that is not read, as messages.
  package var unread: [String] = []

  /// Whether texts have times of their words, such as those of karaoke.
  package var hasWordTimes: Bool {
    cues.contains { InlineTimes.exist(in: $0.content, format) }
  }

  /// The maximum size of a file, in bytes.
  package static let mostBytes = 1 << 26

  /// The number of bytes at the start of a file that tell whether it is one.
  package static let headBytes = 1 << 14

  /// Returns whether a file that starts with some bytes may be a subtitle file.
  package static func isOne(startingWith head: [UInt8], suffix: String) -> Bool {
    SubtitleEncoding.text(of: head).map { SubtitleFileFormat($0.text, suffix: suffix) != nil }
      ?? false
  }

  /// Parses a file; nil if it is of another kind.
  ///
  /// - Parameters:
  ///   - bytes: the whole file: UTF-8, UTF-16 with a byte order mark, or else Windows-1252.
  ///   - suffix: the file name extension in lower case, for formats without a signature.
  package init?(_ bytes: [UInt8], suffix: String) {
    guard bytes.count <= Self.mostBytes,
      let decoded = SubtitleEncoding.text(of: bytes),
      let format = SubtitleFileFormat(decoded.text, suffix: suffix)
    else { return nil }
    let text = decoded.text
    self.format = format
    switch format {
    case .srt: cues = SubRipFile.cues(in: text)
    case .vtt: self = WebVTTFile.file(text)
    case .ass: self = SubStationFile.file(text)
    case .ttml: self = TimedTextFile.file(text)
    case .lrc: self = LyricsFile.file(text)
    case .sbv: cues = SubRipFile.viewerCues(in: text)
    case .scc: cues = ScenaristFile.cues(in: text)
    }
    guard !cues.isEmpty else { return nil }
    cues = cues.enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    if decoded.isGuessed {
      unread.append("the character encoding, which is not stated: it is read as Windows-1252")
    }
  }

  /// Creates a file without cues.
  package init(_ format: SubtitleFileFormat) { self.format = format }

  /// Returns the text of a file of cues, in the order of their starts.
  ///
  /// - Precondition: `format.isWritable`.
  package func text() -> String {
    switch format {
    case .srt, .scc: SubRipFile.text(cues)
    case .vtt: WebVTTFile.text(self)
    case .ass: SubStationFile.text(self)
    case .ttml: TimedTextFile.text(self)
    case .lrc: LyricsFile.text(self)
    case .sbv: SubRipFile.viewerText(cues)
    }
  }
}

extension SubtitleFileFormat {
  /// Determines the format of a text from its first lines, and from the file name extension.
  fileprivate init?(_ text: String, suffix: String) {
    let lines = text.split(separator: "\n", maxSplits: 40).prefix(40)
    let named = SubtitleFileFormat(suffix: suffix)
    let first = lines.first.map { $0.trimmed } ?? ""
    if first.hasPrefix("WEBVTT") {
      self = .vtt
    } else if first.hasPrefix("Scenarist_SCC") {
      self = .scc
    } else if lines.contains(where: { $0.trimmed.lowercased() == "[script info]" }) || named == .ass
    {
      self = .ass
    } else if named == .ttml || first.hasPrefix("<") && text.prefix(4096).contains("/ns/ttml") {
      self = .ttml
    } else if lines.contains(where: { SubRipFile.times(in: $0) != nil }) {
      self = .srt
    } else if lines.contains(where: { SubRipFile.viewerTimes(in: $0) != nil }) {
      self = .sbv
    } else if named == .lrc || lines.contains(where: { LyricsFile.tag($0) != nil }) {
      self = .lrc
    } else {
      return nil
    }
  }
}
