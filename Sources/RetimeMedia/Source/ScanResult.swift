// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore

/// What opening a file has shown.
struct ScanResult: Sendable {
  /// The container's caps.
  var container: Caps?
  /// The media type of a single still image, such as "image/png"; nil for everything else.
  var stillImage: String? {
    container.map(\.name).flatMap { $0.hasPrefix("image/") && $0 != "image/gif" ? $0 : nil }
  }
  /// The duration that the file's header states, where it was read apart from GStreamer.
  var statedDuration: Double?
  /// What a Matroska or WebM file says of its tracks.
  var matroska: MatroskaHeader?
  /// Tags and chapters that were read apart from GStreamer.
  var tags: TagList?, chapters: [FileChapter] = []
  /// What an MP4 or QuickTime file says of its tracks.
  var movie: MovieHeader?
  /// The caps of encoded streams, by stream identifier.
  var encoded: [String: Caps]
  /// The caps with which decoded streams and subtitles began, by stream identifier.
  var first: [String: Caps]
  /// The streams that were handed out, in the file's order.
  var streams: [FoundStream]
  /// The streams that the container lists and its demuxer leaves out.
  var leftOut: [TransportStreams.Stream] = []
  /// The streams that nothing can decode.
  var missing: [Scanner.MissingDecoder]
  /// What counting has shown, by stream identifier; empty when nothing was counted.
  var counts: [String: TrackCount] = [:]
  /// The caps of decoded pictures, by stream identifier; empty where none were decoded.
  var pictures: [String: Caps] = [:]

  /// The program that each stream belongs to, by stream identifier; empty where there is one.
  var programs: [String: Int] = [:]
  /// What is in the source beside the streams, and what counting has shown that no track could take, in words.
  var unread: [String] = []

  /// When the first track of pictures or sound begins; nil where nothing has come yet.
  var start: StreamTime?

  /// The same as a value for people and programs.
  var info: MediaInfo {
    let metadata = metadata
    var info = MediaInfo(
      container: container?.name,
      duration: nil,
      isSeekable: streams.first?.isSeekable,
      tags: metadata.texts,
      chapters: metadata.chapters.map {
        MediaInfo.Chapter(title: $0.title, start: $0.start?.nanoseconds, end: $0.end?.nanoseconds)
      }
    )
    for (index, stream) in streams.enumerated() {
      info.tracks.append(track(index: index, stream, metadata.tracks[stream.id]))
    }
    for stream in leftOut {
      info.tracks.append(
        MediaInfo.Track(
          index: info.tracks.count,
          kind: MediaInfo.Track.Kind(stream.medium),
          streamID: "",
          codec: "unknown",
          codecDescription: stream.name
        )
      )
    }
    info.unread = unread
    for missing in missing {
      info.tracks.append(
        MediaInfo.Track(
          index: info.tracks.count,
          kind: Self.kind(of: missing.mediaCaps),
          streamID: "",
          codec: missing.caps?.name ?? "unknown",
          codecDescription: missing.codec
        )
      )
    }
    info.duration = duration(of: info)
    return info
  }

  /// The end of the file in seconds, as its header says, or else GStreamer.
  var statedEnd: Double? {
    statedDuration ?? streams.compactMap(\.duration).max().map { Double($0.nanoseconds) / 1e9 }
  }

  /// How long the file lasts: counted as a plan counts where that is known, else as its header says.
  private func duration(of info: MediaInfo) -> Double? {
    let tracks = info.tracks.compactMap { track -> SourceTrack? in
      guard track.kind == .video || track.kind == .audio, let count = counts[track.streamID],
        count.frames > 0, let caps = first[track.streamID]
      else { return nil }
      return SourceTrack(
        info: track,
        encoded: encoded[track.streamID] ?? caps,
        raw: caps,
        count: count,
        granularity: ContainerTiming.granularity(of: container)
      )
    }
    if let origin = tracks.compactMap(\.count.start).min(), let end = tracks.end(origin: origin) {
      return end.seconds
    }
    guard let stated = statedEnd else {
      let isRead = counts.values.contains { $0.frames > 0 }
      return isRead ? counts.values.map(\.end).max()?.seconds : nil
    }
    // Such a header counts from time 0, before which nothing is seen or heard of a file that begins later.
    let skipped = ContainerTiming.statesDuration(container) ? (start ?? 0).seconds : 0
    return skipped > 0 && skipped < stated ? stated - skipped : stated
  }

