// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// SubRip files, and those of SubViewer, which differ in the line with the times.
enum SubRipFile {
  /// Returns the times of a line such as `00:00:01,000 --> 00:00:02,000`; nil for other lines.
  static func times(in line: some StringProtocol) -> (start: StreamTime, end: StreamTime)? {
    guard let arrow = line.firstRange(of: "-->") else { return nil }
    // Coordinates may follow the times.
    let end = line[arrow.upperBound...].split(whereSeparator: \.isWhitespace).first
    guard let start = SubtitleClock.time(line[..<arrow.lowerBound].trimmed),
      let end = end.flatMap({ SubtitleClock.time($0) })
    else { return nil }
    return (start, max(start, end))
  }

  /// Returns the times of a line such as `0:00:01.000,0:00:02.000`; nil for other lines.
  static func viewerTimes(in line: some StringProtocol) -> (start: StreamTime, end: StreamTime)? {
    let parts = line.split(separator: ",")
    guard parts.count == 2, let start = SubtitleClock.time(parts[0].trimmed),
      let end = SubtitleClock.time(parts[1].trimmed)
    else { return nil }
    return (start, max(start, end))
  }

  static func cues(in text: String) -> [SubtitleFile.Cue] {
    cues(in: text, isNumbered: true) { times(in: $0) }
  }

  static func viewerCues(in text: String) -> [SubtitleFile.Cue] {
    cues(in: text, isNumbered: false) { viewerTimes(in: $0) }
  }

  /// Returns the cues of a text in which each starts with a line of times.
  ///
  /// Texts may contain empty lines, so a cue ends where the next one starts. `isNumbered`: whether
  /// a line with a number precedes the times.
  private static func cues(
    in text: String,
    isNumbered: Bool,
    _ times: (Substring) -> (start: StreamTime, end: StreamTime)?
  ) -> [SubtitleFile.Cue] {
    let lines = text.allLines
    let starts = lines.indices.compactMap { index in times(lines[index]).map { (index, $0) } }
    return starts.indices.map { index in
      let (line, times) = starts[index]
      let isLast = index + 1 == starts.count
      var content = lines[(line + 1)..<(isLast ? lines.count : starts[index + 1].0)]
      if isNumbered, !isLast, let number = content.last, SubtitleClock.number(number.trimmed) != nil
      {
        content.removeLast()
      }
      while let last = content.last, last.trimmed.isEmpty { content.removeLast() }
      return SubtitleFile.Cue(
        start: times.start,
        end: times.end,
        content: content.joined(separator: "\n")
      )
    }
  }

  static func text(_ cues: [SubtitleFile.Cue]) -> String {
    cues.enumerated().map { index, cue in
      let times = [cue.start, cue.end].map { SubtitleClock.text($0, mark: ",") }
      return "\(index + 1)\n\(times[0]) --> \(times[1])\n\(cue.content)\n\n"
    }.joined()
  }

  static func viewerText(_ cues: [SubtitleFile.Cue]) -> String {
    cues.map { cue in
      let times = [cue.start, cue.end].map { SubtitleClock.text($0, hours: 1) }
      return "\(times[0]),\(times[1])\n\(cue.content)\n\n"
    }.joined()
  }
}
