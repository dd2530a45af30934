// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// The metadata that a container keeps, as GStreamer 1.22 and libsndfile 1.2 write it.
///
/// Every entry was written and read back with ffprobe; `docs/containers.md` has the table.
struct MetadataSupport: Sendable {
  /// The component that writes the tags.
  enum Writer: Sendable, Equatable {
    /// None.
    case nobody
    /// The muxer.
    case muxer
    /// Retime itself, into the finished file.
    case finish
    /// Each stream's own encoder, into the stream's header.
    case streams
    /// libsndfile.
    case soundFile
  }

  /// The format of chapters.
  enum ChapterForm: Sendable {
    /// No chapters.
    case none
    /// The container's own list, written by the muxer.
    case list
    /// Vorbis comments.
    case comments
    /// Frames of an ID3v2 tag.
    case id3
    /// Nero's chapter box.
    case nero
  }

  /// The format of metadata that is added to a finished file.
  enum Finish: Sendable { case movie, matroska, id3, flash }

  var writer = Writer.nobody
  /// The tags of the work that have a dedicated field, by GStreamer's names.
  var tags: Set<String> = []
  /// Whether any other tag can be written as a name and a text.
  var takesAnyTag = false
  /// The tags of a single track that are written.
  var trackTags: Set<String> = []
  /// Whether video tracks have `trackTags`, too.
  ///
  /// MPEG-TS states the language of audio only, and Theora takes no tags.
  var tagsVideo = true
  /// The media types of images that are written.
  var pictures: Set<String> = []
  /// Whether it holds attached files of any type.
  var takesFiles = false
  /// Whether it keeps the creation time.
  var keepsCreation = false
  var chapters = ChapterForm.none
  /// The maximum number of chapters that are written.
  var maximumChapters = Int.max
  /// Whether a track can state its orientation.
  var keepsOrientation = false
  /// Whether a track can be marked as not played by default.
  var keepsDefault = false
  /// The metadata format that is added to the finished file; nil for none.
  var finish: Finish?

  /// Returns whether a track can state a role.
  func takes(_ role: TrackRole) -> Bool {
    switch finish {
    case .matroska: true
    case .movie: role.dashValue != nil
    case .id3, .flash, nil: false
    }
  }

  /// Returns whether an attachment is written.
  func takes(_ attached: SourceMetadata.Attachment) -> Bool {
    switch attached.tag {
    case "attachment": takesFiles
    case ID3Chapters.tag: finish == .id3
    default: pictures.contains(attached.data.mediaType)
    }
  }

  /// Returns whether a tag of the work is written.
  func takes(_ tag: String) -> Bool { takesAnyTag ? tag != "date" : tags.contains(tag) }
}

extension Container {
  /// The metadata that the container keeps.
  var metadata: MetadataSupport {
    switch name {
    case "mp4", "mov", "m4a", "3gp": .movie
    case "mkv", "mka": .matroska
    case "webm": .webm
    case "ogg", "opus", "flac": .comments
    case "mp3": .id3
    case "avi": .avi
    case "ts": MetadataSupport(trackTags: ["language-code"], tagsVideo: false)
    case "flv": MetadataSupport(finish: .flash)
    case "wav", "caf": .wave
    case "aiff": .aiff
    default: MetadataSupport()
    }
  }
}

extension MetadataSupport {
  private static let images: Set<String> = ["image/jpeg", "image/png"]

  /// The tags of `qtmux`'s table of iTunes boxes; others are in boxes that state their names.
  static let movie = MetadataSupport(
    writer: .muxer,
    tags: movieTags,
    takesAnyTag: true,
    trackTags: ["language-code", "title"],
    pictures: images,
    keepsCreation: true,
    chapters: .nero,
    maximumChapters: 255,
    keepsOrientation: true,
    keepsDefault: true,
    finish: .movie
  )

  static let movieTags: Set<String> = [
    "album", "album-sortname", "artist", "artist-sortname", "album-artist",
    "album-artist-sortname", "comment", "composer", "composer-sortname", "show-name",
    "show-sortname", "show-season-number", "show-episode-number", "genre", "title",
    "title-sortname", "performer", "grouping", "description", "lyrics", "copyright", "keywords",
    "beats-per-minute", "track-number", "track-count", "album-disc-number", "album-disc-count",
  ]

  static let matroska = MetadataSupport(
    writer: .finish,
    takesAnyTag: true,
    trackTags: ["language-code", "title"],
    pictures: images,
    takesFiles: true,
    keepsCreation: true,
    chapters: .list,
    keepsDefault: true,
    finish: .matroska
  )

  /// WebM has no attachments (webmproject.org/docs/container).
  static let webm = MetadataSupport(
    writer: .finish,
    takesAnyTag: true,
    trackTags: ["language-code", "title"],
    keepsCreation: true,
    chapters: .list,
    keepsDefault: true,
    finish: .matroska
  )

  /// The tags of libgsttag's table of Vorbis comments; others are stored by name.
  static let comments = MetadataSupport(
    writer: .streams,
    tags: [
      "title", "version", "album", "track-number", "album-disc-number", "track-count",
      "album-disc-count", "artist", "performer", "composer", "copyright", "license", "license-uri",
      "geo-location-name", "organization", "description", "genre", "datetime", "contact", "isrc",
      "comment", "replaygain-track-gain", "replaygain-track-peak", "replaygain-album-gain",
      "replaygain-album-peak", "replaygain-reference-level", "musicbrainz-trackid",
      "musicbrainz-artistid", "musicbrainz-albumid", "musicbrainz-albumartistid",
      "musicbrainz-trmid", "artist-sortname", "album-sortname", "title-sortname", "album-artist",
      "album-artist-sortname", "beats-per-minute", "extended-comment",
    ],
    takesAnyTag: true,
    trackTags: ["language-code", "title"],
    tagsVideo: false,
    pictures: images,
    chapters: .comments,
    maximumChapters: 999
  )

  static let id3 = MetadataSupport(
    writer: .finish,
    takesAnyTag: true,
    pictures: images,
    chapters: .id3,
    maximumChapters: 255,
    finish: .id3
  )

  /// The tags of `avimux`'s table of INFO chunks.
  static let avi = MetadataSupport(
    writer: .muxer,
    tags: ["artist", "comment", "copyright", "date", "genre", "keywords", "title", "isrc"]
  )

  /// WAV and CAF.
  static let wave = MetadataSupport(
    writer: .soundFile,
    tags: ["title", "artist", "album", "comment", "copyright", "date", "genre", "track-number"]
  )
  static let aiff = MetadataSupport(
    writer: .soundFile,
    tags: ["title", "artist", "comment", "copyright"]
  )
}
