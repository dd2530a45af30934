// SPDX-License-Identifier: MPL-2.0

/// A time or duration in a stream, in whole nanoseconds.
///
/// Files and streams may contain any number, so no sum of times may trap: results saturate at
/// ``latest`` or ``earliest``. Times given by a person, and times that are scaled, are
/// ``RationalTime``s.
public struct StreamTime: Hashable, Sendable {
  /// The nanoseconds; never `Int64.min`, so that each time can be negated.
  public let nanoseconds: Int64

  /// Time 0.
  public static let zero = StreamTime(clamping: 0)
  /// The latest and the earliest time, 292 years from 0.
  public static let latest = StreamTime(clamping: Int64.max), earliest = -latest

  /// Creates a time of `nanoseconds`, saturating.
  public init(clamping nanoseconds: some BinaryInteger) {
    self.nanoseconds = max(Int64(clamping: nanoseconds), -.max)
  }

  /// Creates a time of `ticks` ÷ `timescale` seconds, rounded towards zero as GStreamer does.
  ///
  /// A file may give a timescale of 0: then every time is 0.
  public init(ticks: Int64, timescale: Int64) {
    let product = Int128(ticks) * Int128(nanosecondsPerSecond)
    self.init(clamping: timescale == 0 ? 0 : product / Int128(timescale))
  }

  /// The time in seconds, as the nearest `Double`.
  public var seconds: Double { Double(nanoseconds) / Double(nanosecondsPerSecond) }

  /// The distance from time 0.
  public var magnitude: StreamTime { max(self, -self) }

  /// Returns the sum, saturating.
  public static func + (lhs: StreamTime, rhs: StreamTime) -> StreamTime {
    let (sum, overflows) = lhs.nanoseconds.addingReportingOverflow(rhs.nanoseconds)
    // Only times on the same side of 0 can overflow.
    return overflows ? (lhs < .zero ? .earliest : .latest) : StreamTime(clamping: sum)
  }

  /// Returns the difference, saturating.
  public static func - (lhs: StreamTime, rhs: StreamTime) -> StreamTime { lhs + -rhs }

  /// Returns the negated time.
  public static prefix func - (operand: StreamTime) -> StreamTime {
    StreamTime(clamping: -operand.nanoseconds)
  }

  /// Adds a time, saturating.
  public static func += (lhs: inout StreamTime, rhs: StreamTime) { lhs = lhs + rhs }
}

extension StreamTime: Comparable {
  /// Returns whether `lhs` is earlier than `rhs`.
  public static func < (lhs: StreamTime, rhs: StreamTime) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }
}

extension StreamTime: ExpressibleByIntegerLiteral {
  /// Creates a time of `nanoseconds`.
  public init(integerLiteral nanoseconds: Int64) { self.init(clamping: nanoseconds) }
}

extension StreamTime: Codable {
  /// Decodes the nanoseconds from a single number.
  public init(from decoder: any Decoder) throws { self.init(clamping: try Int64(from: decoder)) }

  /// Encodes the nanoseconds as a single number.
  public func encode(to encoder: any Encoder) throws { try nanoseconds.encode(to: encoder) }
}

extension StreamTime: CustomStringConvertible {
  /// The time as "1500000000 ns".
  public var description: String { "\(nanoseconds) ns" }
}

extension RationalTime {
  /// Creates the same time, exactly.
  public init(_ time: StreamTime) { self.init(nanoseconds: time.nanoseconds) }

  /// The nearest time in whole nanoseconds, ties to even.
  public var streamTime: StreamTime { StreamTime(clamping: nanoseconds) }
}
