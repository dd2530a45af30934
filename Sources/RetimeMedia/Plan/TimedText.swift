// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeCore

/// Texts of metadata that contain times: lyrics in the LRC format, and cue sheets.
///
/// Each timed line is placed like a chapter that lasts until the next one, so cuts, holds and
/// backward passes affect it in the same way.
enum TimedText {
  /// A function that places chapters of the source in the result.
  typealias Placing = ([FileChapter]) -> [Plan.Chapter]

  // MARK: - LRC

  /// Returns whether a text has lines that start with a time in brackets, such as `[01:02.50]`.
  static func isLRC(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { !Self.line($0).times.isEmpty }
  }

  /// Returns lyrics with the times of the result.
  ///
  /// Lines without a time that precede the first timed line are kept, except for `[length:]` and
  /// for `[offset:]`, which is applied. Times of words (`<01:02.50>`) are placed within their line
  /// if it is played forward as a whole, and removed otherwise.
  static func lyrics(_ text: String, _ place: Placing) -> String {
    var (head, timed): ([Substring], [(start: Int, text: Substring)]) = ([], [])
    var offset = 0
    for line in text.split(whereSeparator: \.isNewline) {
      let (times, rest) = Self.line(line)
      if times.isEmpty {
        let low = line.lowercased()
        if low.hasPrefix("[offset:") {
          offset = Int(low.dropFirst(8).prefix { $0 != "]" }.filter { $0 != " " && $0 != "+" }) ?? 0
        } else if !low.hasPrefix("[length:"), timed.isEmpty {
          head.append(line)
        } else if let last = timed.indices.last, !low.hasPrefix("[length:") {
          timed.append((timed[last].start, line))
        }
      }
      for time in times { timed.append((time, rest)) }
    }
    // A positive offset shows lines earlier.
    let starts = timed.map { max(0, $0.start - offset) }
    let chapters = timed.indices.map { chapter("\($0)", milliseconds: starts[$0]) }
    let lines = place(chapters).compactMap { placed -> String? in
      guard let index = placed.title.flatMap({ Int($0) }) else { return nil }
      let words = self.words(timed[index].text) { time in
        let shifted = chapter("", milliseconds: max(0, time - offset))
        let all = place([shifted])
        guard all.count == 1, place([chapters[index]]).count == 1 else { return nil }
        return all[0].start >= placed.start ? all[0].start : nil
      }
      return "[\(stamp(placed.start))]\(words)"
    }
    return (head.map(String.init) + lines).joined(separator: "\n")
  }

  /// Returns the times in milliseconds that a line starts with, and the text after them.
  private static func line(_ line: Substring) -> (times: [Int], text: Substring) {
    var (rest, times): (Substring, [Int]) = (line, [])
    while rest.first == "[", let end = rest.firstIndex(of: "]"),
      let time = milliseconds(rest[rest.index(after: rest.startIndex)..<end])
    {
      times.append(time)
      rest = rest[rest.index(after: end)...]
    }
    return (times, rest)
  }

  private static func words(_ text: Substring, _ place: (Int) -> StreamTime?) -> String {
    var (result, rest) = ("", text)
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      guard let close = rest[open...].firstIndex(of: ">"),
        let time = milliseconds(rest[rest.index(after: open)..<close])
      else {
        result += "<"
        rest = rest[rest.index(after: open)...]
        continue
      }
      if let new = place(time) { result += "<\(stamp(new))>" }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// Returns the milliseconds of `mm:ss`, `mm:ss.xx` or `mm:ss.xxx`.
  private static func milliseconds(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let minutes = Int(parts[0]), minutes >= 0,
      minutes < 100_000
    else { return nil }
    let last = parts.count == 3 ? "\(parts[1]).\(parts[2])" : String(parts[1])
    guard let seconds = try? RationalTime(parsing: last), seconds >= .zero,
      seconds < RationalTime(60, 1)
    else { return nil }
    return minutes * 60_000 + Int(seconds.ticks(timescale: 1000))
  }

  /// Returns a time as `mm:ss.xx`.
  private static func stamp(_ time: StreamTime) -> String {
    let hundredths = (time.nanoseconds + 5_000_000) / 10_000_000
    return ID3Lyrics.stamp(Int(hundredths) * 10)
  }

  // MARK: - Cue sheets

  /// Returns a cue sheet with the times of the result; nil for one that cannot be read.
  ///
  /// A track starts at its INDEX 01; its pregap (INDEX 00) and later indexes are kept if each track
  /// appears once.
  static func cueSheet(_ text: String, _ place: Placing) -> String? {
    var (head, tracks): ([String], [[String]]) = ([], [])
    for line in text.split(whereSeparator: \.isNewline).map(String.init) {
      if words(line).first?.uppercased() == "TRACK" {
        tracks.append([line])
      } else if tracks.isEmpty {
        head.append(line)
      } else {
        tracks[tracks.count - 1].append(line)
      }
    }
    let starts = tracks.map { track in
      track.lazy.compactMap(Self.index).first { $0.number == 1 }?.milliseconds
    }
    guard !tracks.isEmpty, !starts.contains(nil) else { return nil }
    let chapters = starts.indices.map { chapter("\($0)", milliseconds: starts[$0] ?? 0) }
    let placed = place(chapters).compactMap { chapter in
      chapter.title.flatMap { Int($0) }.map { (track: $0, start: chapter.start) }
    }
    guard !placed.isEmpty, placed.count < 100 else { return nil }
    let isInOrder = placed.map(\.track) == Array(tracks.indices)
    let lines = placed.enumerated().flatMap { number, part in
      tracks[part.track].compactMap { line -> String? in
        let fields = words(line)
        if fields.first?.uppercased() == "TRACK" {
          let rest = fields.dropFirst(2).joined(separator: " ")
          return "\(line.prefix { $0 == " " })TRACK \(two(Int64(number + 1))) \(rest)"
        }
        guard let index = Self.index(line) else { return line }
        var start = part.start
        if index.number != 1 {
          guard isInOrder,
            let other = place([chapter("", milliseconds: index.milliseconds)]).first
          else { return nil }
          start = other.start
        }
        let indent = line.prefix { $0 == " " || $0 == "\t" }
        return "\(indent)INDEX \(two(Int64(index.number))) \(frames(start))"
      }
    }
    return (head + lines).joined(separator: "\n")
  }

  private static func words(_ line: String) -> [Substring] {
    line.split { $0 == " " || $0 == "\t" }
  }

  /// Returns the number and time of a line `INDEX 01 mm:ss:ff`, with 75 frames a second.
  private static func index(_ line: String) -> (number: Int, milliseconds: Int)? {
    let fields = words(line)
    guard fields.count == 3, fields[0].uppercased() == "INDEX", let number = Int(fields[1]) else {
      return nil
    }
    let parts = fields[2].split(separator: ":").compactMap { Int($0) }
    guard parts.count == 3, parts.allSatisfy({ 0..<100_000 ~= $0 }) else { return nil }
    return (number, (parts[0] * 60 + parts[1]) * 1000 + (parts[2] * 1000 + 37) / 75)
  }

  private static func frames(_ time: StreamTime) -> String {
    let frames = (time.nanoseconds / 1000 * 75 + 500_000) / 1_000_000
    return "\(two(frames / 4500)):\(two(frames / 75 % 60)):\(two(frames % 75))"
  }

  // MARK: - Shared helpers

  private static func chapter(_ title: String, milliseconds: Int) -> FileChapter {
    FileChapter(title: title, start: StreamTime(ticks: Int64(milliseconds), timescale: 1000))
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
