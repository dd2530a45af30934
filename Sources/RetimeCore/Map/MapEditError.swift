// SPDX-License-Identifier: MPL-2.0

/// The reason why edits do not form a map; each case quotes the options' own texts.
public enum MapEditError: Error, Hashable, Sendable {
  /// A text that is not a time and a speed.
  case notAKey(String)
  /// A text that is not two times and a speed.
  case notARange(String)
  /// A text that is not a time and a duration.
  case notAHold(String)
  /// A speed that is not a number, or not allowed.
  case notASpeed(String, String)
  /// A duration that is not a time, or not above 0.
  case notADuration(String, String)
  /// A text that is not an ease.
  case notAnEase(String)
  /// An edit with a time past the source's end.
  case pastEnd(String, time: RationalTime, end: RationalTime)
  /// A range that ends at or before its start.
  case emptyRange(String)
  /// Two ranges that overlap from a time on.
  case overlap(String, String, from: RationalTime)
  /// Two edits of one kind at the same time.
  case twice(String, String, time: RationalTime)
  /// A speed keyframe or a hold within a range.
  case insideRange(String, time: RationalTime, range: String, from: RationalTime, to: RationalTime)
  /// A hold, or an end of a range, within an ease between two speed keyframes.
  case insideEase(String, time: RationalTime, from: String, to: String)
  /// Cuts that remove all of the source.
  case nothingLeft([String])
  /// An invalid map.
  case map(MapError)
}

extension MapEditError: CustomStringConvertible {
  /// The option given, what is allowed, and what to do.
  public var description: String {
    switch self {
    case .notAKey(let text):
      "'\(Self.short(text))' is no key: give TIME=SPEED such as 3.5=1/4, where the time is \(MapDocument.Time.allowed)"
    case .notARange(let text):
      "'\(Self.short(text))' is no range: give A-B=SPEED such as 1:00-1:30=2, or A-B=cut, where a time is "
        + MapDocument.Time.allowed
    case .notAHold(let text):
      "'\(Self.short(text))' is no hold: give TIME=SECONDS such as 4=1.5, where the time is \(MapDocument.Time.allowed)"
    case .notASpeed(let text, let speed):
      "'\(Self.short(text))' has the speed '\(Self.short(speed))': \(TimeMap.Part.allowedSpeeds)"
    case .notADuration(let text, let duration):
      "'\(Self.short(text))' holds for '\(Self.short(duration))': a time above 0 is allowed, such as 1.5"
    case .notAnEase(let text):
      "'--ease \(Self.short(text))' is not known: smooth, linear or none is allowed"
    case .pastEnd(let text, let time, let end):
      "'\(text)' is at \(time.text), and the source ends at \(end.lowerText): give a time up to that, or end"
    case .emptyRange(let text): "'\(text)' ends before it begins: give A-B with A earlier than B"
    case .overlap(let one, let other, let time):
      "'\(one)' and '\(other)' overlap from \(time.text) on: let one end where the other begins"
    case .twice(let one, let other, let time):
      "'\(one)' and '\(other)' are both at \(time.text): give one of them"
    case .insideRange(let text, let time, let range, let from, let to):
      "'\(text)' is inside of '\(range)' at \(time.text): put it at \(from.text) or \(to.text), where the range ends, or "
        + "give two ranges that meet at \(time.text)"
    case .insideEase(let text, let time, let from, let to):
      "'\(text)' is inside of what is eased from '\(from)' to '\(to)': put a key at \(time.text) as well, "
        + "--at \(time.rational.decimalText ?? time.rational.description)=SPEED"
    case .nothingLeft(let texts):
      texts.isEmpty
        ? "nothing of the source is played: it has no duration"
        : "nothing of the source is left by '\(texts.joined(separator: "', '"))': cut less"
    case .map(let error): "\(error)"
    }
  }

  /// Returns a shortened text, because an option may be long.
  private static func short(_ text: String) -> String { JSONValue.shortened(text) }
}
