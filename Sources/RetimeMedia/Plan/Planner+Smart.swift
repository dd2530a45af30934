// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore

// Smart rendering: frames that do not change keep their packets.

extension Planner {
  /// The minimum number of frames to copy at once: fewer do not pay for another join.
  private static let leastCopied = 8
  /// The maximum share of encoded frames, above which all are encoded.
  private static let mostEncoded = 0.8

  /// Returns a video track, rendered smartly if that is requested and possible.
  func smartTrack(
    _ candidate: SourceTrack,
    _ times: Times,
    _ notes: inout PlanNotes
  ) throws(RetimeError) -> Plan.Track {
    var others = notes
    let encoded = try videoTrack(candidate, times, &others)
    guard request.isSmart else {
      notes = others
      return encoded
    }
    do throws(SmartObstacle) {
      return try smartTrack(candidate, encoded, times, &notes)
    } catch {
      notes = others
      notes.change("all of its frames are encoded, as \(error.reason)", of: candidate.info)
      return encoded
    }
  }

  /// The reason for which all frames of a track are encoded.
  struct SmartObstacle: Error { let reason: String }

  private func smartTrack(
    _ candidate: SourceTrack,
    _ encoded: Plan.Track,
    _ times: Times,
    _ notes: inout PlanNotes
  ) throws(SmartObstacle) -> Plan.Track {
    guard var video = encoded.video, let encoder = encoded.encoder else {
      throw SmartObstacle(reason: "nothing encodes them")
    }
    // After a part of another speed, ticks at speed 1 rarely meet frames of the source.
    let keepsUnchanged =
      video.selection?.joinsFrames == true && video.frameRate == sourceRate(candidate)
    video.keepsUnchanged = keepsUnchanged ? true : nil
    try checkSmart(candidate, video)
    guard let packets = candidate.count.packets else {
      throw SmartObstacle(reason: "its packets were not listed")
    }
    let order = FrameOrder(packets)
    guard packets.obstacle == nil, order.isDistinct else {
      throw SmartObstacle(reason: packets.obstacle ?? "some frames have the same time")
    }
    let rule = SmartRendering(packets, order)
    let shown = playedFrames(candidate, times, video, packets, order)
    let pieces = rule.pieces(
      shown: shown.frames,
      breaks: shown.breaks,
      least: Self.leastCopied
    )
    var smart = Plan.Smart(
      video: video,
      encoder: encoder,
      pieces: [],
      decoded: [],
      reordering: candidate.count.order.depth,
      sourceFrameRate: sourceRate(candidate)
    )
    smart.pieces = self.pieces(pieces, shown, times, video, order)
    let encodedTimes = smart.encodedTimes
    if video.flow?.keepsRepeats == false { smart.video.flow?.replaced = encodedTimes }
    let all = shown.frames.count
    if smart.joins > 0, isIntra(candidate, packets), shown.frames.allSatisfy({ $0 != nil }) {
      copyEach(&smart)
      return try copiedTrack(candidate, smart, times, (all, 0, 0), &notes)
    }
    let copied = smart.copiedFrames
    guard copied > 0, Double(all - copied) <= Self.mostEncoded * Double(all) else {
      throw SmartObstacle(
        reason: copied == 0
          ? "none of them could keep its packet"
          : "\(all - copied) of \(all) would be encoded anyway"
      )
    }
    let needed = pieces.map { piece -> [Int] in
      guard case .encoded(let range) = piece else { return [] }
      return shown.sources(of: range)
    }
    let ranges = rule.decoded(for: needed.joined())
    smart.decoded = ranges.map {
      Plan.Smart.Decoded(
        first: packets.times[$0.lowerBound],
        last: packets.times[$0.upperBound - 1]
      )
    }
    for index in pieces.indices where smart.pieces[index].copied == nil {
      let own = needed[index].map { frame in
        ranges.partitioningIndex { $0.upperBound > order.packets[frame] }
      }
      smart.pieces[index].decoded = Set(own).sorted()
    }
    smart.configuration = candidate.count.configuration
    if smart.joins > 0 {
      guard encoded.codec == Codec.matching(candidate.encoded)?.name else {
        throw SmartObstacle(
          reason: "it is \(candidate.info.codecDescription), and \(encoded.codec) is encoded"
        )
      }
      try join(&smart, candidate)
    }
    let counts = (copied, all - copied, smart.joins)
    return try copiedTrack(candidate, smart, times, counts, &notes)
  }

  /// Returns whether the frames of a track refer to no others, and their packets need no header of their encoder.
  private func isIntra(_ candidate: SourceTrack, _ packets: PacketList) -> Bool {
    let hasHeader =
      candidate.encoded.name == "video/x-h264" || candidate.encoded.name == "video/x-h265"
    return !hasHeader && packets.roles.allSatisfy { $0 == .entry }
  }

  /// Copies the packet of each frame of the result, also repeatedly.
  private func copyEach(_ smart: inout Plan.Smart) {
    (smart.isIntra, smart.pieces, smart.decoded) = (true, [], [])
    // Packets are passed on like frames, without a conversion.
    (smart.video.colors, smart.video.aspect, smart.video.isGapless) = (nil, nil, nil)
    (smart.video.fields, smart.video.fieldOrder) = (.kept, nil)
  }

