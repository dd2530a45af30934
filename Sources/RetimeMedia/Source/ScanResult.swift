// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore

/// The result of probing a file.
struct ScanResult: Sendable {
  /// The container's caps.
  var container: Caps?
  /// The media type of a single still image, such as "image/png"; nil for everything else.
  var stillImage: String? {
    container.flatMap { $0.name.hasPrefix("image/") && !$0.isAnimatedImage ? $0.name : nil }
  }
  /// The duration in the file's header in seconds, if it was read without GStreamer.
  var statedDuration: Double?
  /// The header of a Matroska or WebM file.
  var matroska: MatroskaHeader?
  /// The tags and chapters that were read without GStreamer.
  var tags: TagList?, chapters: [FileChapter] = []
  /// The chapters of several sources that are one after the other; nil for a single source.
  var joinedChapters: [FileChapter]?
  /// The header of an MP4 or QuickTime file.
  var movie: MovieHeader?
  /// The caps of encoded streams, by stream identifier.
  var encoded: [String: Caps]
  /// The first caps of decoded streams and subtitles, by stream identifier.
  var first: [String: Caps]
  /// The streams that decodebin exposed, in the file's order.
  var streams: [FoundStream]
  /// The streams that the container lists and its demuxer ignores.
  var leftOut: [TransportStreams.Stream] = []
  /// The streams without an installed decoder.
  var missing: [Scanner.MissingDecoder]
  /// The frame counts, by stream identifier; empty when nothing was counted.
  var counts: [String: TrackCount] = [:]
  /// The caps of decoded frames, by stream identifier; empty where none were decoded.
  var pictures: [String: Caps] = [:]

  /// The closed captions that have text, by stream identifier; empty where nothing was read.
  var captions: [String: [CaptionService]] = [:]
  /// The streams that are subtitle files, by stream identifier.
  var subtitles: [String: SubtitleFile] = [:]
  /// The program of each stream, by stream identifier; empty where there is one.
  var programs: [String: Int] = [:]
  /// The parts of the source that are not read, and streams that belong to no track, as text.
  var unread: [String] = []

  /// The start of the first video or audio track; nil if nothing was read.
  var start: StreamTime?

  /// The result in its public form.
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
    info.isUndoable = metadata.trace.contains { TraceComments.isMap($0) }
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
    for track in info.tracks where track.kind == .video {
      for service in captions[track.streamID] ?? [] {
        info.tracks.append(Self.track(index: info.tracks.count, service, of: track))
      }
    }
    return info
  }

  /// Returns the subtitle track of one channel of a video's closed captions.
  private static func track(
    index: Int,
    _ service: CaptionService,
    of video: MediaInfo.Track
  ) -> MediaInfo.Track {
    var track = MediaInfo.Track(
      index: index,
      kind: .subtitle,
      streamID: video.streamID,
      codec: SubtitleFormat.captions,
      codecDescription: "closed captions \(service.channel.rawValue) of video track \(video.index)"
    )
    (track.frames, track.duration) = (service.count, service.duration.seconds)
    track.captions = service.channel.rawValue
    return track
  }

  /// The end of the file in seconds, from its header or else from GStreamer.
  var statedEnd: Double? {
    statedDuration ?? streams.compactMap(\.duration).max().map { Double($0.nanoseconds) / 1e9 }
  }

  /// Returns the duration: counted as in a plan if possible, else from the header.
  private func duration(of info: MediaInfo) -> Double? {
    let tracks = mediaTracks(of: info)
    if let origin = tracks.compactMap(\.count.start).min(), let end = tracks.end(origin: origin) {
      return end.seconds
    }
    guard let stated = statedEnd else {
      let isRead = counts.values.contains { $0.frames > 0 }
      return isRead ? counts.values.map(\.end).max()?.seconds : nil
    }
    // This header counts from time 0; a file that starts later shows nothing before its start.
    let skipped = ContainerTiming.statesDuration(container) ? (start ?? 0).seconds : 0
    return skipped > 0 && skipped < stated ? stated - skipped : stated
  }

  /// Returns the video and audio tracks that were counted, with their times.
  func mediaTracks(of info: MediaInfo) -> [SourceTrack] {
    info.tracks.compactMap { track -> SourceTrack? in
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
  }

  /// Returns the caps of a stream's decoded frames; nil if none were decoded.
  func frameCaps(of streamID: String) -> Caps? { pictures[streamID] }

  /// The metadata of the source.
  var metadata: SourceMetadata {
    var metadata = SourceMetadata(
      streams,
      container: container,
      movie: movie,
      matroska: matroska,
      others: tags,
      named: chapters
    )
    if let joinedChapters { metadata.chapters = joinedChapters }
    return metadata
  }

  private static func kind(of caps: Caps?) -> MediaInfo.Track.Kind {
    guard let caps else { return .other }
    if caps.name.hasPrefix("video/") || caps.name.hasPrefix("image/") { return .video }
    if caps.name.hasPrefix("audio/") { return .audio }
    return SubtitleFormat.isSubtitle(caps) || caps.name.hasPrefix("application/x-subtitle")
      || SubtitleFileFormat(mediaType: caps.name) != nil ? .subtitle : .other
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
    // A still image that could not be decoded has an unknown number of frames, not 0.
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
        timecode: movie?.track(id).timecode?.text,
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

  /// Returns a track's width or height, from its decoder if the container has none or 0.
  private func size(_ caps: Caps, _ id: String, _ field: String) -> Int? {
    let stated = caps.int(field) ?? 0
    return stated > 0 ? stated : pictures[id]?.int(field)
  }

  private func description(of codec: Caps, _ id: String) -> String {
    if let file = subtitles[id] { return file.format.name }
    guard case .webVTT = SubtitleFormat(codec, matroskaCodec: matroska?.track(id)?.codec) else {
      let names = ["image/webp": "WebP", "image/apng": "animated PNG"]
      return names[codec.name] ?? codec.codecDescription
    }
    return "WebVTT"
  }

  /// Returns the frame count of an audio file whose container states its exact length.
  ///
  /// The container states it in frames, or in bytes of plain samples. GStreamer reports it in
  /// nanoseconds, which identify the frame at any rate below 500 MHz.
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

extension Caps {
  /// Whether they are those of an animated image; GStreamer has none for animated WebP.
  fileprivate var isAnimatedImage: Bool {
    ["image/gif", "image/apng"].contains(name) || has("animated")
  }
}

extension MediaInfo.Track.Kind {
  /// Creates the kind of a stream that the demuxer ignores.
  fileprivate init(_ medium: TransportStreams.Medium) {
    self =
      switch medium {
      case .video: .video
      case .audio: .audio
      case .other: .other
      }
  }
}
