// SPDX-License-Identifier: MPL-2.0

// The properties of a clip of a timeline.
extension TimelineObject {
  /// The speed set by the object's effects, 0 for a freeze frame; nil if they do not change it.
  var speed: Rational? {
    get throws(JSONError) {
      var speed: Rational?
      for effect in try objects("effects") where effect.isEnabled {
        let one: Rational
        switch effect.schema {
        case "LinearTimeWarp.1": one = try effect.number("time_scalar")
        case "FreezeFrame.1": one = Rational(0)
        case let name where name.contains("Time") || name.contains("Freeze"):
          throw effect.error(
            "the effect \"\(effect.brief)\" is not known: of effects on time LinearTimeWarp.1 and FreezeFrame.1 are taken"
          )
        default: continue
        }
        guard speed == nil else {
          throw effect.error("\(brief) has two effects on time, and one is taken")
        }
        speed = one
      }
      return speed
    }
  }

  /// The duration on the track; nil if the object does not state it.
  var trackDuration: RationalTime? {
    get throws(JSONError) {
      guard let member = member("source_range") else { return nil }
      return try TimelineObject(member).range().duration
    }
  }

  /// The part of the media that the clip uses, from its start; nil for all of it.
  var usedRange: (start: RationalTime, end: RationalTime)? {
    get throws(JSONError) {
      guard let member = member("source_range") else { return nil }
      let range = try TimelineObject(member).range()
      let origin = try availableRange?.range().start ?? .zero
      let start = range.start - origin
      guard start >= .zero else {
        throw JSONError(
          "the clip's source range starts at \(range.start.text), before its media's available range at \(origin.text)",
          member
        )
      }
      let speed = try speed ?? Rational(1)
      let pace = speed < Rational(0) ? -speed : speed
      return (start, start + RationalTime(seconds: range.duration.rational * pace))
    }
  }

  /// The section of a map for the clip, which is number `index` + 1 of its track.
  func section(_ index: Int) throws(JSONError) -> MapDocument.Section {
    let speed = try speed ?? Rational(1)
    let isBackward = speed < Rational(0)
    let pace = isBackward ? -speed : speed
    func played(_ start: MapDocument.Time, _ end: MapDocument.Time) -> MapDocument.Section {
      let (from, to) = isBackward ? (end, start) : (start, end)
      return .play(from: from, to: to, speed: pace, last: pace, ease: .linear)
    }
    let section: MapDocument.Section
    if let range = try usedRange, let duration = try trackDuration {
      section =
        pace == Rational(0)
        ? .hold(at: .time(range.start), duration: duration)
        : played(.time(range.start), .time(range.end))
    } else {
      guard pace > Rational(0) else {
        throw error(
          "the clip is a freeze frame and has no \"source_range\", which sets its duration"
        )
      }
      section = played(.time(.zero), .end)
    }
    do {
      try section.part(end: RationalTime(seconds: RationalTime.longest)).check(index + 1)
    } catch {
      throw self.error("clip \(index + 1) cannot be in a map: \(error)")
    }
    return section
  }

  /// The reference to the clip's media that is in use; nil for none.
  private var mediaReference: TimelineObject? {
    get throws(JSONError) {
      var reference = member("media_reference")
      if let references = member("media_references") {
        var key = "DEFAULT_MEDIA"
        if case .text(let name) = member("active_media_reference_key")?.content { key = name }
        reference = references[key]
      }
      guard let reference, case .object = reference.content else { return nil }
      return try TimelineObject(reference)
    }
  }

  /// The available range of the clip's media.
  private var availableRange: TimelineObject? {
    get throws(JSONError) {
      guard let range = try mediaReference?.member("available_range"),
        case .object = range.content
      else { return nil }
      return try TimelineObject(range)
    }
  }

  /// The URL of the clip's media; nil if it is not known.
  var mediaURL: String? {
    get throws(JSONError) {
      guard let reference = try mediaReference else { return nil }
      guard reference.schema != "GeneratorReference.1" else {
        throw reference.error("the clip is generated, and a map is of a file: remove the clip")
      }
      guard case .text(let url)? = reference.member("target_url")?.content else { return nil }
      return url
    }
  }
}
