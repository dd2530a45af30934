// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore

// The selection of tracks.

extension Planner {
  /// Returns the requested tracks that can be read, in the source's order.
  func select(_ info: MediaInfo, _ notes: inout PlanNotes) throws(RetimeError) -> [SourceTrack] {
    for kind in [MediaInfo.Track.Kind.video, .audio, .subtitle] { try checkChoice(of: kind, info) }
    try checkDecoders(info, &notes)
    var result: [SourceTrack] = []
    var counts: [MediaInfo.Track.Kind: Int] = [:]
    let leftOut = scan.streams.count..<scan.streams.count + scan.leftOut.count
    for track in info.tracks {
      let data = scan.first[track.streamID].flatMap { DataFormat.isData($0) ? $0 : nil }
      guard let choice = data == nil ? choice(of: track.kind) : .all else {
        notes.lose(
          track,
          because: leftOut.contains(track.index)
            ? Self.unreadInTransport : "it is neither video, audio nor subtitles"
        )
        continue
      }
      if let data, !format.container.accepts(data) {
        notes.lose(track, because: "\(format.container.name) does not hold it")
        continue
      }
      guard choice.takes(track.index), takesCaptions(track) else { continue }
      if leftOut.contains(track.index) {
        guard choice == .all else {
          throw RetimeError(
            .badInput,
            "\(track.kind.rawValue) track \(track.index) of '\(source.name)' is \(track.codecDescription), which "
              + "GStreamer does not read in MPEG-TS: choose another track"
          )
        }
        notes.lose(track, because: Self.unreadInTransport)
        continue
      }
      if track.kind != .subtitle, format.container.subtitles != nil {
        notes.lose(track, because: "\(format.container.name) holds subtitles only")
        continue
      }
      if track.kind != .audio, !format.takesVideo, format.container.subtitles == nil {
        notes.lose(track, because: "\(format.container.name) holds audio only")
        continue
      }
      guard let stream = scan.streams.first(where: { $0.id == track.streamID }),
        let raw = scan.first[track.streamID] ?? stream.caps
      else { continue }
      if track.kind == .video, source.misplaces {
        throw RetimeError(
          .badInput,
          "'\(source.name)' has frames whose presentation order is seconds away from their decode order, which "
            + "GStreamer's demuxer misplaces: remux the file first, such as with "
            + "ffmpeg -i IN -c copy OUT.mkv"
        )
      }
      if let caption = captionTrack(track) {
        result.append(caption)
        continue
      }
      let count = try count(track)
      guard count.frames > 0 else {
        notes.lose(track, because: "it is empty")
        continue
      }
      if !track.kind.isSparse {
        counts[track.kind, default: 0] += 1
        let limit = mostTracks(of: track.kind)
        guard counts[track.kind, default: 0] <= limit else {
          notes.lose(
            track,
            because:
              "\(format.container.name) holds \(limit == 0 ? "no" : "one") \(track.kind.rawValue) track"
          )
          continue
        }
      }
      result.append(
        SourceTrack(
          info: track,
          encoded: scan.encoded[track.streamID] ?? raw,
          raw: raw,
          count: count,
          granularity: ContainerTiming.granularity(of: scan.container),
          colors: scan.pictures[track.streamID].flatMap {
            SourceColors(
              picture: $0,
              encoded: scan.encoded[track.streamID] ?? raw,
              movie: source.movie?.track(track.streamID).colors,
              fieldOrder: source.movie?.track(track.streamID).colors?.fieldOrder
                ?? source.matroska?.track(track.streamID)?.fieldOrder,
              stated: source.statedVideo(of: track.streamID)
            )
          }
        )
      )
    }
    return single(result, &notes)
  }

  private static let unreadInTransport = "GStreamer does not read it in MPEG-TS"

  /// Throws if the file's tracks are all of kinds that the container does not hold.
  func checkKinds(_ info: MediaInfo, _ lost: [String]) throws(RetimeError) {
    let isHeld = { (track: MediaInfo.Track) in
      switch track.kind {
      case .video: format.takesVideo && mostTracks(of: .video) > 0
      case .audio: format.container.subtitles == nil && mostTracks(of: .audio) > 0
      default: true
      }
    }
    guard !info.tracks.isEmpty, !info.tracks.contains(where: isHeld) else { return }
    throw RetimeError(
      .usage,
      "nothing of '\(source.name)' can be kept in \(format.container.name): \(lost.joined(separator: "; ")). "
        + "Choose another container, such as mkv"
    )
  }

  /// Returns the maximum number of tracks of a kind in the container.
  private func mostTracks(of kind: MediaInfo.Track.Kind) -> Int {
    kind == .video ? format.container.maximumVideoTracks : format.container.maximumAudioTracks
  }

  /// Returns the requested tracks of a kind; nil for a kind that is never included.
  func choice(of kind: MediaInfo.Track.Kind) -> TrackChoice? {
    switch kind {
    case .video: request.videoTracks
    case .audio: request.audioTracks
    case .subtitle: request.subtitleTracks
    case .other: nil
    }
  }

