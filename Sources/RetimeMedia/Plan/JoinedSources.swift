// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore

/// Several sources that are played one after the other, as if they were one file.
///
/// The first one determines the tracks of the result and their form: size, frame rate, sample rate
/// and channels. The first video track of another source continues the first video track, and
/// likewise for the others.
struct JoinedSources {
  /// The planner and the plan of a job on each source alone.
  let planners: [Planner], plans: [Plan]
  /// The places of the sources.
  let sequence: SourceSequence
  /// The reason why the video is encoded although smart rendering was asked for; nil for none.
  var encodingReason: String?

  /// The tracks of the first source that the others continue.
  let continued: [Plan.Track]

  /// Plans a job on each source alone.
  ///
  /// `hasVideo`: whether the result has video.
  init(_ planners: [Planner], hasVideo: Bool) throws(RetimeError) {
    let plans = try planners.map { (planner) throws(RetimeError) in try planner.plan() }
    let continued = plans[0].tracks.filter { track in
      !track.media.kind.isSparse && (hasVideo || track.media.kind != .video)
    }
    let lengths = zip(planners, plans).map { planner, plan in
      let own = continued.compactMap { Self.counterpart(of: $0, of: plans[0], in: plan) }
        .map { plan.tracks[$0] }
      let media = plan.tracks.filter { !$0.media.kind.isSparse }
      return Self.length(of: own.isEmpty ? media : own, in: plan, planner)
    }
    (self.planners, self.plans, self.continued) = (planners, plans, continued)
    sequence = SourceSequence(lengths: lengths)
  }

  private static func length(
    of tracks: [Plan.Track],
    in plan: Plan,
    _ planner: Planner
  ) -> RationalTime {
    let end = { (kind: MediaInfo.Track.Kind) in
      tracks.filter { $0.media.kind == kind }.map { Self.end(of: $0, in: plan, planner) }.max()
    }
    let rates = tracks.lazy.filter { $0.media.kind == .video }.map(\.gridRate)
    return SourceSequence.length(
      video: end(.video),
      audio: end(.audio),
      frame: (rates.first ?? nil)?.time(ofTick: 1)
    )
  }

  /// Returns the end of a track, in time from the start of its source.
  ///
  /// The duration of the last frame may be missing in the file.
  private static func end(of track: Plan.Track, in plan: Plan, _ planner: Planner) -> RationalTime {
    let end = plan.range(of: track).end
    guard let rate = track.gridRate, let count = planner.scan.counts[track.streamID],
      count.frames > 0
    else { return end }
    return max(end, plan.grid(of: track).time(of: count.latest) + rate.time(ofTick: 1))
  }

  /// Returns the index of the track of a plan that has the same place among its kind.
  private static func counterpart(of track: Plan.Track, of first: Plan, in plan: Plan) -> Int? {
    let kind = track.media.kind
    let place = first.tracks.filter { $0.media.kind == kind }
      .firstIndex { $0.streamID == track.streamID }
    let own = plan.tracks.indices.filter { plan.tracks[$0].media.kind == kind }
    return place.flatMap { own.indices.contains($0) ? own[$0] : nil }
  }

  /// Returns the index of the track of a source that continues a track of the first one; nil for none.
  func index(of streamID: String, in source: Int) -> Int? {
    guard let track = plans[0].tracks.first(where: { $0.streamID == streamID }) else { return nil }
    return Self.counterpart(of: track, of: plans[0], in: plans[source])
  }

  /// Returns the track of each source that continues a track of the first one.
  private func tracks(of streamID: String) -> [Plan.Track?] {
    plans.indices.map { source in
      index(of: streamID, in: source).map { plans[source].tracks[$0] }
    }
  }

  // MARK: - As one file

  /// Returns the counts of the first source's tracks with all that follows.
  var counts: [String: TrackCount] {
    var counts = planners[0].scan.counts
    for track in continued {
      counts[track.streamID] = count(of: track)
    }
    return counts
  }

  private func count(of first: Plan.Track) -> TrackCount {
    let (origin, own) = (plans[0].origin, tracks(of: first.streamID))
    var count = planners[0].scan.counts[first.streamID] ?? TrackCount()
    count.start = origin + first.start
    if let audio = first.audio {
      let placed = SequencedAudio(
        zip(plans, own).map { plan, track in track.flatMap(plan.sequenced) },
        in: sequence,
        rate: audio.sampleRate
      )
      count.frames = placed.count
      let length = RationalTime(Int64(placed.count), Int64(audio.sampleRate))
      count.end = origin + first.start + length.streamTime
      return count
    }
    let all = zip(planners, own).map { planner, track in
      track.flatMap { planner.scan.counts[$0.streamID] }
    }
    let found = all.compactMap(\.self)
    count.frames = found.reduce(0) { $0 + $1.frames }
    count.longestGap = found.map(\.longestGap).max() ?? 0
    count.longestRun = found.map(\.longestRun).max() ?? 0
    count.shortestGap = found.compactMap(\.shortestGap).min()
    (count.gridRate, count.isGapless, count.isSteady) = (nil, false, false)
    count.groups = GOPStarts()
    if let deepest = found.map(\.order).max(by: { $0.depth < $1.depth }) { count.order = deepest }
    let last = plans.count - 1
    let start = sequence.start(of: last)
    let end =
      own[last].map { start + Self.end(of: $0, in: plans[last], planners[last]) } ?? sequence.end
    count.exactEnd = end
    count.end = origin + end.streamTime
    count.latest =
      all[last].map { origin + start.streamTime + $0.latest - plans[last].origin }
      ?? count.end
    return count
  }

