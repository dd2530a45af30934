// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// Lyrics in the LRC format: each line starts with the time at which it is sung.
enum LyricsFile {
  /// The duration of the last line, which no file states.
  private static let lastDuration: StreamTime = 5_000_000_000

  static func file(_ text: String) -> SubtitleFile {
    var file = SubtitleFile(.lrc)
    var (header, lines) = ([String](), [(start: StreamTime, text: String)]())
    var offset: StreamTime = 0
    for line in text.allLines {
      var (rest, times) = (Substring(line.trimmed), [StreamTime]())
      while let (time, after) = tag(rest) {
        times.append(time)
        rest = after
      }
      let low = rest.lowercased()
      if !times.isEmpty {
        lines += times.map { ($0, String(rest)) }
      } else if low.hasPrefix("[offset:") {
        let value = low.dropFirst(8).prefix { $0 != "]" }.filter { $0 != " " && $0 != "+" }
        offset = StreamTime(clamping: Int128(Int64(value) ?? 0) * 1_000_000)
      } else if lines.isEmpty, !rest.isEmpty, !low.hasPrefix("[length:") {
        header.append(String(rest))
      }
    }
    file.header = header.joined(separator: "\n")
    // A positive offset shows lines earlier.
    let sorted = lines.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }.map { (max(0, $0.element.start - offset), $0.element.text) }
    for (index, (start, text)) in sorted.enumerated() where !text.isEmpty {
      let next = sorted[index...].first { $0.0 > start }?.0 ?? start + lastDuration
      file.cues.append(
        SubtitleFile.Cue(start: start, end: next, content: moved(text, by: offset))
      )
    }
    return file
  }

  /// Parses the time in brackets that a line starts with; returns it and the text after it.
  static func tag(_ line: Substring) -> (time: StreamTime, rest: Substring)? {
    guard line.first == "[", let end = line.firstIndex(of: "]") else { return nil }
    var inside = line[line.index(after: line.startIndex)..<end]
    // Some programs write a colon before the hundredths.
    let parts = inside.split(separator: ":")
    if parts.count == 3, parts[2].count == 2 { inside = "\(parts[0]):\(parts[1]).\(parts[2])" }
    return SubtitleClock.time(inside).map { ($0, line[line.index(after: end)...]) }
  }

  private static func moved(_ text: String, by offset: StreamTime) -> String {
    offset == 0
      ? text : InlineTimes.replaced(in: text, hours: 0, digits: 2) { max(0, $0 - offset) }
  }

  static func text(_ file: SubtitleFile) -> String {
    var lines = file.header.isEmpty ? [] : [file.header]
    for (index, cue) in file.cues.enumerated() {
      lines.append("[\(stamp(cue.start))]\(cue.content)")
      // A line is shown until the next one; an empty one ends it earlier.
      guard index + 1 < file.cues.count else { break }
      if stamp(file.cues[index + 1].start) != stamp(cue.end), file.cues[index + 1].start > cue.end {
        lines.append("[\(stamp(cue.end))]")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func stamp(_ time: StreamTime) -> String {
    SubtitleClock.text(time, hours: 0, digits: 2)
  }
}
