// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// What an MP4 or QuickTime file says that GStreamer 1.22's `qtdemux` does not hand out: its chapters,
/// when it was made, what cameras wrote, and how mirrored pictures lie.
///
/// Atoms as in ISO/IEC 14496-12: `mvhd` 8.2.2, `tkhd` 8.3.2.
package struct MovieFacts {
  /// The chapters, with times in nanoseconds of the movie.
  package private(set) var chapters: [FileChapter] = []
  /// When the file was made, as it says.
  package private(set) var created: Instant?
  /// What cameras say.
  package private(set) var texts: [(key: String, text: String)] = []
  /// How a track's pictures lie, as ``matrix(of:)`` has it, what it is called and whether it is enabled, by its number.
  private var tracks: [Int: (matrix: [Int]?, title: String?, isEnabled: Bool?)] = [:]

  /// Reads the header of a file; nothing is found in one of another kind.
  package init(_ file: RandomAccessFile) {
    guard let movie = FileAtom.movie(in: file) else { return }
    let parts = movie.children
    let tracks = parts.filter { $0.kind == "trak" }
    for track in tracks {
      guard let number = track.number else { continue }
      let title = track.descendant("udta", "name")?.bytes(limit: 1 << 16)
        .map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      self.tracks[number] = (matrix(of: track), title, track.isEnabled)
    }
    texts = MovieUserData.texts(in: movie)
    if let header = movie.descendant("mvhd"), let isLong = header.hasLongTimes,
      let seconds = header.time(at: 4, isLong: isLong), seconds > 0, seconds < 1 << 40
    {
      created = Instant(unixSeconds: Int64(seconds) + Instant.movieEpoch)
    }
    chapters = MovieChapters.chapters(in: movie, tracks)
  }

  /// What is known of the track that a stream comes from.
  ///
  /// `qtdemux` names streams by the number of their track: …/001.
  package func track(_ streamID: String) -> (matrix: [Int]?, title: String?, isEnabled: Bool?) {
    FileAtom.number(ofStream: streamID).flatMap { tracks[$0] } ?? (nil, nil, nil)
  }

  /// The four numbers of a track's matrix that rotate and mirror pictures, rounded to whole ones: a, b, c and d.
  private func matrix(of track: FileAtom) -> [Int]? {
    guard let header = track.descendant("tkhd"), let isLong = header.hasLongTimes else {
      return nil
    }
    let numbers = [0, 4, 12, 16].map {
      header.word(at: (isLong ? 52 : 40) + $0).map { Int32(bitPattern: $0) }
    }
    // Fixed point, 16.16; some writers give -1 as 0xFFFF.0000 and others a hair above it.
    return numbers.compactMap { $0.map { (Int($0) + 0x8000) >> 16 } }
  }
}
