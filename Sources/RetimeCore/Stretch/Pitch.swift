// SPDX-License-Identifier: MPL-2.0

/// How high sound is where its speed changes.
public enum Pitch: Sendable, Hashable {
  /// As the speed says: slower is lower, as on a tape.
  case follow
  /// As in the source.
  case keep
  /// So many semitones above the source, or below it: twelve double every frequency.
  case shift(semitones: Rational)

  /// The shifts that there are: two octaves either way.
  public static let semitones = Rational(-24)...Rational(24)

  /// Every frequency over the source's, to a millionth; nil where it follows the speed.
  ///
  /// What is outside of ``semitones`` is as its nearest end.
  public var ratio: Rational? {
    switch self {
    case .follow: return nil
    case .keep: return Rational(1)
    case .shift(let semitones):
      let (low, high) = (Self.semitones.lowerBound, Self.semitones.upperBound)
      let ratio = exponential2(min(max(semitones, low), high).doubleValue / 12)
      // From 1/4 to 4; finer than anybody hears, and short enough for sums of times.
      return Rational(Int64((ratio * 0x1p20).rounded()), 1 << 20)
    }
  }
}

extension Pitch: TextCodable {
  /// The pitch of a text: "follow", "keep", or semitones as "+3" or "-2.5".
  ///
  /// - Throws: ``PitchError`` for any other text.
  public init(parsing text: String) throws(PitchError) {
    switch text {
    case "follow": self = .follow
    case "keep": self = .keep
    default:
      guard let semitones = try? Rational(parsing: text) else { throw .notAPitch(text) }
      guard Self.semitones.contains(semitones) else { throw .outOfRange(text) }
      self = semitones == Rational(0) ? .keep : .shift(semitones: semitones)
    }
  }

  /// What ``init(parsing:)`` takes.
  public var description: String {
    switch self {
    case .follow: return "follow"
    case .keep: return "keep"
    case .shift(let semitones):
      let text = semitones.decimalText ?? semitones.description
      return semitones > Rational(0) ? "+\(text)" : text
    }
  }
}

/// Why a text is no pitch.
public enum PitchError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text is neither a word for one nor a number.
  case notAPitch(String)
  /// The text is a number of semitones that is not allowed.
  case outOfRange(String)

  /// What was given and what is allowed.
  public var description: String {
    switch self {
    case .notAPitch(let text):
      "'\(text)' is no pitch: give follow, where slower is lower, keep, or semitones, as +3 or -2.5"
    case .outOfRange(let text):
      "'\(text)' semitones are too many: give -24 to 24"
    }
  }
}