  private func checkChoice(of kind: MediaInfo.Track.Kind, _ info: MediaInfo) throws(RetimeError) {
    guard case .track(let wanted) = choice(of: kind) else { return }
    let there = info.tracks.filter { $0.kind == kind }.map(\.index)
    guard !there.contains(wanted) else { return }
    throw RetimeError(
      .usage,
      "'\(source.name)' has no \(kind.rawValue) track \(wanted): "
        + (there.isEmpty
          ? "it has none" : "it has \(there.map { "\($0)" }.joined(separator: ", "))")
    )
  }

  /// Notes tracks that no installed decoder decodes as lost, or throws.
  ///
  /// It throws if no other track is left, or if such a track was requested by its number.
  private func checkDecoders(_ info: MediaInfo, _ notes: inout PlanNotes) throws(RetimeError) {
    let tracks = info.tracks.filter { $0.captions == nil }.suffix(scan.missing.count)
    let isLeft = info.tracks.contains { track in
      !track.streamID.isEmpty && (track.kind == .audio || track.kind == .video && format.takesVideo)
        && choice(of: track.kind)?.takes(track.index) ?? false
    }
    for (track, missing) in zip(tracks, scan.missing) where missing.isMedia {
      let choice =
        missing.mediaCaps.map { $0.name.hasPrefix("audio/") } ?? false
        ? request.audioTracks : request.videoTracks
      if choice == .none || track.kind == .video && !format.takesVideo { continue }
      guard isLeft, choice == .all else { throw .missingDecoder(missing, in: source.name) }
      notes.lose(
        track,
        because: missing.isEncrypted
          ? "it is encrypted" : DebianPackage.advice(forDecoderOf: missing.caps)
      )
    }
  }

  /// Notes what is not known of a container that was not measured.
  ///
  /// - Throws: a usage error if its files cannot be read, so that no result could be checked.
  func noteUnmeasured(_ notes: inout PlanNotes) throws(RetimeError) {
    let container = format.container
    if request.sink != nil {
      notes.change(
        "the output goes to a sink as it is made: it is not read back, and lacks the metadata that is added to finished files"
      )
    }
    guard request.sink == nil, !container.isMeasured, let muxer = container.muxerFactory else {
      return
    }
    guard container.isReadable else {
      throw RetimeError(
        .usage,
        "nothing installed reads what \(muxer) writes, so a result could not be checked: choose another container, such as mkv"
      )
    }
    notes.change(
      "\(container.name) by \(muxer) is not measured: frames are evenly spaced, metadata is left out, and the result is "
        + "read back and counted"
    )
  }

  /// Returns the first candidate only, if the container holds one track.
  private func single(_ candidates: [SourceTrack], _ notes: inout PlanNotes) -> [SourceTrack] {
    // Subtitle files may be written beside the result.
    let own = candidates.filter {
      source.subtitles != nil || scan.subtitles[$0.info.streamID] == nil
    }
    guard format.container.holdsOneTrack, own.count > 1 else { return candidates }
    for candidate in own.dropFirst() {
      notes.lose(candidate.info, because: "\(format.container.name) holds one track")
    }
    return [own[0]] + candidates.dropFirst(own.count)
  }

  /// Notes how much of the file cannot be read, if its header states a longer duration.
  func noteMissingEnd(after end: StreamTime?, _ notes: inout PlanNotes) {
    guard !source.isTrimmed, let end, let stated = scan.statedEnd,
      ContainerTiming.statesDuration(scan.container)
    else { return }
    let missing = stated - end.seconds
    guard missing > max(0.5, stated / 100) else { return }
    notes.lose(
      "the file's part after \(Self.thousandths(end.seconds)) s: "
        + "\(Self.thousandths(missing)) s that cannot be read"
    )
  }

  /// Notes the number of audio tracks that GStreamer does not expose.
  func noteMissingSound(_ info: MediaInfo, _ notes: inout PlanNotes) {
    guard let stated = source.soundCount, request.audioTracks != .none else { return }
    let missing = stated - info.tracks.count { $0.kind == .audio }
    guard missing > 0 else { return }
    notes.lose(
      "\(missing) of \(stated.counting("audio track")), whose codec GStreamer does not read in such a file"
    )
  }

  /// Returns seconds with 3 decimals, clamped to 0 to 2⁶² ms.
  static func thousandths(_ seconds: Double) -> String {
    let count = Int(min(max(0, (seconds * 1000).rounded()), 0x1p62))
    let fraction = "\(count % 1000)"
    return "\(count / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  private func count(_ track: MediaInfo.Track) throws(RetimeError) -> TrackCount {
    if var count = scan.counts[track.streamID] {
      if source.flacChange != nil { count.isUniform = false }
      return count
    }
    // A file of text alone, which no demuxer splits into packets.
    guard track.kind == .audio else { return TrackCount() }
    guard let audio = track.audio, let frames = track.frames else {
      throw RetimeError(.badInput, "track \(track.index) of '\(source.name)' was not counted")
    }
    return TrackCount(
      frames: frames,
      start: 0,
      end: RationalTime(Int64(frames), Int64(audio.sampleRate)).streamTime
    )
  }
}
