// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// How high sound is where its speed changes.
public enum Pitch: Sendable, Hashable {
  /// As the speed says: slower is lower, as on a tape.
  case follow
  /// As in the source.
  case keep
}

extension Pitch: TextCodable {
  /// The pitch that a text names: "follow" or "keep".
  ///
  /// - Throws: ``PitchError`` for any other text.
  public init(parsing text: String) throws(PitchError) {
    switch text {
    case "follow": self = .follow
    case "keep": self = .keep
    default: throw PitchError(text: text)
    }
  }

  /// What ``init(parsing:)`` takes.
  public var description: String {
    switch self {
    case .follow: "follow"
    case .keep: "keep"
    }
  }
}

/// A text that names no pitch.
public struct PitchError: Error, Sendable, Hashable, CustomStringConvertible {
  let text: String

  /// What was given and what is allowed.
  public var description: String {
    "'\(text)' is no pitch: give follow, where slower is lower, or keep"
  }
}
