// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// Comments "KEY=value" that GStreamer has a tag for, but its demuxer does not map.
///
/// `matroskademux` 1.22 maps thirteen names; others arrive as comments.
enum NamedComments {
  /// Returns the tags with such comments converted to tags of their own.
  static func typed(_ tags: TagList) -> TagList {
    var (result, others) = (tags, [String]())
    for comment in tags.texts(SourceMetadata.comments) {
      guard let (key, value) = NamedTags.split(comment).first,
        let found = tag(key.uppercased(), value)
      else {
        others.append(comment)
        continue
      }
      result = result.merged(found)
    }
    return result.setting(SourceMetadata.comments, others)
  }

  private static func tag(_ key: String, _ value: String) -> TagList? {
    if let name = texts[key] { return TagList().setting(name, [value]) }
    if key == "LOCATION" { return GeoLocation.tags(value) }
    guard let (number, count) = numbers[key] else { return nil }
    let parts = value.split(separator: "/").map { UInt32($0) }
    guard (1...2).contains(parts.count), let first = parts[0] else { return nil }
    let total = parts.count > 1 ? parts[1].map { ", \(count)=(uint)\($0)" } : ""
    return try? TagList("taglist, \(number)=(uint)\(first)\(total ?? "")")
  }

  private static let texts = [
    "ALBUM_ARTIST": "album-artist", "ALBUMARTIST": "album-artist", "DESCRIPTION": "description",
    "LYRICS": "lyrics", "GROUPING": "grouping", "KEYWORDS": "keywords", "PUBLISHER": "publisher",
    "ARTISTSORT": "artist-sortname", "ALBUMSORT": "album-sortname",
    "TITLESORT": "title-sortname", "SHOW": "show-name",
  ]

  private static let numbers = [
    "DISC": ("album-disc-number", "album-disc-count"),
    "DISCNUMBER": ("album-disc-number", "album-disc-count"),
    "TRACK": ("track-number", "track-count"), "TRACKNUMBER": ("track-number", "track-count"),
    "PART_NUMBER": ("track-number", "track-count"),
  ]
}
