// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore

/// Compares ffprobe's counts for a result with the counts expected from the source.
struct Comparison {
  let job: Job
  let source: MediaSummary, result: MediaSummary
  /// The frame rate of each video track of the result, from the plan.
  let frameRates: [FrameRate?]
  /// The messages of what the program announced as dropped.
  let announced: [String]
  /// The program's report of the result.
  let told: [Events.Track]

  private(set) var findings: [Finding] = []
  /// Tracks as source → expected → result, as text.
  private(set) var tracks: [String] = []

  init(
    _ job: Job,
    source: MediaSummary,
    result: MediaSummary,
    frameRates: [FrameRate?],
    announced: [String],
    told: [Events.Track]
  ) throws {
    (self.job, self.source, self.result) = (job, source, result)
    (self.frameRates, self.announced, self.told) = (frameRates, announced, told)
    if let complaint = result.complaints.first, job != .copy || source.isClean {
      add(.damaged, "ffprobe says: \(complaint)")
    }
    compareTold()
    let pairs = pairTracks()
    let map = try job.map()
    // The time that becomes 0, and the end of the last selected track.
    let origin = pairs.compactMap(\.0.first).min() ?? 0
    let ends = [{ (list: [Double]) in list.min() }, { (list: [Double]) in list.max() }].map {
      choose in
      pairs.compactMap { choose($0.0.ends) }.max() ?? 0
    }
    // Video tracks come first.
    for (index, (before, after)) in pairs.enumerated() {
      let frameRate = index < frameRates.count ? frameRates[index] : nil
      switch before.kind {
      case "video": comparePictures(before, after, map, origin: origin, frameRate)
      case "audio": compareSound(before, after, map)
      default: compare("packets", .extra, before.packets, after.packets, within: (0, 0), before)
      }
      if before.kind != "subtitle" {
        compareTimes(before, after, map, origin: origin, sourceEnds: ends, frameRate)
      }
    }
    compareRest()
  }

  private mutating func add(_ sort: Finding.Sort, _ text: String) {
    findings.append(Finding(sort, text))
  }

  /// The announced number of frames that a copy has beyond those displayed, because others refer to them.
  var announcedPictures: Int {
    announced.lazy.compactMap { $0.firstMatch(of: /(?:starts|ends) with (\d+) extra frames?/) }
      .compactMap { Int($0.1) }.reduce(0, +)
  }

  /// The announced number of frames that are dropped because of their timestamps.
  private var overtaken: Int {
    announced.lazy.compactMap {
      $0.firstMatch(of: /(\d+) frames? (is|are) dropped, whose timestamps/)
    }
    .compactMap { Int($0.1) }.first ?? 0
  }

  // MARK: - Tracks

  /// Pairs of tracks: the n-th of each kind.
  private mutating func pairTracks() -> [(MediaSummary.Track, MediaSummary.Track)] {
    var pairs: [(MediaSummary.Track, MediaSummary.Track)] = []
    for kind in ["video", "audio", "subtitle"] {
      let (before, after) = (source.tracks(kind), result.tracks(kind))
      let missing = before.count - after.count
      let excused = announced.filter { $0.contains("\(kind) track") || $0.contains("data track") }
      if missing > excused.count {
        add(.lost, "\(before.count) \(kind) tracks become \(after.count), without a word")
      }
      if missing < 0 { add(.extra, "\(before.count) \(kind) tracks become \(after.count)") }
      pairs += zip(before, after)
    }
    return pairs
  }

  private mutating func compareRest() {
    let announced = self.announced
    let says = { (word: String) in announced.contains { $0.contains(word) } }
    if source.hasCover, !result.hasCover, !says("cover") {
      add(.lost, "the cover picture is gone, without a word")
    }
    if !source.chapters.isEmpty, result.chapters.isEmpty, !says("chapter") {
      add(.lost, "\(source.chapters.count) chapters are gone, without a word")
    }
    let others = source.tracks.filter { $0.kind == "data" && $0.packets > 0 }.count
    if source.isClean, others > result.tracks.filter({ $0.kind == "data" }).count,
      !says("data track")
    {
      add(.lost, "\(others) data tracks are gone, without a word")
    }
  }

  // MARK: - Counts

  /// Compares the result with the program's report: also for damaged sources, whose content is unknown.
  private mutating func compareTold() {
    for kind in ["video", "audio"] {
      for (told, track) in zip(told.filter { $0.kind == kind }, result.tracks(kind)) {
        // For a copy the packets are reported; PCM has none, also where it becomes FLAC.
        let isKept =
          job == .copy && source.tracks(kind).contains { $0.codec == track.codec }
          && track.codec.wholeMatch(of: /pcm_[suf].*/) == nil
        let found = isKept ? track.packets : kind == "video" ? track.frames : track.samples
        // A copy drops the packet that is a decoder's delay.
        let isEncoded = kind == "audio" && Tolerance.packet(track.codec) > 0
        let tolerance = !isEncoded ? 0 : isKept ? 1 : Tolerance.filling(track)
        // Opus is reported at a rate below the 48 kHz at which ffmpeg decodes it.
        let rates = track.codec == "opus" ? [1, 2, 3, 4, 6] : [1]
        guard !rates.contains(where: { abs(told.frames * $0 - found) <= tolerance }) else {
          continue
        }
        add(
          .told,
          "\(kind) \(track.codec): \(told.frames) frames are told of, ffprobe counts \(found)"
        )
      }
    }
  }

