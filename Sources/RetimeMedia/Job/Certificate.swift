// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeCore

/// The comparison of a finished file with its plan, as a certificate states it.
///
/// Its encoded form is the output of `retime check --json`, which `docs/certificates.md` describes.
package struct Certificate: Sendable, Equatable {
  /// The source and the result as given.
  package var source: String, result: String
  /// The delay of audio against video in milliseconds, the worst of all audio tracks.
  ///
  /// Negative if audio is early, nil if there are not both.
  package var offset: Double?
  /// The planned duration and that of the result, in seconds.
  package var plannedDuration: Double, duration: Double
  /// The tracks, in the order of the plan.
  package var tracks: [Verification]
  /// The number of planned tags and chapters, and the number of those in the result.
  package var plannedTags = 0, tags = 0, plannedChapters = 0, chapters = 0
  /// The differences from the plan that are faults, in sentences.
  package var problems: [String] = []

  /// Whether there are no problems.
  package var isGood: Bool { problems.isEmpty }

  /// The maximum offset between audio and video in milliseconds; about 40 ms are said to be perceptible.
  package static let mostOffset = 10.0

  /// The maximum delay of MP3 in a container that cannot state the encoder delay, in milliseconds.
  ///
  /// It consists of a packet and the decoder's 529 samples, at 44,100 Hz.
  private static let mostPacketDelay = 38.0

  /// The maximum delay of a bare stream by its encoder and decoder, such as MP3's, in milliseconds.
  private static let mostDelay = 100.0

  /// Creates a certificate of the tracks; tags and chapters are added later.
  init(_ plan: Plan, result: Plan, missing: [String], _ tracks: [Verification]) {
    (source, self.result) = (plan.input, plan.output)
    (plannedDuration, duration) = (plan.duration, result.duration)
    self.tracks = Self.labeled(tracks, plan, result)
    problems = missing
    let pictures = tracks.first { $0.kind == .video }?.lateness
    for track in self.tracks {
      let rate = plan.tracks.first { $0.index == track.index }?.audio?.outputSampleRate
      problems += track.problems(rate: rate).map { "\(track.name): \($0)" }
      // Audio with other content is neither early nor late.
      guard track.kind == .audio, !track.isAnother, let lateness = track.lateness
      else { continue }
      let off = (lateness - (pictures ?? 0)) * 1000
      if pictures != nil, abs(off) >= abs(offset ?? 0) { offset = off }
      // A bare stream cannot state the encoder delay before its audio.
      let hasClock = Container.named(plan.container)?.hasClock ?? true
      let isLate = Self.found(plan, result, track)?.codec == "mp3" && off > 0
      let most =
        !hasClock && pictures == nil
        ? Self.mostDelay : isLate ? Self.mostPacketDelay : Self.mostOffset
      guard abs(off) > most else { continue }
      let amount = "\(abs((off * 10).rounded() / 10)) ms \(off > 0 ? "later" : "earlier") than"
      problems.append(
        "\(track.name): is \(amount) \(pictures == nil ? "planned" : "the video"); "
          + "\(Int(most)) ms are allowed"
      )
    }
  }

  /// Returns the tracks with the differences of their metadata.
  private static func labeled(
    _ tracks: [Verification],
    _ plan: Plan,
    _ result: Plan
  ) -> [Verification] {
    tracks.map { track in
      guard let planned = plan.tracks.first(where: { $0.index == track.index }),
        let found = found(plan, result, track)
      else { return track }
      var track = track
      track.labels += TrackLabels(plan: plan, planned: planned, found: found).problems
      return track
    }
  }

  /// Returns the track of the result that corresponds to a planned one.
  private static func found(_ plan: Plan, _ result: Plan, _ track: Verification) -> Plan.Track? {
    let place = plan.tracks(of: track.kind).firstIndex { $0.index == track.index }
    return place.flatMap { result.tracks(of: track.kind).dropFirst($0).first }
  }

  /// Compares the planned tags and chapters with those of the result.
  mutating func compare(_ plan: Plan, _ found: SourceMetadata) {
    var names: [String] = []
    let texts = Array(found.texts.values)
    // Some containers store a GPS location as one text.
    let numbers = texts.flatMap { GeoLocation.numbers($0) ?? Double($0).map { [$0] } ?? [] }
    for (name, value) in plan.metadata.tagTexts where name != SourceMetadata.comments {
      plannedTags += 1
      // Containers rename some tags, and store dates with different precision.
      let text = name.hasPrefix("date") ? String(value.prefix(4)) : value
      let number = Double(text)
      // The precision of a GPS location depends on the container.
      let isNear = number.map { number in numbers.contains { abs($0 - number) <= 1e-4 } } ?? false
      if isNear || texts.contains(where: { $0.contains(text) }) {
        tags += 1
      } else {
        names.append(name)
      }
    }
    if !names.isEmpty { problems.append("tags are missing: \(names.joined(separator: ", "))") }
    plannedChapters = plan.metadata.chapters.count
    chapters = zip(plan.metadata.chapters, found.chapters).count { wanted, there in
      let off = (there.start ?? 0) - wanted.start
      return abs(off.seconds) < 0.02
    }
    if chapters < plannedChapters {
      problems.append("\(plannedChapters - chapters) of \(plannedChapters) chapters are not there")
    }
  }
}

