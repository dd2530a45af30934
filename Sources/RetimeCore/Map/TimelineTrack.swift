// SPDX-License-Identifier: MPL-2.0

/// The clips of a track of a timeline, in order.
struct TimelineTrack {
  /// The enabled clips.
  var clips: [TimelineObject] = []
  /// The duration of the gaps before the first clip.
  var lead = RationalTime.zero

  /// Creates the track of a timeline that becomes a map.
  ///
  /// - Throws: ``JSONError`` at the first object that a map cannot represent.
  init(_ object: TimelineObject) throws(JSONError) {
    switch object.schema {
    case "Clip.1", "Clip.2":
      if object.isEnabled { clips = [object] }
      return
    case "Gap.1": return
    case "Transition.1":
      throw object.error(
        "a transition cannot be in a map, whose sections follow one another with cuts: remove it in the editor"
      )
    case "Timeline.1":
      guard let tracks = object.member("tracks") else { return }
      self = try TimelineTrack(TimelineObject(tracks))
      return
    case "Stack.1" where object.isEnabled: self = try Self.track(ofStack: object)
    case "Track.1" where object.isEnabled: try append(childrenOf: object)
    case "SerializableCollection.1": self = try Self.onlyMember(of: object)
    case "Stack.1", "Track.1": return
    default:
      throw object.error(
        "the schema \"\(object.brief)\" is not known: Timeline.1, Stack.1, Track.1, SerializableCollection.1, Clip.1, Clip.2, "
          + "Gap.1 and Transition.1 are taken"
      )
    }
    guard !clips.isEmpty else { return }
    if try object.speed != nil {
      throw object.error(
        "\(object.brief) has an effect on time: one of the clip itself is taken alone"
      )
    }
    try checkWhole(object)
  }

  /// Appends the clips of a track's children.
  private mutating func append(childrenOf object: TimelineObject) throws(JSONError) {
    var gap: TimelineObject?
    for child in try object.objects("children") {
      let inner = try TimelineTrack(child)
      guard let first = inner.clips.first else {
        // An object without a known duration counts as a gap.
        let duration = try child.trackDuration
        if clips.isEmpty { lead = lead + (duration ?? .zero) }
        if duration != .zero { gap = gap ?? child }
        continue
      }
      if let gap, !clips.isEmpty {
        let kind = gap.schema == "Gap.1" ? "a gap" : "a disabled \(gap.brief)"
        throw gap.error(
          "\(kind) between two clips cannot be in a map, which shows the source at all times: close it in the editor"
        )
      }
      gap = nil
      guard inner.clips.count == 1 else {
        throw first.error(
          "a nested \(child.brief) has \(inner.clips.count) clips, and one is taken: expand it in the editor"
        )
      }
      if clips.isEmpty { lead = lead + inner.lead }
      clips += inner.clips
    }
  }

  /// Returns the track of a stack: its video track, otherwise the first audio track.
  ///
  /// Other tracks must have the same cuts.
  private static func track(ofStack object: TimelineObject) throws(JSONError) -> TimelineTrack {
    var (video, audio): (TimelineTrack?, [TimelineTrack]) = (nil, [])
    for child in try object.objects("children") {
      let track = try TimelineTrack(child)
      guard let first = track.clips.first else { continue }
      switch child.member("kind")?.content {
      case .text("Audio"): audio.append(track)
      case .text("Video"), nil:
        guard video == nil else {
          throw first.error(
            "the timeline has clips in a second video track, and a map is of one: disable the other tracks"
          )
        }
        video = track
      case let kind:
        let name = if case .text(let name)? = kind { JSONValue.shortened(name) } else { "unknown" }
        throw first.error(
          "a track of the kind \"\(name)\" has clips: Video and Audio are taken, so disable the track"
        )
      }
    }
    guard let track = video ?? audio.first else { return TimelineTrack() }
    for other in audio { try track.checkCuts(of: other) }
    return track
  }

  private init() {}

  /// Returns the one member of a collection that has clips.
  private static func onlyMember(of object: TimelineObject) throws(JSONError) -> TimelineTrack {
    var found = TimelineTrack()
    for child in try object.objects("children") {
      let track = try TimelineTrack(child)
      guard let first = track.clips.first else { continue }
      guard found.clips.isEmpty else {
        throw first.error(
          "the collection has clips in more than one member, and a map is of one: export a single timeline"
        )
      }
      found = track
    }
    return found
  }

  /// Checks that an object with these clips does not trim them.
  private func checkWhole(_ object: TimelineObject) throws(JSONError) {
    guard let range = object.member("source_range") else { return }
    let (start, duration) = try TimelineObject(range).range()
    var total = lead
    for clip in clips { total = total + (try clip.trackDuration ?? .zero) }
    guard start > .zero || duration < total else { return }
    throw JSONError(
      "the \"source_range\" of a \(object.brief) trims its clips: trim the clips themselves",
      range
    )
  }

  /// Checks that an audio track has the same cuts, to a millisecond.
  private func checkCuts(of other: TimelineTrack) throws(JSONError) {
    func differ(_ one: RationalTime?, _ another: RationalTime?) -> Bool {
      guard let one, let another else { return (one == nil) != (another == nil) }
      return max(one - another, another - one) > RationalTime(1, 1000)
    }
    let what = "cut the audio as the video, or disable the audio track"
    for (index, (clip, own)) in zip(other.clips, clips).enumerated() {
      if let url = try clip.mediaURL, let ownURL = try own.mediaURL, url != ownURL {
        throw clip.error(
          "clip \(index + 1) of an audio track is of \"\(url)\", and the clip beside it of \"\(ownURL)\": a map is of one file, "
            + "so disable the audio track"
        )
      }
      let (range, wanted) = (try clip.usedRange, try own.usedRange)
      let isMoved = index == 0 && differ(other.lead, lead)
      guard !isMoved, !differ(range?.start, wanted?.start), !differ(range?.end, wanted?.end),
        !differ(try clip.trackDuration, try own.trackDuration),
        try (clip.speed ?? Rational(1) < Rational(0)) == (own.speed ?? Rational(1) < Rational(0))
      else {
        throw clip.error(
          "clip \(index + 1) of an audio track has other times than that of the track that is read: \(what)"
        )
      }
    }
    guard other.clips.count == clips.count else {
      throw other.clips[min(clips.count, other.clips.count - 1)].error(
        "the number of clips of an audio track is \(other.clips.count), and \(clips.count) of the track that is read: \(what)"
      )
    }
  }
}
