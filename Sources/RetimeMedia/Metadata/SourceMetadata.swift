// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore

/// The metadata of a source.
struct SourceMetadata {
  /// The tags of the work, without images and technical tags.
  private(set) var tags = TagList()
  /// Images, attached files such as fonts, and frames of an ID3v2 tag.
  private(set) var attachments: [Attachment] = []
  /// The creation time of the file.
  private(set) var created: UTCTime?
  /// The chapters in their order.
  var chapters: [FileChapter] = []
  /// The comments that record the Retime job that produced the file.
  private(set) var trace: [String] = []
  /// The metadata of each track, by stream identifier.
  private(set) var tracks: [String: Track] = [:]

  /// The metadata of one track.
  struct Track {
    /// Its tags, such as language and title.
    var tags = TagList()
    /// Whether its own header has images, as FLAC's can.
    var hasPictures = false
    /// The orientation of its video.
    var orientation = Orientation.upright
    /// Whether it is played by default; nil if the file does not state it.
    var isDefault: Bool?
    /// Its roles among the tracks of its kind.
    var roles: [TrackRole] = []
  }

  /// Data that is not a track.
  struct Attachment {
    /// GStreamer's tag of the data: "image", "preview-image", "attachment", or ``ID3Chapters/tag``.
    let tag: String
    let data: TagList.Data
  }

  /// Creates the metadata of a file that has none.
  init() {}

  /// Combines the metadata of the streams and of the file's header.
  init(
    _ streams: [FoundStream],
    container: Caps?,
    movie: MovieHeader?,
    matroska: MatroskaHeader?,
    others: TagList?,
    named: [FileChapter]
  ) {
    let lists = streams.map(\.tagLists)
    let separates = Self.separating.contains(container?.name ?? "")
    var (work, binary) = (TagList(), TagList())
    // Without file tags in the container, the first stream's tags describe the file.
    let ofFile = lists.flatMap { $0 }.filter { $0.scope == .file }
    let ofFirst = separates ? [] : lists.first { $0.contains(where: Self.describesWork) } ?? []
    // The header of a file's only stream may have tags that the file lacks.
    let ofOnly = lists.count == 1 ? lists[0].map { $0.filtered { $0 != "title" } } : []
    for list in ofFile + ofFirst + ofOnly + (others.map { [$0] } ?? []) {
      work = work.merged(list.filtered { Self.describesWork($0) })
      binary = binary.merged(list.filtered(Self.binaryTags.contains))
    }
    (work, created) = Self.dated(work, separates: separates, movie)
    if let movie { work = work.merged(CameraTags.tags(movie.texts, hasDate: work.has("date"))) }
    (work, trace) = Self.traced(work)
    let comments = work.texts(Self.comments)
    chapters = CommentChapters.chapters(in: comments)
    tags = NamedComments.typed(work.setting(Self.comments, comments.filter(Self.isOfWork)))
    attachments = ["image", "preview-image", "attachment"].flatMap { tag in
      binary.data(tag).map { Attachment(tag: tag, data: $0) }
    }
    let frames = binary.data(ID3Chapters.tag).map { ($0, TraceComments.comment(ofFrame: $0.bytes)) }
    trace += frames.compactMap(\.1)
    attachments += frames.filter { $0.1 == nil && ID3Tag.canKeep($0.0.bytes) }.map(\.0)
      .map { Attachment(tag: ID3Chapters.tag, data: $0) }
    if chapters.isEmpty {
      chapters = ID3Chapters.chapters(in: binary.data(ID3Chapters.tag).map(\.bytes))
    }
    for stream in streams where chapters.isEmpty {
      chapters = stream.chapters.map(FileChapter.init)
    }
    if chapters.isEmpty { chapters = movie?.chapters ?? [] }
    if chapters.isEmpty { chapters = named }
    for (stream, lists) in zip(streams, lists) {
      let stated = movie?.track(stream.id)
      var track = track(lists.filter { $0.scope == .stream })
      track.orientation = stated?.matrix.flatMap(Orientation.init(matrix:)) ?? track.orientation
      if let title = stated?.title, !title.isEmpty {
        track.tags = track.tags.setting("title", [title])
      }
      // `matroskademux` selects the default tracks and leaves the others unmarked.
      let isMatroska = ["video/x-matroska", "audio/x-matroska", "video/webm", "audio/webm"]
        .contains(container?.name)
      track.isDefault = stated?.isEnabled ?? (isMatroska ? stream.isSelected == true : nil)
      track.roles = matroska?.track(stream.id)?.roles ?? stated?.roles ?? []
      tracks[stream.id] = track
    }
  }

