// SPDX-License-Identifier: MPL-2.0

/// The pitch of audio whose speed changes.
public enum Pitch: Sendable, Hashable {
  /// The pitch follows the speed (varispeed): slower is lower, as on tape.
  case follow
  /// The pitch is preserved.
  case keep
  /// The pitch is shifted by semitones above or below the source's: 12 double every frequency.
  case shift(semitones: Rational)

  /// The allowed shifts: two octaves either way.
  package static let semitones = Rational(-24)...Rational(24)

  /// The ratio of output frequencies to the source's, to a millionth; nil if the pitch follows the speed.
  ///
  /// Shifts outside of ``semitones`` are clamped.
  package var ratio: Rational? {
    switch self {
    case .follow: return nil
    case .keep: return Rational(1)
    case .shift(let semitones):
      let (low, high) = (Self.semitones.lowerBound, Self.semitones.upperBound)
      let ratio = exponential2(min(max(semitones, low), high).doubleValue / 12)
      // From 1/4 to 4; finer than anyone can hear, and short enough for sums of times.
      return Rational(Int64((ratio * 0x1p20).rounded()), 1 << 20)
    }
  }
}

extension Pitch: TextCodable {
  /// Creates the pitch of a text: "follow", "keep", or semitones as "+3" or "-2.5".
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

  /// The text that ``init(parsing:)`` accepts.
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

/// The reason why a text is not a pitch.
public enum PitchError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A text that is neither a keyword nor a number.
  case notAPitch(String)
  /// A number of semitones that is not allowed.
  case outOfRange(String)

  /// The text given and the allowed values.
  public var description: String {
    switch self {
    case .notAPitch(let text):
      "'\(text)' is no pitch: give follow, where slower is lower, keep, or semitones, as +3 or -2.5"
    case .outOfRange(let text):
      "'\(text)' semitones are too many: give -24 to 24"
    }
  }
}
