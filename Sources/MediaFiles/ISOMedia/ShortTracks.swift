// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// What makes `qtdemux` read tracks that are much shorter than their movie.
///
/// GStreamer 1.22's demuxer takes a track that is shorter than a fifth of the movie for a preview image, and skips
/// it, unless the track's media duration is 2³¹ - 1, which it does not compare. It uses that number for nothing else
/// but a guess of the frame rate, which then fails, so that the pictures' own times count.
/// Atoms as in ISO/IEC 14496-12: `mdhd` 8.4.2, `hdlr` 8.4.3.
enum ShortTracks {
  private static let uncompared = UInt64(Int32.max)
  private static let kinds = Set(["vide", "soun", "sbtl", "subt"].map(Atom.code))

  /// The patches for a movie that lasts `movie`, or `ticks` where another patch changes that.
  static func patches(
    _ tracks: [Atom],
    movie: Timing,
    ticks: Int,
    in file: RandomAccessFile
  ) -> [FilePatch] {
    tracks.compactMap { track in
      guard isEnabled(track, in: file), isMedia(track, in: file),
        let header = track.descendant("mdia", "mdhd", in: file),
        let media = Timing(header, in: file), media.ticks > 0
      else { return nil }
      // As the demuxer computes it, in whole tenths.
      let whole = media.timescale.multipliedFullWidth(by: ticks)
      let own = movie.timescale.multipliedFullWidth(by: media.ticks)
      guard whole.high == 0, own.high == 0, whole.low > 0, own.low < UInt.max / 10,
        own.low * 10 / whole.low < 2
      else { return nil }
      let bytes = (0..<media.width).map {
        UInt8(truncatingIfNeeded: uncompared >> UInt64(8 * (media.width - 1 - $0)))
      }
      return FilePatch(offset: media.place, bytes: bytes)
    }
  }

  private static func isEnabled(_ track: Atom, in file: RandomAccessFile) -> Bool {
    track.descendant("tkhd", in: file).flatMap { file.word(at: $0.start) }.map { $0 & 1 == 1 }
      ?? false
  }

  private static func isMedia(_ track: Atom, in file: RandomAccessFile) -> Bool {
    track.descendant("mdia", "hdlr", in: file).flatMap { file.word(at: $0.start + 8) }
      .map(kinds.contains) ?? false
  }
}
