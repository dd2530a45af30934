// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore

extension Planner {
  /// Returns the metadata of the result; adds that of each track to `tracks`, and notes losses.
  func metadata(
    _ tracks: inout [Plan.Track],
    _ times: Times,
    _ notes: inout PlanNotes
  ) -> Plan.Metadata {
    let (container, own) = (format.container, scan.metadata)
    var support = container.metadata
    var metadata = Plan.Metadata()
    if support.writer == .streams {
      let takers = tracks.indices.filter { takesTags(&tracks[$0]) }
      if takers.isEmpty { support = MetadataSupport() }
    }
    let timed = timedTags(times, duration: tracks.map(\.duration).max() ?? 0)
    let lyrics = lyricsInFrames(timed, support)
    metadata.tags = tags(timed, support, lyrics?.text, &notes)
    metadata.attachments = attachments(timed, support, without: lyrics?.index, &notes)
    if support.writer == .streams,
      tracks.contains(where: { $0.tagger != nil && own.tracks[$0.streamID]?.hasPictures == true })
    {
      // The copied header already contains them.
      metadata.attachments = []
    }
    metadata.chapters = chapters(support, times, &notes)
    metadata.chunks = waveChunks(tracks, times, timed, &notes)
    if support.keepsCreation { metadata.created = own.created?.unixSeconds }
    // If the container holds a single comment, the user's own takes precedence.
    let hasComment = metadata.tagTexts.contains { $0.name == "comment" }
    // The trace names one source.
    if joined != nil {
      metadata.trace = nil
    } else if support.takesAnyTag || support.tags.contains("comment") && !hasComment {
      metadata.trace = JobTrace(request, times)?.comments
    }
    if let created = own.created, !support.keepsCreation {
      notes.lose("its creation time (\(created))")
    }
    for index in tracks.indices {
      guard tracks[index].packets?.captions == nil, let mine = own.tracks[tracks[index].streamID]
      else { continue }
      if support.keepsDefault { tracks[index].isDefault = isDefault(tracks[index], among: tracks) }
      tracks[index].roles = roles(mine, tracks[index], support, &notes)
      tracks[index].tags = trackTags(mine, tracks[index], support, &notes)
      orient(&tracks[index], mine.orientation, support, &notes)
    }
    return metadata
  }

  /// Returns whether the header of a stream takes tags; sets the track's tagger if it needs one.
  private func takesTags(_ track: inout Plan.Track) -> Bool {
    guard track.packets != nil else {
      return ["vorbis", "opus", "flac", "speex"].contains(track.codec)
    }
    // A stream from such a file has comments in its own header.
    if ["application/ogg", "audio/ogg", "video/ogg", "audio/x-flac"].contains(scan.container?.name)
    {
      return true
    }
    track.tagger = ["vorbis": "vorbistag", "flac": "flactag"][track.codec]
    return track.tagger != nil
  }

  // MARK: - File metadata

  private func tags(
    _ timed: TimedTags,
    _ support: MetadataSupport,
    _ lyrics: String?,
    _ notes: inout PlanNotes
  ) -> String? {
    var own = dated(scan.metadata.tags, support, &notes)
    if let lyrics { own = own.setting("lyrics", [lyrics]) }
    let lacking = own.names.filter { !support.takes($0) }.sorted()
    let kept = timed.converted(own.filtered(support.takes), &notes)
    if !lacking.isEmpty { notes.lose("tags: \(lacking.joined(separator: ", "))") }
    return kept.isEmpty ? nil : kept.description
  }

  private func attachments(
    _ timed: TimedTags,
    _ support: MetadataSupport,
    without lyrics: Int?,
    _ notes: inout PlanNotes
  ) -> [Plan.Attachment] {
    var (counts, lost): ([String: Int], [String: Int]) = ([:], [:])
    var result: [Plan.Attachment] = []
    for (place, attached) in scan.metadata.attachments.enumerated() {
      let index = counts[attached.tag, default: 0]
      counts[attached.tag] = index + 1
      if place == lyrics { continue }
      if !timed.keepsTimes, let frame = attached.timedFrame {
        notes.lose("ID3 frame \(frame), whose times are those of the source")
        continue
      }
      guard support.takes(attached) else {
        lost[Self.name(attached.tag), default: 0] += 1
        continue
      }
      result.append(
        Plan.Attachment(
          tag: attached.tag,
          index: index,
          mediaType: attached.data.mediaType,
          byteCount: attached.data.bytes.count
        )
      )
    }
    for (name, count) in lost.sorted(by: { $0.key < $1.key }) {
      notes.lose(count.counting(name))
    }
    return result
  }

