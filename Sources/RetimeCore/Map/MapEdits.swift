// SPDX-License-Identifier: MPL-2.0

/// Edits at some places of a source, as the options of the command line give them; the rest keeps its speed.
///
/// A speed keyframe is "TIME=SPEED", a range "A-B=SPEED" or "A-B=cut", a hold "TIME=SECONDS". Times
/// are written as in a map: "90", "1:02.5", "7/2" or "end", from the file's common start.
public struct MapEdits: Hashable, Sendable {
  /// A speed keyframe: the speed of the source at a time.
  struct Key: Hashable {
    let text: String
    let time: MapDocument.Time
    let speed: Rational
  }

  /// A range of the source with its own speed; cut if that is nil.
  struct Range: Hashable {
    let text: String
    let from: MapDocument.Time, to: MapDocument.Time
    let speed: Rational?
  }

  /// A freeze frame at a source time.
  struct Hold: Hashable {
    let text: String
    let time: MapDocument.Time
    let duration: RationalTime
  }

  let keys: [Key], ranges: [Range], holds: [Hold]
  /// The transition between speed keyframes; nil if the speed is constant up to the next one.
  let ease: Ease?

  /// Whether there are no edits.
  package var isEmpty: Bool { keys.isEmpty && ranges.isEmpty && holds.isEmpty }

  /// Creates the edits written in the texts of `--at`, `--range` and `--hold`, in any order.
  ///
  /// - Throws: ``MapEditError`` with the text that is not valid.
  public init(
    keys: [String] = [],
    ranges: [String] = [],
    holds: [String] = [],
    ease: Ease? = .smooth
  ) throws(MapEditError) {
    self.keys = try keys.map(Key.init)
    self.ranges = try ranges.map(Range.init)
    self.holds = try holds.map(Hold.init)
    self.ease = ease
  }

  /// Returns the ease of the text of `--ease`: "smooth", "linear", or "none" for steps, which is nil.
  ///
  /// - Throws: ``MapEditError`` for any other text.
  package static func ease(parsing text: String) throws(MapEditError) -> Ease? {
    if text == "none" { return nil }
    guard let ease = Ease(rawValue: text) else { throw .notAnEase(text) }
    return ease
  }
}

extension MapEdits.Key {
  fileprivate init(_ given: String) throws(MapEditError) {
    let text = "--at \(given)"
    guard let (left, right) = given.halves, let time = MapDocument.Time(left) else {
      throw .notAKey(text)
    }
    guard let speed = TimeMap.Part.speed(right) else { throw .notASpeed(text, right) }
    self.init(text: text, time: time, speed: speed)
  }
}

extension MapEdits.Range {
  fileprivate init(_ given: String) throws(MapEditError) {
    let text = "--range \(given)"
    guard let (left, right) = given.halves, let (from, to) = SourceRange.ends(of: left) else {
      throw .notARange(text)
    }
    let speed = TimeMap.Part.speed(right)
    guard speed != nil || right == "cut" else { throw .notASpeed(text, right) }
    self.init(text: text, from: from, to: to, speed: speed)
  }
}

extension MapEdits.Hold {
  fileprivate init(_ given: String) throws(MapEditError) {
    let text = "--hold \(given)"
    guard let (left, right) = given.halves, let time = MapDocument.Time(left) else {
      throw .notAHold(text)
    }
    guard case .time(let duration) = MapDocument.Time(right), duration > .zero else {
      throw .notADuration(text, right)
    }
    self.init(text: text, time: time, duration: duration)
  }
}

extension String {
  /// The texts on both sides of the only "=".
  fileprivate var halves: (String, String)? {
    let parts = split(separator: "=", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }
}
