// SPDX-License-Identifier: MPL-2.0

/// A readable form of a map: its speed over output time as bars of characters, and its sections as a table.
package struct MapCurve: Hashable, Sendable {
  private let map: TimeMap

  /// Creates the curve of a map.
  package init(_ map: TimeMap) { self.map = map }

  // MARK: - Table

  /// The names of the columns of ``rows``.
  package static let header = [
    "section", "source from", "source to", "output from", "output to", "speed", "ease",
  ]

  /// One row for each section, with as many texts as ``header`` has; times in minutes, rounded to milliseconds.
  package var rows: [[String]] {
    map.sections.enumerated().map { index, section in
      let end = section.duration.map { section.start + $0 }
      let (first, last) = section.speeds
      let speed =
        section.isHold
        ? "hold" : first == last ? Self.text(first) : "\(Self.text(first)) to \(Self.text(last))"
      return [
        "\(index + 1)", Self.text(section.from),
        section.duration == nil ? "end" : Self.text(section.to),
        Self.text(section.start), end.map(Self.text) ?? "end",
        section.isBackward ? "\(speed) backwards" : speed, section.ease?.rawValue ?? "",
      ]
    }
  }

  /// Returns a short text of a speed: exact if that is short, otherwise "~" and up to six decimal places.
  static func text(_ speed: Rational) -> String {
    let exact = speed.decimalText ?? "\(speed)"
    if exact.utf8.count <= 9 { return exact }
    if "\(speed)".utf8.count <= 9 { return "\(speed)" }
    let places: Int64 = 1_000_000
    let rounded = Rational(reducing: speed.rounded(times: places), over: Int128(places))
    return "~\(rounded.decimalText ?? exact)"
  }

  /// Returns "[h:]mm:ss.mmm", without trailing zeros of the fraction.
  private static func text(_ time: RationalTime) -> String {
    let (seconds, part) = time.ticks(timescale: 1000).quotientAndRemainder(dividingBy: 1000)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let clock = (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(seconds % 60))"
    guard part > 0 else { return clock }
    var digits = String("\(1000 + part)".dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(clock).\(digits)"
  }

  // MARK: - Curve

  /// Returns bars of the speed over output time, as `height` lines of at most `width` characters.
  ///
  /// The last line but one marks forward playback with "-", backward playback with "<" and holds
  /// with "="; the last line has the times. A section shorter than a character is visible if it is
  /// the fastest one, or a hold.
  ///
  /// `width` and `height` are in characters, at least 30 and 3.
  /// - Complexity: O(sections + width · height).
  package func lines(width: Int, height: Int) -> [String] {
    let (rows, highest) = (max(1, height - 2), map.highestSpeed)
    let label = Self.text(highest)
    let indent = label.count + 1
    let columns = columns(max(30, width) - indent)
    var lines = (0..<rows).map { row -> String in
      let bars = columns.map { column -> Character in
        // Eighths of a character, at least one where the source is played.
        let eighths = max(
          column.isPlayed ? 1 : 0,
          Int(
            (column.speed / max(highest.doubleValue, .leastNormalMagnitude) * Double(rows * 8))
              .rounded()
          )
        )
        let character = min(8, max(0, eighths - (rows - 1 - row) * 8))
        return Self.blocks[character]
      }
      let name = row == 0 ? label : String(repeating: " ", count: label.count)
      return Self.trimmed("\(name) \(String(bars))")
    }
    let space = String(repeating: " ", count: indent)
    lines.append(space + String(columns.map(\.mark)))
    let end = map.duration.map(Self.text) ?? "end"
    let gap = max(0, columns.count - 4 - end.count)
    lines.append("\(space)\(gap > 0 ? "0:00" : "")\(String(repeating: " ", count: gap))\(end)")
    return lines
  }

  private static let blocks: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns the line without trailing spaces.
  private static func trimmed(_ line: String) -> String {
    String(
      line.prefix(upTo: line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)
    )
  }

  /// The part of the output shown by one character.
  private struct Column {
    var speed = 0.0
    var mark: Character = " "
    var isPlayed = false
  }

  private func columns(_ count: Int) -> [Column] {
    let count = max(1, count)
    var columns = Array(repeating: Column(), count: count)
    let total = map.duration?.seconds ?? 0
    for section in map.sections {
      let start = section.start.seconds
      let length = section.duration?.seconds ?? 0
      // A map of one factor has a section without an end, which fills all columns.
      let scale = total > 0 ? Double(count) / total : 0
      let first = min(count - 1, Int(start * scale))
      let last =
        total > 0
        ? min(count - 1, max(first, Int(((start + length) * scale).rounded(.up)) - 1)) : count - 1
      for index in first...last {
        let middle = (Double(index) + 0.5) / max(scale, .leastNormalMagnitude)
        let speed = section.speed(length > 0 ? min(1, max(0, (middle - start) / length)) : 0)
        columns[index].speed = max(columns[index].speed, speed)
        columns[index].isPlayed = columns[index].isPlayed || !section.isHold
        // The rarer mark has priority.
        let marks: [Character] = [" ", "-", "<", "="]
        let mark = section.isHold ? 3 : section.isBackward ? 2 : 1
        let before = marks.firstIndex(of: columns[index].mark) ?? 0
        columns[index].mark = marks[max(mark, before)]
      }
    }
    return columns
  }
}

extension TimeMap.Section {
  /// Returns the speed at a fraction of the section's time, from 0 to 1.
  fileprivate func speed(_ u: Double) -> Double {
    let (first, last) = (speeds.0.doubleValue, speeds.1.doubleValue)
    let eased =
      switch ease {
      case .smooth: u * u * (3 - 2 * u)
      case .linear, nil: u
      }
    return first + (last - first) * eased
  }
}
