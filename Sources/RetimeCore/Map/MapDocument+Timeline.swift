// SPDX-License-Identifier: MPL-2.0

extension MapDocument {
  /// Creates the map of the first clip of a timeline, in the JSON of OpenTimelineIO (`.otio`).
  ///
  /// The clip's source range gives its start in its media, and its duration on the track. The media
  /// used has that duration times `time_scalar` of a LinearTimeWarp, backward if that is below 0. A
  /// FreezeFrame holds the start. Times count from the start of the media's available range, if
  /// that is known; without a source range the clip is all of its media. Schemas:
  /// <https://opentimelineio.readthedocs.io/en/latest/tutorials/otio-serialized-schema.html>.
  ///
  /// - Throws: ``MapTextError`` with the line and column of the fault, what was found and what is
  ///   supported.
  package init(timeline bytes: [UInt8]) throws(MapTextError) {
    self = try Self.read(bytes) { value throws(JSONError) in
      guard let clip = try TimelineObject(value).firstClip else {
        throw JSONError("the timeline has no clip that is enabled, and one is needed", value)
      }
      return try clip.document
    }
  }
}

extension TimelineObject {
  /// The first enabled clip in the object.
  var firstClip: TimelineObject? {
    get throws(JSONError) {
      switch schema {
      case "Clip.1", "Clip.2": return isEnabled ? self : nil
      case "Gap.1", "Transition.1": return nil
      case "Timeline.1":
        guard let tracks = member("tracks") else { return nil }
        return try TimelineObject(tracks).firstClip
      case "Stack.1", "Track.1", "SerializableCollection.1":
        for child in try objects("children") {
          guard let clip = try child.firstClip else { continue }
          if try speed != nil {
            throw error("\(brief) has an effect on time: one of the clip itself is taken alone")
          }
          return clip
        }
        return nil
      default:
        throw error(
          "the schema \"\(brief)\" is not known: Timeline.1, Stack.1, Track.1, SerializableCollection.1, Clip.1, Clip.2, "
            + "Gap.1 and Transition.1 are taken"
        )
      }
    }
  }

  /// The speed set by the object's effects, 0 for a freeze frame; nil if they do not change it.
  private var speed: Rational? {
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

  /// The map of a clip.
  var document: MapDocument {
    get throws(JSONError) {
      let speed = try speed ?? Rational(1)
      let isBackward = speed < Rational(0)
      let pace = isBackward ? -speed : speed
      func played(_ start: MapDocument.Time, _ end: MapDocument.Time) -> MapDocument.Section {
        let (from, to) = isBackward ? (end, start) : (start, end)
        return .play(from: from, to: to, speed: pace, last: pace, ease: .linear)
      }
      let section: MapDocument.Section
      if let member = member("source_range") {
        let range = try TimelineObject(member).range()
        let origin = try availableRange?.range().start ?? .zero
        let start = range.start - origin
        guard start >= .zero else {
          throw JSONError(
            "the clip's source range starts at \(range.start.text), before its media's available range at \(origin.text)",
            member
          )
        }
        let end = start + RationalTime(seconds: range.duration.rational * pace)
        section =
          pace == Rational(0)
          ? .hold(at: .time(start), duration: range.duration)
          : played(.time(start), .time(end))
      } else {
        guard pace > Rational(0) else {
          throw error(
            "the clip is a freeze frame and has no \"source_range\", which sets its duration"
          )
        }
        section = played(.time(.zero), .end)
      }
      do {
        try section.part(end: RationalTime(seconds: RationalTime.longest)).check(1)
      } catch {
        throw self.error("the first clip is no map: \(error)")
      }
      return MapDocument(sections: [section])
    }
  }

  /// The available range of a clip's media.
  private var availableRange: TimelineObject? {
    get throws(JSONError) {
      var reference = member("media_reference")
      if let references = member("media_references") {
        var key = "DEFAULT_MEDIA"
        if case .text(let name) = member("active_media_reference_key")?.content { key = name }
        reference = references[key]
      }
      guard let range = reference?["available_range"], case .object = range.content else {
        return nil
      }
      return try TimelineObject(range)
    }
  }
}
