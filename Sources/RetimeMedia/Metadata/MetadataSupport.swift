// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// What a container keeps beside its tracks, as GStreamer 1.22 and libsndfile 1.2 write it.
///
/// Every entry was written and read back with ffprobe; `docs/containers.md` has the table.
struct MetadataSupport: Sendable {
  /// What writes the tags.
  enum Writer: Sendable, Equatable {
    /// Nothing does.
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

  /// In which form chapters stand.
  enum ChapterForm: Sendable {
    /// There are none.
    case none
    /// The container's own list, by the muxer.
    case list
    /// Vorbis comments.
    case comments
    /// Frames of an ID3v2 tag.
    case id3
    /// An atom of Nero's.
    case nero
  }

  /// What is added to a finished file.
  enum Finish: Sendable { case movie, matroska, id3 }

  var writer = Writer.nobody
  /// The tags of the work that have a place of their own, by GStreamer's names.
  var tags: Set<String> = []
  /// Whether any other tag can be written as a name and a text.
  var takesAnyTag = false
  /// The tags of a track alone that are written.
  var trackTags: Set<String> = []
  /// Whether tracks of video have those, too: MPEG-TS states the language of sound alone, and Theora takes no tags.
  var tagsVideo = true
  /// The media types of pictures that are written.
  var pictures: Set<String> = []
  /// Whether it holds files of any kind.
  var takesFiles = false
  /// Whether it says when the file was made.
  var keepsCreation = false
  var chapters = ChapterForm.none
  /// The most chapters that are written.
  var maximumChapters = Int.max
  /// Whether a track can say how its pictures are turned.
  var keepsOrientation = false
  /// Whether a track can say that it is not the one to be played.
  var keepsDefault = false
  /// What is added to the finished file.
  var finish: Finish?

  /// Whether a track can say that it has a role.
  func takes(_ role: TrackRole) -> Bool {
    switch finish {
    case .matroska: true
    case .movie: role.dashValue != nil
    case .id3, nil: false
    }
  }

  /// Whether bytes that are no track are written.
  func takes(_ attached: SourceMetadata.Attachment) -> Bool {
    switch attached.tag {
    case "attachment": takesFiles
    case ID3Chapters.tag: finish == .id3
    default: pictures.contains(attached.data.mediaType)
    }
  }

  /// Whether a tag of the work is written.
  func takes(_ tag: String) -> Bool { takesAnyTag ? tag != "date" : tags.contains(tag) }
}

extension Container {
  /// What the container keeps beside its tracks.
  var metadata: MetadataSupport {
    switch name {
    case "mp4", "mov", "m4a": .movie
    case "mkv", "mka": .matroska
    case "webm": .webm
    case "ogg", "opus", "flac": .comments
    case "mp3": .id3
    case "avi": .avi
    case "ts": MetadataSupport(trackTags: ["language-code"], tagsVideo: false)
    case "wav", "caf": .wave
    case "aiff": .aiff
    default: MetadataSupport()
    }
  }
}

extension MetadataSupport {
  private static let images: Set<String> = ["image/jpeg", "image/png"]

  /// From `qtmux`'s table of iTunes atoms; the others in atoms that say their names.
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

  /// From libgsttag's table of Vorbis comments; the others by their names.
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

  /// From `avimux`'s table of INFO chunks.
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
