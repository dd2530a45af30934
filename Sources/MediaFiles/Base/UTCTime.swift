// SPDX-License-Identifier: MPL-2.0

/// A moment in universal time, to the second: when a file came to be.
package struct UTCTime: Sendable, Equatable, CustomStringConvertible {
  /// Seconds since 1970.
  package let unixSeconds: Int64

  /// 1904, from which MP4 counts (ISO/IEC 14496-12, 8.2.2.3), and 2001, from which Matroska counts
  /// (RFC 8794, section 7.6).
  package static let movieEpoch: Int64 = -2_082_844_800, matroskaEpoch: Int64 = 978_307_200

  package init(unixSeconds: Int64) { self.unixSeconds = unixSeconds }

  /// A moment such as "2013-11-29T12:19:32Z"; nil for one without a time of day, or in another zone.
  package init?(_ text: String) {
    let whole = text.prefix { $0 != "." } + (text.contains(".") ? "Z" : "")
    let parts = whole.split { "-T:Z".contains($0) }.map { Int64($0) }
    guard text.hasSuffix("Z"), parts.count == 6, case let numbers = parts.compactMap({ $0 }),
      numbers.count == 6, (1...9999).contains(numbers[0]), (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2]), (0..<24).contains(numbers[3]), (0..<60).contains(numbers[4]),
      (0...60).contains(numbers[5])
    else { return nil }
    let days = Self.days(numbers[0], numbers[1], numbers[2])
    unixSeconds = ((days * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5]
  }

  /// The moment as ISO 8601 has it.
  package var description: String {
    let days = unixSeconds >= 0 ? unixSeconds / 86_400 : (unixSeconds - 86_399) / 86_400
    let seconds = unixSeconds - days * 86_400
    // The year whose first day is the last that is not later.
    var year = 1970 + days / 366
    while Self.days(year + 1, 1, 1) <= days { year += 1 }
    while Self.days(year, 1, 1) > days { year -= 1 }
    var month: Int64 = 12
    while Self.days(year, month, 1) > days { month -= 1 }
    let day = days - Self.days(year, month, 1) + 1
    return "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))T"
      + "\((seconds / 3600).padded(2)):\((seconds / 60 % 60).padded(2)):"
      + "\((seconds % 60).padded(2))Z"
  }

  /// Days from 1970 to a day of the Gregorian calendar.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // A year that begins in March has its leap day at its end.
    let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719_468
  }
}

extension BinaryInteger {
  /// Returns the number with leading zeros to a minimum number of digits.
  func padded(_ width: Int) -> String {
    let text = "\(self)"
    return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
  }
}