  /// Returns the lyrics in an ID3 frame that cannot be copied, and its index among the attachments.
  ///
  /// The frame cannot be copied if it states times of the source, or if the container has no such
  /// frames. Nil if there are no such lyrics, or if the file also has lyrics as a tag.
  private func lyricsInFrames(_ timed: TimedTags, _ support: MetadataSupport) -> (
    text: String, index: Int
  )? {
    guard !scan.metadata.tags.has("lyrics"), support.takes("lyrics") else { return nil }
    let all = scan.metadata.attachments.enumerated().compactMap { index, attached in
      attached.lyrics.map { (text: $0, index: index) }
    }
    let first = all.first { TimedText.isLRC($0.text) } ?? all.first
    guard let first else { return nil }
    let stays =
      support.takes(scan.metadata.attachments[first.index])
      && (timed.keepsTimes || !TimedText.isLRC(first.text))
    return stays ? nil : first
  }

  private static func name(_ tag: String) -> String {
    switch tag {
    case "attachment": "attached file"
    case ID3Chapters.tag: "private ID3 frame"
    default: "cover image"
    }
  }

  private func chapters(
    _ support: MetadataSupport,
    _ times: Times,
    _ notes: inout PlanNotes
  ) -> [Plan.Chapter] {
    let all = times.chapters.place(scan.metadata.chapters)
    let limit = support.chapters == .none ? 0 : support.maximumChapters
    if all.count > limit {
      notes.lose(
        limit == 0
          ? all.count.counting("chapter")
          : "\((all.count - limit).counting("chapter")): \(format.container.name) holds \(limit)"
      )
    }
    return Array(all.prefix(limit))
  }

  // MARK: - Track metadata

  /// Returns whether players select a track by default; nil if none of its kind would be selected.
  private func isDefault(_ track: Plan.Track, among tracks: [Plan.Track]) -> Bool? {
    let own = scan.metadata
    // Subtitles may all be off by default, but some audio and some video should be selected.
    guard !track.media.kind.isSparse else { return own.tracks[track.streamID]?.isDefault }
    let ofKind = tracks.filter { $0.media.kind == track.media.kind }
    guard ofKind.contains(where: { own.tracks[$0.streamID]?.isDefault == true }) else { return nil }
    return own.tracks[track.streamID]?.isDefault
  }

  private func roles(
    _ own: SourceMetadata.Track,
    _ track: Plan.Track,
    _ support: MetadataSupport,
    _ notes: inout PlanNotes
  ) -> [String]? {
    let lost = own.roles.filter { !support.takes($0) }.map(\.rawValue)
    if !lost.isEmpty {
      notes.lose(
        "\(track.media.kind.rawValue) track \(track.index): its marks (\(lost.joined(separator: ", ")))"
      )
    }
    let kept = own.roles.filter(support.takes).map(\.rawValue)
    return kept.isEmpty ? nil : kept
  }

  private func trackTags(
    _ own: SourceMetadata.Track,
    _ track: Plan.Track,
    _ support: MetadataSupport,
    _ notes: inout PlanNotes
  ) -> String? {
    let taken = support.tagsVideo || track.media.kind != .video ? support.trackTags : []
    for name in own.tags.names where !taken.contains(name) {
      let value = own.tags.texts(name).joined(separator: ", ")
      let what = ["language-code": "language"][name] ?? name
      notes.lose("\(track.media.kind.rawValue) track \(track.index): its \(what) (\(value))")
    }
    let kept = own.tags.filtered(taken.contains)
    return kept.isEmpty ? nil : kept.description
  }

  private func orient(
    _ track: inout Plan.Track,
    _ orientation: Orientation,
    _ support: MetadataSupport,
    _ notes: inout PlanNotes
  ) {
    guard orientation != .upright, track.media.kind == .video else { return }
    if case .video(var video) = track.media, request.bakesRotation {
      video.turn = orientation
      track.media = .video(video)
    } else if support.keepsOrientation {
      track.orientation = orientation
    } else {
      notes.lose(
        "video track \(track.index): its orientation (\(orientation.description)); "
          + "\(format.container.name) cannot state it, --bake-rotation rotates the video itself"
      )
    }
  }
}
