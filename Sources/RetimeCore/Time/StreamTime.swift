// SPDX-License-Identifier: MPL-2.0

/// A time in a stream, or how long something lasts there, in whole nanoseconds.
///
/// Files and streams may say any number, so no sum of them may trap: what does not fit ends at ``latest`` or
/// ``earliest``. Times that a person gives, and those that are scaled, are ``RationalTime``s.
public struct StreamTime: Hashable, Sendable {
  /// The nanoseconds; never `Int64.min`, so that each time has an opposite.
  public let nanoseconds: Int64

  /// Time 0.
  public static let zero = StreamTime(clamping: 0)
  /// The latest and the earliest time there is, 292 years from 0.
  public static let latest = StreamTime(clamping: Int64.max), earliest = -latest

  /// A time of so many nanoseconds, or the nearest to it that there is.
  public init(clamping nanoseconds: some BinaryInteger) {
    self.nanoseconds = max(Int64(clamping: nanoseconds), -.max)
  }

  /// A time of `ticks` ÷ `timescale` seconds, rounded towards zero as GStreamer does.
  ///
  /// A file may say a timescale of 0: then every time is 0.
  public init(ticks: Int64, timescale: Int64) {
    let product = Int128(ticks) * Int128(nanosecondsPerSecond)
    self.init(clamping: timescale == 0 ? 0 : product / Int128(timescale))
  }

  /// The time in seconds, as the nearest `Double`.
  public var seconds: Double { Double(nanoseconds) / Double(nanosecondsPerSecond) }

  /// How far it is from time 0.
  public var magnitude: StreamTime { max(self, -self) }

  /// The sum, or the nearest to it that there is.
  public static func + (lhs: StreamTime, rhs: StreamTime) -> StreamTime {
    let (sum, overflows) = lhs.nanoseconds.addingReportingOverflow(rhs.nanoseconds)
    // Only times on the same side of 0 have a sum that does not fit.
    return overflows ? (lhs < .zero ? .earliest : .latest) : StreamTime(clamping: sum)
  }

  /// The difference, or the nearest to it that there is.
  public static func - (lhs: StreamTime, rhs: StreamTime) -> StreamTime { lhs + -rhs }

  /// The time as far from 0 on the other side.
  public static prefix func - (operand: StreamTime) -> StreamTime {
    StreamTime(clamping: -operand.nanoseconds)
  }

  /// The sum in place of the time.
  public static func += (lhs: inout StreamTime, rhs: StreamTime) { lhs = lhs + rhs }
}

extension StreamTime: Comparable {
  /// Whether `lhs` is earlier than `rhs`.
  public static func < (lhs: StreamTime, rhs: StreamTime) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }
}

extension StreamTime: ExpressibleByIntegerLiteral {
  /// A time of so many nanoseconds.
  public init(integerLiteral nanoseconds: Int64) { self.init(clamping: nanoseconds) }
}

extension StreamTime: Codable {
  /// Reads the nanoseconds, as a number by itself.
  public init(from decoder: any Decoder) throws { self.init(clamping: try Int64(from: decoder)) }

  /// Writes the nanoseconds, as a number by itself.
  public func encode(to encoder: any Encoder) throws { try nanoseconds.encode(to: encoder) }
}

extension StreamTime: CustomStringConvertible {
  /// The time as "1500000000 ns".
  public var description: String { "\(nanoseconds) ns" }
}

extension RationalTime {
  /// The same time, exactly.
  public init(_ time: StreamTime) { self.init(nanoseconds: time.nanoseconds) }

  /// The nearest time in whole nanoseconds, ties to even.
  public var streamTime: StreamTime { StreamTime(clamping: nanoseconds) }
}