  /// Returns the track of a stream copy with smart rendering.
  ///
  /// `counts`: the numbers of copied and encoded frames, and of joins.
  private func copiedTrack(
    _ candidate: SourceTrack,
    _ smart: Plan.Smart,
    _ times: Times,
    _ counts: (copied: Int, encoded: Int, joins: Int),
    _ notes: inout PlanNotes
  ) throws(SmartObstacle) -> Plan.Track {
    var own = notes
    var track: Plan.Track
    do throws(RetimeError) {
      track = try packetTrack(candidate, times, keepsAll: true, &own)
    } catch {
      throw SmartObstacle(reason: "they cannot be copied: \(error)")
    }
    guard var media = track.packets else { throw SmartObstacle(reason: "it is no video") }
    notes = own
    media.smart = smart
    track.framer = FramedForm.parser(for: candidate.encoded) ?? track.framer
    // Receivers may start at any key frame.
    if format.container.name == "ts" {
      track.parser = track.parser.map { "\($0) config-interval=-1" }
    }
    track.media = .packets(media)
    track.frames = counts.copied + counts.encoded
    (track.copiedFrames, track.encodedFrames) = (counts.copied, counts.encoded)
    track.joins = counts.joins
    return track
  }

  /// Checks the job, the source and the container.
  private func checkSmart(
    _ candidate: SourceTrack,
    _ video: Plan.Video
  ) throws(SmartObstacle) {
    let count = candidate.count
    let isTransport =
      format.container.name == "ts" && FramedForm.caps(of: candidate.encoded.name) != nil
    guard format.container.isMovie || format.container.isMatroska || isTransport,
      request.sink == nil
    else {
      throw SmartObstacle(
        reason: "two encoders are joined in mp4, mov, mkv and webm, H.264 and HEVC also in ts"
      )
    }
    let obstacles: [(Bool, String)] = [
      (request.makesSDR, "they are tone-mapped"),
      (request.bakesRotation, "they are rotated"),
      (video.motionBlur != nil, "motion blur changes them"),
      (candidate.colors?.isInterlaced ?? true, "it is interlaced"),
      (count.secondFields > 0, "it is coded as fields"),
      (count.untimed > 0, "some frames have no timestamp"),
      (count.clockShift != nil || !count.links.isEmpty || source.isChained, "its clock jumps"),
      (ContainerTiming.countsPictures(scan.container), "its container does not time each packet"),
      (
        video.frameRate != nil && sourceRate(candidate) == nil,
        "its frame rate varies and that of the result does not: --fps vfr keeps each frame"
      ),
      (!canKeep(candidate), "\(format.container.name) cannot hold its packets"),
    ]
    if let obstacle = obstacles.first(where: \.0) { throw SmartObstacle(reason: obstacle.1) }
  }

  /// Returns the frame rate of the source; nil if it varies.
  private func sourceRate(_ candidate: SourceTrack) -> FrameRate? {
    candidate.gridRate ?? candidate.count.constantRate
  }

  /// Returns the source frame that each frame of the result shows.
  private func playedFrames(
    _ candidate: SourceTrack,
    _ times: Times,
    _ video: Plan.Video,
    _ packets: PacketList,
    _ order: FrameOrder
  ) -> PlayedFrames {
    let grid = candidate.grid(origin: times.origin)
    let start = candidate.count.start ?? times.origin
    let sources = order.packets.indices.filter { packets.areShown[order.packets[$0]] }.map {
      let time = max(order.times[$0], start)
      return SourceFrame(
        $0,
        start: grid.time(of: time <= times.origin ? video.begin ?? time : time),
        end: nil
      )
    }
    return PlayedFrames(
      times.map,
      played(candidate, times),
      sources: sources,
      sourceEnd: candidate.range(origin: times.origin).end,
      isMapped: times.planned != nil,
      interval: sourceRate(candidate)?.time(ofTick: 1),
      rounding: RationalTime(
        ContainerTiming.rounding(granularity: candidate.granularity.nanoseconds)
      ),
      rate: video.frameRate.map { ($0, video.selection ?? .nearest) },
      keepsUnchanged: video.keepsUnchanged ?? false
    )
  }

  /// Returns the pieces as the plan states them.
  private func pieces(
    _ pieces: [SmartRendering.Piece],
    _ shown: PlayedFrames,
    _ times: Times,
    _ video: Plan.Video,
    _ order: FrameOrder
  ) -> [Plan.Smart.Piece] {
    let end = times.map.duration ?? times.map.outputTime(ofSource: times.sourceDuration)
    let time = { (index: Int) in
      if let rate = video.frameRate { return rate.time(ofTick: index) }
      return index < shown.times.count ? shown.times[index] : end
    }
    return pieces.map { piece in
      switch piece {
      case .encoded(let range):
        Plan.Smart.Piece(
          frames: range.count,
          start: time(range.lowerBound),
          end: time(range.upperBound)
        )
      case .copied(let range, let source):
        Plan.Smart.Piece(
          frames: range.count,
          start: time(range.lowerBound),
          end: time(range.upperBound),
          copied: Plan.Smart.Copied(
            from: order.times[source.lowerBound],
            last: order.times[source.upperBound - 1],
            pass: video.frameRate == nil
              ? shown.breaks.count { $0 <= range.lowerBound } : 0,
            tick: video.frameRate == nil ? nil : range.lowerBound
          )
        )
      }
    }
  }
}