  /// The chapters of all sources: a source's own ones, or one with the name of its file.
  ///
  /// `named`: whether sources without chapters get one.
  func chapters(named: Bool) -> [FileChapter] {
    let origin = plans[0].origin
    return plans.indices.flatMap { index -> [FileChapter] in
      let start = origin + sequence.start(of: index).streamTime
      let end = origin + sequence.end(of: index).streamTime
      let own = plans[index].metadata.chapters
      guard own.isEmpty else {
        return own.map { chapter in
          FileChapter(
            title: chapter.title,
            start: start + chapter.start,
            end: min(end, start + chapter.end)
          )
        }
      }
      return named
        ? [FileChapter(title: Self.title(of: plans[index].input), start: start, end: end)] : []
    }
  }

  /// Returns the name of a file without its extension.
  private static func title(of input: String) -> String {
    let name = MediaName.fileName(of: input)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  // MARK: - For the plan

  /// Returns whether a track of the first source is part of the result.
  ///
  /// Of subtitles, only those in a file of their own count from the start of all sources.
  func takes(_ candidate: SourceTrack, in scan: ScanResult) -> Bool {
    !candidate.info.kind.isSparse || scan.subtitles[candidate.info.streamID] != nil
  }

  /// Returns the sources for the tracks of a plan, with the conversions of their frames.
  func sources(of tracks: [Plan.Track], keepsFields: Bool) throws(RetimeError) -> [Plan.Source] {
    var plans = plans
    for track in tracks where track.video != nil {
      for source in plans.indices.dropFirst() {
        guard let own = index(of: track.streamID, in: source) else { continue }
        plans[source].tracks[own].fit = try fit(
          plans[source].tracks[own],
          source,
          to: track.streamID,
          keepsFields: keepsFields
        )
      }
    }
    return plans.indices.map { source in
      Plan.Source(
        start: sequence.start(of: source),
        end: sequence.end(of: source),
        plan: plans[source],
        tracks: tracks.map { index(of: $0.streamID, in: source) }
      )
    }
  }

  private func fit(
    _ track: Plan.Track,
    _ source: Int,
    to first: String,
    keepsFields: Bool
  ) throws(RetimeError) -> FrameFit? {
    guard let video = track.video,
      let wanted = tracks(of: first)[0]?.video,
      var caps = frameCaps(of: first, in: 0)
    else {
      throw RetimeError(
        .badInput,
        "no video frame of '\(plans[0].input)' could be decoded, whose form the others would get"
      )
    }
    try checkLight(video, source, beside: wanted)
    do throws(GStreamerError) {
      if let aspect = wanted.aspect {
        caps = try caps.setting(["pixel-aspect-ratio": "(fraction)\(aspect)"])
      }
      if let colors = wanted.colors?.colorimetry {
        caps = try caps.setting(["colorimetry": "(string)\(colors)"])
      }
    } catch {
      throw RetimeError(error, side: .input, name: plans[0].input)
    }
    let isTurned = video.orientation != wanted.orientation
    return FrameFit(
      caps: caps.description,
      aspect: video.aspect,
      colorimetry: video.colors?.colorimetry,
      turns: isTurned
        ? [video.orientation, wanted.orientation.inverse].filter { $0 != .upright } : [],
      keepsFields: keepsFields
    )
  }

  /// Returns the caps of a track's decoded frames in a source; nil if none could be decoded.
  func frameCaps(of streamID: String, in source: Int) -> Caps? {
    planners[source].scan.frameCaps(of: streamID)
  }

  private func checkLight(
    _ video: Plan.Video,
    _ source: Int,
    beside first: Plan.Video
  ) throws(RetimeError) {
    let (own, wanted) = (video.colors?.hdr, first.colors?.hdr)
    guard own != wanted else { return }
    let (name, given) = (plans[source].input, plans[0].input)
    throw RetimeError(
      .usage,
      "'\(name)' is \(own?.name ?? "SDR") and '\(given)' is \(wanted?.name ?? "SDR"): all sources need the same range of "
        + "light; retime scale --factor 1 --sdr makes an SDR file of an HDR one"
    )
  }
}

extension Plan.Track {
  /// The rate of the grid of the source's video frames; nil for none, and for audio.
  fileprivate var gridRate: FrameRate? { video?.sourceFrameRate ?? packets?.sourceFrameRate }
}

extension Plan.Colors {
  /// The transfer function of HDR; nil for SDR.
  fileprivate var hdr: HDRTransfer? {
    colorimetry.flatMap { Colorimetry($0) }.flatMap { HDRTransfer(rawValue: $0.transfer) }
  }
}