  private mutating func comparePictures(
    _ before: MediaSummary.Track,
    _ after: MediaSummary.Track,
    _ map: TimeMap,
    origin: Double,
    _ frameRate: FrameRate?
  ) {
    var (expected, tolerance) = (before.frames, (fewer: 0, more: 0))
    if let frameRate, job == .half || job == .longer, let end = before.end {
      let length = RationalTime(nanoseconds: Int64(((end - origin) * 1e9).rounded()))
      expected = map.tickCount(sourceDuration: length, frameRate: frameRate)
      let ticks = Tolerance.ticks(map.factor ?? .identity)
      tolerance = (ticks, ticks)
    }
    tolerance.fewer += overtaken
    // And the frame displayed at the start of the edit, which ffmpeg does not count.
    if announcedPictures > 0 { tolerance.more += announcedPictures + 1 }
    compare("pictures", .pictures, expected, after.frames, within: tolerance, before)
  }

  private mutating func compareSound(
    _ before: MediaSummary.Track,
    _ after: MediaSummary.Track,
    _ map: TimeMap
  ) {
    let ratio = before.rate > 0 ? Double(after.rate) / Double(before.rate) : 1
    // A copy keeps the gaps.
    let (least, most) = job == .copy ? (0, 0) : (before.silent, before.perhapsSilent)
    let counts = [least, most].map { silent in
      let frames = map.outputFrameCount(ofSource: before.samples + silent)
      return after.rate == before.rate ? frames : Int(Double(frames) * ratio)
    }
    let expected = counts[0]
    var tolerance = Tolerance.samples(before, after, map.factor ?? .identity)
    tolerance.more += counts[1] - counts[0]
    compare("samples", .sound, expected, after.samples, within: tolerance, before)
    if after.channels != before.channels, !announced.contains(where: { $0.contains("channels") }) {
      add(.lost, "\(before.channels) channels become \(after.channels), without a word")
    }
  }

  private mutating func compare(
    _ what: String,
    _ sort: Finding.Sort,
    _ expected: Int,
    _ found: Int,
    within tolerance: (fewer: Int, more: Int),
    _ before: MediaSummary.Track
  ) {
    let count = before.kind == "audio" ? before.samples : before.frames
    tracks.append("\(before.kind) \(before.codec) \(count) → \(expected) → \(found)")
    let range = expected - tolerance.fewer...expected + tolerance.more
    guard source.isClean, !range.contains(found) else { return }
    add(
      sort,
      "\(before.kind) \(before.codec): \(count) \(what) must become \(expected) "
        + "(\(range.lowerBound) to \(range.upperBound)), are \(found)"
    )
  }

  // MARK: - Times

  private mutating func compareTimes(
    _ before: MediaSummary.Track,
    _ after: MediaSummary.Track,
    _ map: TimeMap,
    origin: Double,
    sourceEnds: [Double],
    _ frameRate: FrameRate?
  ) {
    guard source.isClean, announcedPictures == 0, let first = before.first,
      let earliest = before.ends.min(), let latest = before.ends.max(), let newFirst = after.first,
      let newEnd = after.end, let sourceEarliest = sourceEnds.min(),
      let sourceLatest = sourceEnds.max()
    else { return }
    let factor = (map.factor ?? .identity).doubleValue
    let isTicking = frameRate != nil && before.kind == "video"
    var expectedFirst = (first - origin) * factor...(first - origin) * factor
    var expectedEnd = (earliest - origin) * factor...(latest - origin) * factor
    // Ticks count from time 0, wherever the first frame is.
    if isTicking { expectedFirst = 0...0 }
    if job == .reverse {
      expectedFirst = max(0, sourceEarliest - latest)...max(0, sourceLatest - earliest)
      expectedEnd = sourceEarliest - first...sourceLatest - first
    }
    let shift = job == .copy ? (result.audible.compactMap(\.first).min() ?? 0) : 0
    // Reversed, everything starts where the last track ends; a copy, where the first one starts.
    let others = source.audible.map(Tolerance.seconds).max() ?? 0
    let reach = job == .reverse || job == .copy ? others : 0
    let slack =
      Tolerance.time(before, after, map.factor ?? .identity) + reach
      + (isTicking ? (1 + factor) / max(1, frameRate?.rational.doubleValue ?? 1) : 0)
    // The duration of the last frame is not stored everywhere: a longer one loses nothing.
    let picture = before.kind == "video" && before.pictureRate > 0 ? 1 / before.pictureRate : 0
    for (sort, expected, found) in [
      (Finding.Sort.start, expectedFirst, newFirst - shift),
      (.end, expectedEnd, newEnd - shift),
    ]
    where found < expected.lowerBound - slack
      || found > expected.upperBound + slack + (sort == .end ? picture : 0)
    {
      add(
        sort,
        "\(before.kind) \(before.codec): the \(sort.rawValue) must be at \(Self.text(expected)) ± "
          + "\(Text.seconds(slack)), is at \(Text.seconds(found)) s"
      )
    }
  }

  private static func text(_ range: ClosedRange<Double>) -> String {
    let ends = [range.lowerBound, range.upperBound].map(Text.seconds)
    return ends[0] == ends[1] ? ends[0] : ends.joined(separator: " to ")
  }
}
