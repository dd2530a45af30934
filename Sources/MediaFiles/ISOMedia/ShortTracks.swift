// SPDX-License-Identifier: MPL-2.0

/// Patches that make `qtdemux` read tracks that are much shorter than their movie.
///
/// GStreamer 1.22's demuxer takes a track that is shorter than a fifth of the movie for a preview image, and skips
/// it, unless the track's media duration is 2³¹ - 1, which it does not compare. Its only other use of the duration is
/// a guess of the frame rate; the guess then fails, and the frames' own timestamps apply.
/// Atoms as in ISO/IEC 14496-12: `mdhd` 8.4.2, `hdlr` 8.4.3.
enum ShortTracks {
  private static let uncompared = Int(Int32.max)
  private static let kinds: Set<FourCharCode> = ["vide", "soun", "sbtl", "subt"]

  /// The patches for a movie that lasts `movie`, or `ticks` where another patch changes that.
  static func patches(_ tracks: [FileAtom], movie: Timing, ticks: Int) -> [FilePatch] {
    tracks.compactMap { track in
      guard track.isEnabled == true, track.handler.map(kinds.contains) == true,
        let media = track.mediaTiming, media.ticks > 0
      else { return nil }
      // As the demuxer computes it, in whole tenths.
      let whole = media.timescale.multipliedFullWidth(by: ticks)
      let own = movie.timescale.multipliedFullWidth(by: media.ticks)
      guard whole.high == 0, own.high == 0, whole.low > 0, own.low < UInt.max / 10,
        own.low * 10 / whole.low < 2
      else { return nil }
      return FilePatch(uncompared, at: media.offset, width: media.width)
    }
  }
}
