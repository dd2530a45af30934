// SPDX-License-Identifier: MPL-2.0

/// The reason why a list of parts is not a valid map; sections are counted from 1.
public enum MapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An empty list of parts.
  case empty
  /// More than 100,000 sections.
  case tooMany(Int)
  /// A section that starts where it ends, or a hold without duration.
  case playsNothing(Int)
  /// A section with a speed that is not allowed.
  case speedOutOfRange(Int, Rational)
  /// A section before the source's start.
  case beforeStart(Int)
  /// A section with a time after the source's end.
  case pastEnd(Int, time: RationalTime, end: RationalTime)
  /// A stated duration that differs from that of the sections.
  case otherDuration(given: RationalTime, real: RationalTime)
  /// A cut at a time within an eased section.
  case easedAcross(Int, time: RationalTime)
  /// A range of the source of which the map plays nothing.
  case nothingWithin(RationalTime, RationalTime)
  /// A number of loops that is not allowed.
  case loops(Int)
  /// A total duration that is not allowed.
  case total(RationalTime)

  /// The maximum number of sections in a map.
  package static let mostSections = 100_000
  /// The allowed numbers of loops.
  package static let loops = 1...10_000

  /// The fault, where it is, and what is allowed.
  public var description: String {
    switch self {
    case .empty: "a map needs at least one section"
    case .tooMany(let count): "the map has \(count) sections, and \(Self.mostSections) are the most"
    case .playsNothing(let number):
      "section \(number) plays nothing: give it two different times, or a hold a time above 0"
    case .speedOutOfRange(let number, let speed):
      "section \(number) has the speed \(speed): \(TimeMap.Part.speeds.lowerBound) to "
        + "\(TimeMap.Part.speeds.upperBound) is allowed; backwards is from a later time to an earlier one"
    case .beforeStart(let number): "section \(number) begins before the source does, which is at 0"
    case .pastEnd(let number, let time, let end):
      "section \(number) has the time \(time.text), and the source ends at \(end.lowerText): give a time up to that, or \"end\""
    case .otherDuration(let given, let real):
      "the map's \"duration\" is \(given), and its sections last \(real) with this source: leave \"duration\" out, "
        + "or give the source that the map is of"
    case .easedAcross(let number, let time):
      "section \(number) is eased and would be cut at \(time): let it begin or end there, or cut elsewhere"
    case .nothingWithin(let from, let to):
      "the map plays nothing of the source from \(from) to \(to): trim less, or map what is left"
    case .loops(let count):
      "a map cannot be played \(count) times: \(Self.loops.lowerBound) to \(Self.loops.upperBound) is allowed"
    case .total(let time): "a map cannot be made to last \(time): give a time above 0"
    }
  }
}

extension RationalTime {
  /// The seconds as a decimal if that is exact, otherwise as a quotient, for messages.
  package var text: String { "\(rational.decimalText ?? rational.description) s" }

  /// The seconds as a decimal, rounded down to microseconds if not exact, for messages about an upper limit.
  var lowerText: String {
    if rational.decimalText != nil { return text }
    let microseconds = (rational * Rational(1_000_000)).floor
    return RationalTime(seconds: Rational(reducing: microseconds, over: 1_000_000)).text
  }

  /// The seconds as a decimal, rounded up to milliseconds if not exact, for messages about a lower limit.
  var upperText: String {
    if rational.decimalText != nil { return text }
    let milliseconds = -(-rational * Rational(1000)).floor
    return RationalTime(seconds: Rational(reducing: milliseconds, over: 1000)).text
  }
}
