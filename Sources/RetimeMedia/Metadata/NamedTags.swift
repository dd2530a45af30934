// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles

/// Tags as pairs of name and text, for containers that take any name.
enum NamedTags {
  /// Returns tags for Matroska, named as in RFC 9559's tag registry or by ffmpeg where possible.
  static func matroska(_ tags: [(name: String, value: String)]) -> [(String, String)] {
    // Matroska has a separate tag for the number of tracks.
    let tracks = ["track-number", "track-count"]
    let all =
      joined(tags.filter { !tracks.contains($0.name) })
      + tags.filter { tracks.contains($0.name) }.map { ($0.name, $0.value) }
    return all.flatMap { name, value in
      name == SourceMetadata.comments ? split(value) : [(matroskaNames[name] ?? key(name), value)]
    }
  }

  /// Returns the tags that `known` does not name, as comments "KEY=value".
  static func comments(
    _ tags: [(name: String, value: String)],
    besides known: Set<String>
  ) -> [String] {
    joined(tags.filter { !known.contains($0.name) }).map { name, value in
      name == SourceMetadata.comments ? value : "\(key(name))=\(value)"
    }
  }

  /// Joins a number and its total into one text, such as 3/12, and coordinates into a location.
  static func joined(_ tags: [(name: String, value: String)]) -> [(String, String)] {
    let location = GeoLocation.text(tags)
    return tags.compactMap { name, value in
      if location != nil, GeoLocation.names.contains(name) { return nil }
      if let number = counts[name] {
        return tags.contains { $0.name == number } ? nil : (name, value)
      }
      let count = counts.first { $0.value == name }.flatMap { count in
        tags.first { $0.name == count.key }
      }
      return (name, count.map { "\(value)/\($0.value)" } ?? value)
    } + (location.map { [("location", $0)] } ?? [])
  }

  private static let counts = [
    "track-count": "track-number", "album-disc-count": "album-disc-number",
  ]

  /// Returns a tag's name as files spell it: "album-artist" is ALBUM_ARTIST.
  static func key(_ name: String) -> String {
    String(name.uppercased().map { $0 == "-" ? "_" : $0 })
  }

  /// Returns the name and the value of a comment "KEY=value"; empty for another form.
  static func split(_ comment: String) -> [(String, String)] {
    let parts = comment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? [(String(parts[0]), String(parts[1]))] : []
  }

  private static let matroskaNames = [
    "datetime": "DATE", "track-number": "PART_NUMBER",
    "track-count": "TOTAL_PARTS", "album-disc-number": "DISC",
    "beats-per-minute": "BPM", "license": "TERMS_OF_USE",
    "artist-sortname": "ARTISTSORT", "album-sortname": "ALBUMSORT", "title-sortname": "TITLESORT",
  ]
}