  /// What the source says of itself, beside its tracks.
  var metadata: SourceMetadata {
    SourceMetadata(
      streams,
      container: container,
      movie: movie,
      matroska: matroska,
      others: tags,
      named: chapters
    )
  }

  private static func kind(of caps: Caps?) -> MediaInfo.Track.Kind {
    guard let caps else { return .other }
    if caps.name.hasPrefix("video/") || caps.name.hasPrefix("image/") { return .video }
    if caps.name.hasPrefix("audio/") { return .audio }
    return SubtitleFormat.isSubtitle(caps) || caps.name.hasPrefix("application/x-subtitle")
      ? .subtitle : .other
  }

  private func track(
    index: Int,
    _ stream: FoundStream,
    _ own: SourceMetadata.Track?
  ) -> MediaInfo.Track {
    let id = stream.id
    let caps = first[id] ?? stream.caps
    let codec = encoded[id] ?? caps
    var track = MediaInfo.Track(
      index: index,
      kind: Self.kind(of: caps),
      streamID: id,
      codec: codec?.name ?? "unknown",
      codecDescription: codec.map { description(of: $0, id) } ?? "unknown"
    )
    track.language = own?.tags.texts("language-code").first
    track.title = own?.tags.texts("title").first
    // A picture that could not be decoded is not known to be none.
    let count = counts[id].flatMap { $0.frames > 0 || stillImage == nil ? $0 : nil }
    if let count {
      track.frames = count.frames
      track.duration = count.duration.seconds
    }
    if let caps, let sound = AudioCaps(caps) {
      track.audio = MediaInfo.Audio(
        sampleRate: sound.rate,
        channels: sound.channels,
        layout: ChannelLayout.name(mask: sound.channelMask, channels: sound.channels),
        channelMask: sound.channelMask,
        format: sound.format
      )
      if track.frames == nil, let frames = exactFrames(stream, sound) {
        track.frames = frames
        track.duration = RationalTime(Int64(frames), Int64(sound.rate)).seconds
      }
    } else if track.kind == .video, let caps {
      track.video = MediaInfo.Video(
        width: size(caps, id, "width"),
        height: size(caps, id, "height"),
        frameRate: caps.frameRate.map { "\($0.numerator)/\($0.denominator)" },
        hasVariableFrameRate: count.map { !$0.isEven },
        orientation: own?.orientation ?? .upright,
        pixelAspectRatio: caps.fraction("pixel-aspect-ratio").map {
          "\($0.numerator)/\($0.denominator)"
        },
        colorimetry: caps.string("colorimetry")
      )
    }
    return track
  }

  /// A track's width or height as its decoder gives it, where the container says nothing or 0.
  private func size(_ caps: Caps, _ id: String, _ field: String) -> Int? {
    let stated = caps.int(field) ?? 0
    return stated > 0 ? stated : pictures[id]?.int(field)
  }

  private func description(of codec: Caps, _ id: String) -> String {
    guard case .webVTT = SubtitleFormat(codec, matroskaCodec: matroska?.track(id)?.codec) else {
      return codec.codecDescription
    }
    return "WebVTT"
  }

  /// The frame count of a file of sound whose container states its length in frames, or in bytes of plain samples.
  ///
  /// GStreamer gives it in nanoseconds, fine enough to name the frame at any rate below 500 MHz.
  private func exactFrames(_ stream: FoundStream, _ sound: AudioCaps) -> Int? {
    guard let container, streams.count == 1, Self.exactContainers.contains(container.name),
      encoded[stream.id] == nil || container.name == "audio/x-flac",
      let duration = stream.duration
    else { return nil }
    return Int(RationalTime(nanoseconds: duration.signed).ticks(timescale: Int64(sound.rate)))
  }

  private static let exactContainers: Set<String> = [
    "audio/x-wav", "audio/x-aiff", "audio/x-flac", "audio/x-au",
  ]
}

extension MediaInfo.Track.Kind {
  /// The kind of a track for a stream that is left out.
  fileprivate init(_ medium: TransportStreams.Medium) {
    self =
      switch medium {
      case .video: .video
      case .audio: .audio
      case .other: .other
      }
  }
}
