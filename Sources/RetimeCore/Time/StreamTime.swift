// SPDX-License-Identifier: MPL-2.0

/// A time or duration in a stream, in whole nanoseconds.
///
/// Files and streams may contain any number, so no sum of times may trap: results saturate at
/// ``latest`` or ``earliest``. Times given by a person, and times that are scaled, are
/// ``RationalTime``s.
package struct StreamTime: Hashable, Sendable {
  /// The nanoseconds; never `Int64.min`, so that each time can be negated.
  package let nanoseconds: Int64

  /// Time 0.
  package static let zero = StreamTime(clamping: 0)
  /// The latest and the earliest time, 292 years from 0.
  package static let latest = StreamTime(clamping: Int64.max), earliest = -latest

  /// Creates a time of `nanoseconds`, saturating.
  package init(clamping nanoseconds: some BinaryInteger) {
    self.nanoseconds = max(Int64(clamping: nanoseconds), -.max)
  }

  /// Creates a time of `ticks` ÷ `timescale` seconds, rounded towards zero as GStreamer does.
  ///
  /// A file may give a timescale of 0: then every time is 0.
  package init(ticks: Int64, timescale: Int64) {
    let product = Int128(ticks) * Int128(nanosecondsPerSecond)
    self.init(clamping: timescale == 0 ? 0 : product / Int128(timescale))
  }

  /// The time in seconds, as the nearest `Double`.
  package var seconds: Double { Double(nanoseconds) / Double(nanosecondsPerSecond) }

  /// The distance from time 0.
  package var magnitude: StreamTime { max(self, -self) }

  /// Returns the sum, saturating.
  package static func + (lhs: StreamTime, rhs: StreamTime) -> StreamTime {
    let (sum, overflows) = lhs.nanoseconds.addingReportingOverflow(rhs.nanoseconds)
    // Only times on the same side of 0 can overflow.
    return overflows ? (lhs < .zero ? .earliest : .latest) : StreamTime(clamping: sum)
  }

  /// Returns the difference, saturating.
  package static func - (lhs: StreamTime, rhs: StreamTime) -> StreamTime { lhs + -rhs }

  /// Returns the negated time.
  package static prefix func - (operand: StreamTime) -> StreamTime {
    StreamTime(clamping: -operand.nanoseconds)
  }

  /// Adds a time, saturating.
  package static func += (lhs: inout StreamTime, rhs: StreamTime) { lhs = lhs + rhs }
}

extension StreamTime: Comparable {
  /// Returns whether `lhs` is earlier than `rhs`.
  package static func < (lhs: StreamTime, rhs: StreamTime) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }
}

extension StreamTime: ExpressibleByIntegerLiteral {
  /// Creates a time of `nanoseconds`.
  package init(integerLiteral nanoseconds: Int64) { self.init(clamping: nanoseconds) }
}

extension StreamTime: Codable {
  /// Decodes the nanoseconds from a single number.
  package init(from decoder: any Decoder) throws { self.init(clamping: try Int64(from: decoder)) }

  /// Encodes the nanoseconds as a single number.
  package func encode(to encoder: any Encoder) throws { try nanoseconds.encode(to: encoder) }
}

extension StreamTime: CustomStringConvertible {
  /// The time as "1500000000 ns".
  package var description: String { "\(nanoseconds) ns" }
}

extension RationalTime {
  /// Creates the same time, exactly.
  package init(_ time: StreamTime) { self.init(nanoseconds: time.nanoseconds) }

  /// The nearest time in whole nanoseconds, ties to even.
  package var streamTime: StreamTime { StreamTime(clamping: nanoseconds) }
}
