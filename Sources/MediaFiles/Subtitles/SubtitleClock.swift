// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

/// Times as subtitle files write them.
package enum SubtitleClock {
  /// Parses `HH:MM:SS.fff`, with hours and fraction optional, and a period or comma before the latter.
  ///
  /// Returns nil for other texts, and for more than 1,000 days.
  package static func time(_ text: some StringProtocol) -> StreamTime? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count, let last = parts.last,
      let seconds = nanoseconds(last), parts.dropLast().allSatisfy({ $0.count <= 6 })
    else { return nil }
    var minutes: Int64 = 0
    for part in parts.dropLast() {
      guard let value = number(part) else { return nil }
      minutes = minutes * 60 + value
    }
    guard minutes < 1_440_000 else { return nil }
    return StreamTime(clamping: minutes * 60_000_000_000 + seconds)
  }

  /// Parses seconds with an optional fraction; returns nanoseconds.
  static func nanoseconds(_ text: some StringProtocol) -> Int64? {
    let parts = text.split(
      maxSplits: 1,
      omittingEmptySubsequences: false,
      whereSeparator: { $0 == "." || $0 == "," }
    )
    guard let first = parts.first, first.count <= 9, let whole = number(first) else { return nil }
    guard parts.count == 2 else { return whole * 1_000_000_000 }
    let digits = parts[1].prefix(9)
    guard let fraction = number(digits), parts[1].allSatisfy(\.isNumber) else { return nil }
    let scale = (digits.count..<9).reduce(Int64(1)) { product, _ in product * 10 }
    return whole * 1_000_000_000 + fraction * scale
  }

  /// Parses digits.
  static func number(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int64(text)
  }

  /// Returns a time, rounded once to `digits` decimals of a second, 2 or 3, which `mark` precedes.
  ///
  /// `hours`: the minimum number of digits of the hours; 0 writes minutes and seconds alone.
  package static func text(
    _ time: StreamTime,
    hours: Int = 2,
    digits: Int = 3,
    mark: Character = "."
  ) -> String {
    let unit: Int64 = digits == 3 ? 1_000_000 : 10_000_000
    let count = rounded(time, to: unit)
    let perSecond = 1_000_000_000 / unit
    let (seconds, rest) = (count / perSecond, count % perSecond)
    let minutes = hours == 0 ? seconds / 60 : seconds / 60 % 60
    let clock = "\(padded(minutes, 2)):\(padded(seconds % 60, 2))\(mark)\(padded(rest, digits))"
    return hours == 0 ? clock : "\(padded(seconds / 3600, hours)):\(clock)"
  }

  /// Returns a time in units of `unit` nanoseconds, rounded to the nearest one, at least 0.
  static func rounded(_ time: StreamTime, to unit: Int64) -> Int64 {
    let nanoseconds = max(0, time.nanoseconds)
    return nanoseconds / unit + (nanoseconds % unit >= (unit + 1) / 2 ? 1 : 0)
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let text = "\(value)"
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