extension Verification {
  /// Whether the audio has other content: 2 consecutive pieces differ, or all of them.
  fileprivate var isAnother: Bool {
    kind == .audio && (longestWrong > 1 || unlike > 0 && unlike >= compared)
  }

  /// The kind and index of the track, as a name in messages.
  var name: String { "\(kind.rawValue) track \(index)" }

  /// Returns the faults of the track; `rate` is the audio sample rate in hertz, nil for other tracks.
  fileprivate func problems(rate: Int?) -> [String] {
    var all = labels + faults.map(\.description)
    let at = { (time: Double?) in time.map { ", the first at \(Planner.thousandths($0)) s" } ?? "" }
    if let rate {
      let (planned, there) = (Double(frames) / Double(rate), Double(found) / Double(rate))
      // An encoder's last packet may be longer.
      if there < planned - 0.01 || there > planned + 0.25 {
        all.append(
          "lasts \(Planner.thousandths(there)) s instead of \(Planner.thousandths(planned)) s"
        )
      }
      if isAnother {
        all.append(
          "\(unlike) of \(max(compared, unlike)) pieces sound otherwise" + at(firstUnlike)
            + (unlike == compared ? ": is it another file, or another speed?" : "")
        )
      } else if wandering > 0.01 {
        all.append("goes \(Int((wandering * 1000).rounded())) ms out of step along the file")
      }
      return all
    }
    let what = kind == .subtitle ? "subtitles" : "frames"
    if missing > 0 { all.append("\(missing) of \(frames) \(what) are missing" + at(firstMissing)) }
    if found > frames - missing {
      all.append("\(found - frames + missing) \(what) more than the \(frames) planned")
    }
    if kind == .subtitle, unlike > 0 {
      all.append("\(unlike) of \(compared) subtitles have other text" + at(firstUnlike))
    } else if let otherSize {
      all.append("\(unlike) of \(compared) frames are \(otherSize)" + at(firstUnlike))
    } else if unlike > 0, longestWrong > 2 || 50 * unlike > compared {
      all.append(
        "\(unlike) of \(compared) frames match none of the source" + at(firstUnlike)
          + (unlike == compared ? ": is it another file?" : "")
      )
    }
    if kind == .subtitle
      ? wrong > 0 : wrong > 0 && (longestWrong > 2 || wrong > 1 + compared / 2000)
    {
      let first = strays.first.map { ": \($0)" } ?? at(firstWrong)
      all.append("\(wrong) of \(compared) \(what) are at other times" + first)
    }
    return all
  }
}

extension Verification.Stray: CustomStringConvertible {
  /// The frame with the times that it shows and should show, as text.
  package var description: String {
    let (time, shown) = (Planner.thousandths(time), Planner.thousandths(shown))
    return "frame \(number), at \(time) s, shows the source at \(shown) s instead of "
      + "\(Planner.thousandths(planned)) s"
  }
}
