// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The time expressions of a TTML file, which depend on the parameters of its root element.
struct TimedTextClock {
  /// Frames and ticks a second.
  private var frameRate = Rational(30), tickRate = Rational(1)

  /// Creates the default clock.
  init() {}

  /// Creates the clock that the root element `tt` describes.
  init(_ root: XMLToken) {
    if let rate = root.value("frameRate").flatMap({ Int64($0) }), 1...1000 ~= rate {
      (frameRate, tickRate) = (Rational(rate), Rational(rate))
    }
    let parts =
      root.value("frameRateMultiplier")?.split { $0 == " " || $0 == ":" }
      .compactMap { Int64($0) } ?? []
    if parts.count == 2, parts.allSatisfy({ 1...1_000_000 ~= $0 }) {
      frameRate = frameRate * Rational(parts[0], parts[1])
    }
    if let rate = root.value("tickRate").flatMap({ Int64($0) }), 1...1_000_000_000 ~= rate {
      tickRate = Rational(rate)
    }
  }

  /// Returns the times of an element within those of its parent.
  func times(
    of token: XMLToken,
    in outer: (start: StreamTime, end: StreamTime)
  ) -> (start: StreamTime, end: StreamTime) {
    let start = outer.start + (token.value("begin").flatMap(time) ?? 0)
    var end = outer.end
    if let stated = token.value("end").flatMap(time) { end = min(end, outer.start + stated) }
    if let length = token.value("dur").flatMap(time) { end = min(end, start + length) }
    return (start, max(start, end))
  }

  /// Parses a clock time with a fraction or frames, or a number with a unit.
  func time(_ text: String) -> StreamTime? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 4 {
      let seconds = parts[..<3].joined(separator: ":")
      guard let time = SubtitleClock.time(seconds),
        let frames = SubtitleClock.nanoseconds(parts[3])
      else { return nil }
      return time + scaled(frames, by: Rational(1) / frameRate)
    }
    if parts.count > 1 { return SubtitleClock.time(text) }
    let unit = text.drop { $0.isNumber || $0 == "." }
    guard let count = SubtitleClock.nanoseconds(text[..<unit.startIndex]) else { return nil }
    switch unit {
    case "h": return scaled(count, by: Rational(3600))
    case "m": return scaled(count, by: Rational(60))
    case "s": return StreamTime(clamping: count)
    case "ms": return scaled(count, by: Rational(1, 1000))
    case "f": return scaled(count, by: Rational(1) / frameRate)
    case "t": return scaled(count, by: Rational(1) / tickRate)
    default: return nil
    }
  }

  private func scaled(_ nanoseconds: Int64, by factor: Rational) -> StreamTime {
    StreamTime(clamping: (Rational(nanoseconds) * factor).rounded())
  }
}