  /// Separates the comments that record a job: they are about this file, not about results made from it.
  private static func traced(_ tags: TagList) -> (TagList, [String]) {
    let comments = tags.texts(Self.comments)
    var (result, trace) = (tags, comments.filter { TraceComments.isTrace($0) })
    if !trace.isEmpty {
      result = result.setting(Self.comments, comments.filter { !TraceComments.isTrace($0) })
    }
    let parts = tags.texts("comment").map(TraceComments.split)
    if parts.contains(where: { !$0.trace.isEmpty }) {
      trace += parts.flatMap(\.trace)
      result = result.setting("comment", parts.map(\.own).filter { !$0.isEmpty })
    }
    return (result, trace)
  }

  private func track(_ lists: [TagList]) -> Track {
    let all = lists.reduce(TagList()) { $0.merged($1) }
    let tagged = all.texts("image-orientation").first.flatMap(Orientation.init(rawValue:))
    let own = all.filtered { name in
      Self.describesTrack(name) && !isOfWork(name, all.texts(name))
        && !(name == "language-code" && all.texts(name) == ["und"])
    }
    return Track(tags: own, hasPictures: all.has("image"), orientation: tagged ?? .upright)
  }

  /// Returns the tags with the work's date alone, as precise as possible, and the creation time.
  ///
  /// GStreamer has one name for both where a container separates them.
  private static func dated(
    _ tags: TagList,
    separates: Bool,
    _ movie: MovieHeader?
  ) -> (TagList, UTCTime?) {
    guard separates else { return (tags, nil) }
    let (day, time) = (tags.texts("date").first, tags.texts("datetime").first)
    let instant = time.flatMap { UTCTime($0) }
    let created = movie?.created ?? instant
    // A `datetime` that does not start with the `date` is not the work's.
    let isCreated = instant != nil && (instant == created || !(time ?? "").hasPrefix(day ?? "-"))
    let date = isCreated ? nil : tags.filtered { $0 == "datetime" }
    let others = tags.filtered { $0 != "datetime" }
    return (date.map { others.merged($0) } ?? others, created)
  }

  /// Returns whether a track's tag is the work's, since a stream's header may have that too.
  private func isOfWork(_ name: String, _ texts: [String]) -> Bool {
    switch name {
    case "language-code": false
    case "title": texts == tags.texts(name)
    case "date", "datetime": tags.has("date") || tags.has("datetime")
    default: tags.has(name)
    }
  }

  /// The tags as text, for display.
  var texts: [String: String] {
    var result: [String: String] = [:]
    for name in tags.names { result[name] = tags.texts(name).joined(separator: "; ") }
    for attached in attachments {
      let text = "\(attached.data.mediaType), \(attached.data.bytes.count.counting("byte"))"
      result[attached.tag, default: ""] += (result[attached.tag] == nil ? "" : "; ") + text
    }
    if let created { result["creation-time"] = created.description }
    return result
  }

  // MARK: - Which tag is what

  /// The containers that separate a track's tags from the file's.
  private static let separating: Set<String> = [
    "video/quicktime", "audio/x-m4a", "application/x-3gp", "video/x-matroska", "audio/x-matroska",
    "video/webm", "audio/webm",
  ]

  static let comments = "extended-comment"

  private static let binaryTags: Set<String> = [
    "image", "preview-image", "attachment", ID3Chapters.tag,
  ]

  /// Tags that describe a stream's encoding or the programs that wrote it, not the work.
  private static let coding: Set<String> = [
    "audio-codec", "video-codec", "subtitle-codec", "codec", "container-format", "bitrate",
    "nominal-bitrate", "minimum-bitrate", "maximum-bitrate", "encoder", "encoder-version",
    "has-crc", "channel-mode", "layer", "mode", "emphasis", "duration", "serial", "language-name",
    "image-orientation", "application-name", "container-specific-track-id", "private-qt-tag",
    "private-data", "mxf-structure",
  ]

  private static func describesTrack(_ name: String) -> Bool {
    !coding.contains(name) && !binaryTags.contains(name) && name != comments
  }

  private static func describesWork(_ list: TagList) -> Bool {
    list.names.contains(where: describesWork)
  }

  private static func describesWork(_ name: String) -> Bool {
    !coding.contains(name) && !binaryTags.contains(name) && name != "language-code"
  }

  /// Returns whether a comment "KEY=value" describes neither a chapter nor the encoding.
  private static func isOfWork(_ comment: String) -> Bool {
    let key = comment.prefix { $0 != "=" }.uppercased()
    return !CommentChapters.isOfChapter(key)
      && ![
        "ENCODER", "ENCODED_BY", "DURATION", "NUMBER_OF_FRAMES", "NUMBER_OF_BYTES", "BPS",
        "MAJOR_BRAND", "MINOR_VERSION", "COMPATIBLE_BRANDS",
        ChannelLayout.commentName,
      ]
      .contains(key)
  }
}

extension FileChapter {
  /// Creates a chapter from GStreamer's.
  fileprivate init(_ chapter: Chapter) {
    self.init(
      title: chapter.title,
      start: chapter.start.map(StreamTime.init),
      end: chapter.end.map(StreamTime.init)
    )
  }
}
