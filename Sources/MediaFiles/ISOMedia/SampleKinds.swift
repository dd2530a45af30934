// SPDX-License-Identifier: MPL-2.0

/// The patches that give sample descriptions a type that `qtdemux` knows, where the codec has several.
enum SampleKinds {
  /// The types that GStreamer 1.22's demuxer does not know, and those that it knows for the same codec.
  ///
  /// DNxHR, which DaVinci Resolve and FFmpeg write, is decoded as DNxHD (SMPTE ST 2019-1): its packets state their profile.
  private static let known = ["AVdh": "AVdn"]

  /// Returns the patches for the tracks of a movie.
  static func patches(_ tracks: [FileAtom]) -> [FilePatch] {
    tracks.compactMap { track in
      // Version and count; then the size and the type of the first description.
      guard let list = track.sampleTables?.children.first("stsd"),
        let kind = list.word(at: 12).map({ FourCharCode(rawValue: $0) }),
        let other = known["\(kind)"]
      else { return nil }
      return FilePatch(offset: list.start + 12, bytes: Array(other.utf8))
    }
  }
}
