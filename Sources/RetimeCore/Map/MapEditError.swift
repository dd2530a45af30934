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
  /// A text that is not a range of the source.
  case notASourceRange(String)
  /// A chain of filters that is not a map, and why.
  case notAFilter(String, String)
  /// A duration that cannot be reached within the limits, and the shortest one that can.
  case tooShort(RationalTime, shortest: RationalTime)
  /// A text that is not a source time and an output time.
  case notAHit(String)
  /// A hit that is not later than the one before, or the start, in the source or in the output.
  case notLater(String, than: String, source: RationalTime, output: RationalTime)
  /// A hit that needs a speed outside of the limits.
  case outsideLimits(String, speed: Rational, SpeedLimits)
  /// A hit at a source time at which the speed would have to jump from one limit to the other.
  case noSmoothSpeed(at: RationalTime, SpeedLimits)
  /// Cues and pauses that need a speed outside of the limits, as text.
  case doNotFit([String], SpeedLimits)
  /// A cue before the start of the part that is played.
  case beforePart(String, time: RationalTime, start: RationalTime)
  /// A slowest speed above the fastest.
  case limits(SpeedLimits)
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
    case .notASourceRange(let text):
      "'\(Self.short(text))' is no range: give A-B such as 1:00-1:30, where a time is \(MapDocument.Time.allowed)"
    case .notAFilter(let text, let problem): "'--map \(Self.short(text))': \(problem)"
    case .tooShort(let duration, let shortest):
      "it cannot last \(duration.text): at the highest speeds allowed it lasts \(shortest.upperText), so give a longer "
        + "--duration, or raise --speech-speed or --rest-speed"
    case .notAHit(let text):
      "'\(Self.short(text))' is no hit: give SOURCE=OUTPUT such as 12.5=20, where a time is \(MapDocument.Time.allowed), "
        + "and the output's is not end"
    case .notLater(let text, let other, let source, let output):
      "'\(text)' is not later than \(other.isEmpty ? "the start" : "'\(other)'") in both source and output "
        + "(\(source.text) at \(output.text)): give a later source time a later output time"
    case .outsideLimits(let text, let speed, let limits):
      "'\(text)' needs a mean speed of \(MapCurve.text(speed)) since the hit before it or the start: \(limits) is allowed, "
        + "so move it, or change --\(speed < limits.slowest ? "slowest" : "fastest")"
    case .noSmoothSpeed(let time, let limits):
      "the hits before and after \(time.text) need all of the speeds of \(limits), with a jump between them: "
        + "widen --slowest and --fastest"
    case .doNotFit(let faults, let limits):
      "\(faults.prefix(10).joined(separator: ", "))\(faults.count > 10 ? ", and \(faults.count - 10) more" : ""): "
        + "\(limits) is allowed, so widen --slowest and --fastest, or give --best-effort"
    case .beforePart(let text, let time, let start):
      "'\(text)' starts at \(time.text), before the part that is played, which starts at \(start.text): leave it out"
    case .limits(let limits): "--slowest \(limits.slowest) is above --fastest \(limits.fastest)"
    case .map(let error): "\(error)"
    }
  }

  /// Returns a shortened text, because an option may be long.
  private static func short(_ text: String) -> String { JSONValue.shortened(text) }
}
