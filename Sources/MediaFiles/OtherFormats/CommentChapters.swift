// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// Chapters as Vorbis comments: CHAPTER001=00:01:02.345 and CHAPTER001NAME=title.
///
/// The format is that of wiki.xiph.org/Chapter_Extension; it says when a chapter begins, not when it ends.
package enum CommentChapters {
  /// Whether a comment's name, in capitals, belongs to a chapter.
  package static func isOfChapter(_ key: String) -> Bool {
    guard key.hasPrefix("CHAPTER") else { return false }
    let remainder = key.dropFirst(7)
    let number = remainder.prefix { $0.isNumber }
    return !number.isEmpty && ["", "NAME", "URL"].contains(remainder.dropFirst(number.count))
  }

  /// The chapters among comments such as "CHAPTER001=00:01:02.345".
  package static func chapters(in comments: [String]) -> [FileChapter] {
    var (starts, names): ([Int: StreamTime], [Int: String]) = ([:], [:])
    for comment in comments {
      let parts = comment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, case let key = parts[0].uppercased(), isOfChapter(key),
        let number = Int(key.dropFirst(7).prefix { $0.isNumber })
      else { continue }
      if key.hasSuffix("NAME") {
        names[number] = String(parts[1])
      } else if !key.hasSuffix("URL") {
        starts[number] = time(parts[1])
      }
    }
    return starts.sorted { $0.key < $1.key }.map { number, start in
      FileChapter(title: names[number], start: start)
    }
  }

  /// The comments of chapters that begin at these nanoseconds.
  package static func comments(_ chapters: [FileChapter]) -> [String] {
    chapters.enumerated().flatMap { index, chapter in
      let key = "CHAPTER\((index + 1).padded(3))"
      return ["\(key)=\(clock(chapter.start ?? 0))"]
        + (chapter.title.map { ["\(key)NAME=\($0)"] } ?? [])
    }
  }

  private static func time(_ clock: Substring) -> StreamTime? {
    let parts = clock.split(separator: ":")
    guard parts.count == 3, let hours = Int64(parts[0]), let minutes = Int64(parts[1]),
      hours < 1_000_000, 0..<60 ~= minutes, hours >= 0
    else { return nil }
    let last = parts[2].split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = last.first.flatMap({ Int64($0) }), 0...60 ~= whole else { return nil }
    let digits = (last.count > 1 ? String(last[1]) : "").prefix(9)
    guard digits.allSatisfy(\.isNumber) else { return nil }
    let fraction = Int64(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
    let seconds = StreamTime(ticks: (hours * 60 + minutes) * 60 + whole, timescale: 1)
    return seconds + StreamTime(clamping: fraction)
  }

  private static func clock(_ time: StreamTime) -> String {
    let milliseconds = (max(0, time) + 500_000).nanoseconds / 1_000_000
    let (seconds, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    return "\((seconds / 3600).padded(2)):\((seconds / 60 % 60).padded(2)):"
      + "\((seconds % 60).padded(2)).\(remainder.padded(3))"
  }
}
