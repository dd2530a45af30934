// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeCore

/// How a finished file compares with what its plan says: what a certificate states.
///
/// Encoded, it is what `retime check --json` prints; `docs/certificates.md` describes it.
public struct Certificate: Sendable, Equatable {
  /// The source and the result as they were given.
  public var source: String, result: String
  /// By how many milliseconds sound is later than the pictures, the worst of all sound tracks; negative where it is
  /// earlier, nil where there are not both.
  public var offset: Double?
  /// The durations in seconds that are planned and that the result has.
  public var plannedDuration: Double, duration: Double
  /// The tracks, in the order of the plan.
  public var tracks: [Verification]
  /// How many tags and chapters are planned, and how many of them are in the result.
  public var plannedTags = 0, tags = 0, plannedChapters = 0, chapters = 0
  /// What is not as it must be, in sentences.
  public var problems: [String] = []

  /// Whether all is as it must be.
  public var isGood: Bool { problems.isEmpty }

  /// The most that sound may be off the pictures, in milliseconds; what is said to be heard begins at some 40.
  public static let mostOffset = 10.0

  /// The most that MP3 may be late in a container that cannot state its encoder's delay: a packet and the decoder's 529
  /// samples at 44,100 Hz, in milliseconds.
  private static let mostPacketDelay = 38.0

  /// The most that a bare stream may be late by its encoder and its decoder, such as MP3's, in milliseconds.
  private static let mostDelay = 100.0

  /// What the tracks show; tags and chapters come later.
  init(_ plan: Plan, result: Plan, missing: [String], _ tracks: [Verification]) {
    (source, self.result) = (plan.input, plan.output)
    (plannedDuration, duration) = (plan.duration, result.duration)
    self.tracks = Self.labeled(tracks, plan, result)
    problems = missing
    let pictures = tracks.first { $0.kind == .video }?.lateness
    for track in self.tracks {
      let rate = plan.tracks.first { $0.index == track.index }?.audio?.outputSampleRate
      problems += track.problems(rate: rate).map { "\(track.name): \($0)" }
      // Another sound is neither early nor late.
      guard track.kind == .audio, !track.isAnother, let lateness = track.lateness
      else { continue }
      let off = (lateness - (pictures ?? 0)) * 1000
      if pictures != nil, abs(off) >= abs(offset ?? 0) { offset = off }
      // A bare stream cannot say that an encoder's delay is in front of its sound.
      let hasClock = Container.named(plan.container)?.hasClock ?? true
      let isLate = Self.found(plan, result, track)?.codec == "mp3" && off > 0
      let most =
        !hasClock && pictures == nil
        ? Self.mostDelay : isLate ? Self.mostPacketDelay : Self.mostOffset
      guard abs(off) > most else { continue }
      let amount = "\(abs((off * 10).rounded() / 10)) ms \(off > 0 ? "later" : "earlier") than"
      problems.append(
        "\(track.name): is \(amount) \(pictures == nil ? "planned" : "the pictures"); "
          + "\(Int(most)) ms are allowed"
      )
    }
  }

  /// The tracks with what the result says of each beside its samples.
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

  /// The track of the result in the place of a planned one.
  private static func found(_ plan: Plan, _ result: Plan, _ track: Verification) -> Plan.Track? {
    let place = plan.tracks(of: track.kind).firstIndex { $0.index == track.index }
    return place.flatMap { result.tracks(of: track.kind).dropFirst($0).first }
  }

  /// Compares what a plan says of tags and chapters with what the result has.
  mutating func compare(_ plan: Plan, _ found: SourceMetadata) {
    var names: [String] = []
    let texts = Array(found.texts.values)
    // Some containers keep a place on earth as one text.
    let numbers = texts.flatMap { GeoLocation.numbers($0) ?? Double($0).map { [$0] } ?? [] }
    for (name, value) in plan.metadata.tagTexts where name != SourceMetadata.comments {
      plannedTags += 1
      // Containers have other names for some, and a date comes back as finely as they have it.
      let text = name.hasPrefix("date") ? String(value.prefix(4)) : value
      let number = Double(text)
      // A place has as many digits as the container gives it.
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
  /// Whether it is another sound: two pieces in a row, or all of them.
  fileprivate var isAnother: Bool {
    kind == .audio && (longestWrong > 1 || unlike > 0 && unlike >= compared)
  }

  /// The track in words.
  var name: String { "\(kind.rawValue) track \(index)" }

  /// What is not as it must be; `rate`: frames a second of sound, nil for other tracks.
  fileprivate func problems(rate: Int?) -> [String] {
    var all = labels + faults.map(\.description)
    let at = { (time: Double?) in time.map { ", the first at \(Planner.thousandths($0)) s" } ?? "" }
    if let rate {
      let (planned, there) = (Double(frames) / Double(rate), Double(found) / Double(rate))
      // An encoder's last packet may go on.
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
    let what = kind == .subtitle ? "texts" : "pictures"
    if missing > 0 { all.append("\(missing) of \(frames) \(what) are missing" + at(firstMissing)) }
    if found > frames - missing {
      all.append("\(found - frames + missing) \(what) more than the \(frames) planned")
    }
    if kind == .subtitle, unlike > 0 {
      all.append("\(unlike) of \(compared) texts say something else" + at(firstUnlike))
    } else if let otherSize {
      all.append("\(unlike) of \(compared) pictures are \(otherSize)" + at(firstUnlike))
    } else if unlike > 0, longestWrong > 2 || 50 * unlike > compared {
      all.append(
        "\(unlike) of \(compared) pictures are like none of the source" + at(firstUnlike)
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
  /// Which picture it is and what it shows, in words.
  public var description: String {
    let (time, shown) = (Planner.thousandths(time), Planner.thousandths(shown))
    return "picture \(number), at \(time) s, shows the source at \(shown) s instead of "
      + "\(Planner.thousandths(planned)) s"
  }
}
