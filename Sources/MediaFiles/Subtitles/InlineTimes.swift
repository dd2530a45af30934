// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

/// Times inside the text of a cue, at which its words are sung or spoken.
package enum InlineTimes {
  /// Returns the content of a cue with new times of its words.
  ///
  /// `content`: as in ``SubtitleFile/Cue/content``. `starts`: the start of the cue in the source and in
  /// the result. `place`: returns the time in the result of a time in the source; nil removes the
  /// times.
  package static func placed(
    _ content: String,
    _ format: SubtitleFileFormat,
    starts: (source: StreamTime, result: StreamTime),
    _ place: (StreamTime) -> StreamTime?
  ) -> String {
    switch format {
    case .vtt: replaced(in: content, hours: 2, digits: 3, place)
    case .lrc: replaced(in: content, hours: 0, digits: 2, place)
    case .ttml:
      TimedTextFile.placed(content) { time in
        place(starts.source + time).map { max(0, $0 - starts.result) }
      }
    case .srt, .ass, .sbv, .scc: content
    }
  }

  /// Returns whether the content of a cue has times of its words.
  static func exist(in content: String, _ format: SubtitleFileFormat) -> Bool {
    format == .ass
      ? content.contains("\\k") || content.contains("\\K")
      : placed(content, format, starts: (0, 0)) { _ in nil } != content
  }

  /// Returns a text with other times in `<01:02.50>`, or without them.
  static func replaced(
    in text: String,
    hours: Int,
    digits: Int,
    _ place: (StreamTime) -> StreamTime?
  ) -> String {
    var (result, rest) = ("", text[...])
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let inside = rest[rest.index(after: open)..<close]
      result += rest[..<open]
      if let time = SubtitleClock.time(inside) {
        if let new = place(time) {
          result += "<\(SubtitleClock.text(new, hours: hours, digits: digits))>"
        }
      } else {
        result += rest[open...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
