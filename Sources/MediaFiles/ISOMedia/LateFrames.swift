// SPDX-License-Identifier: MPL-2.0

/// Patches that keep `qtdemux` from dropping the last frames of a movie.
///
/// GStreamer 1.22's demuxer stops when a sample's decode time reaches the movie's end, although its presentation time
/// may be earlier; it stops at the duration stated for a fragmented file, although the last frames are presented later;
/// it drops a last sample of duration 0, as Android's recorders write it; and without an edit it ends a track at the
/// last decode time, although some samples are presented later.
/// Atoms as in ISO/IEC 14496-12: `stts` 8.6.1.2, `ctts` 8.6.1.3, `mehd` 8.8.2.
enum LateFrames {
  /// By how much a track's samples are decoded after they are shown, and last samples have no end, in ticks of the
  /// movie, rounded up.
  static func delay(_ track: FileAtom, _ movie: Timing) -> Int {
    guard let media = track.mediaTiming else { return 0 }
    let ticks = max(lateness(track), endless(track) ?? 0)
    return ticks == 0 ? 0 : movie.tick(after: ticks, of: media) ?? 0
  }

  /// The patches for a movie's tracks, and for what it says of its fragments.
  static func patches(_ tracks: [FileAtom], _ parts: [FileAtom]) -> [FilePatch] {
    var patches = tracks.compactMap { track -> FilePatch? in
      guard let ticks = endless(track), let media = track.mediaTiming, media.ticks > 0,
        media.ticks < media.unknown - ticks
      else { return nil }
      return FilePatch(media.ticks + ticks, at: media.offset, width: media.width)
    }
    if let end = Timing(ofFragments: parts), end.ticks < end.unknown - 2 * end.timescale {
      // Two seconds cover the 16 frames that an H.264 decoder may delay, at 8 frames per second.
      patches.append(FilePatch(end.ticks + 2 * end.timescale, at: end.offset, width: end.width))
    }
    return patches
  }

  /// The most by which a sample is decoded after it is shown, in ticks of its media.
  private static func lateness(_ track: FileAtom) -> Int { max(0, -(offsets(track).min() ?? 0)) }

  /// By how much samples are shown after they are decoded, in ticks of their media.
  private static func offsets(_ track: FileAtom) -> [Int] {
    guard let table = track.sampleTables?.children.first("ctts"), let count = table.word(at: 4)
    else { return [] }
    // Signed in version 0 too, as QuickTime writes them. The pattern of frame reordering repeats within 1000 entries.
    return (0..<min(Int(count), 1000)).compactMap { index in
      table.word(at: 12 + 8 * index).map { Int(Int32(bitPattern: $0)) }
    }
  }

  /// Returns whether frames may be presented after the last decode time, and no edit states the end.
  static func outlast(_ track: FileAtom) -> Bool {
    track.handler == "vide" && track.descendant("edts") == nil && offsets(track).contains { $0 > 0 }
  }

  /// The duration for a last sample whose duration is 0; nil if it has one.
  static func endless(_ track: FileAtom) -> Int? {
    guard track.descendant("edts") == nil, let table = track.sampleTables?.children.first("stts"),
      let count = table.word(at: 4), count > 1, 8 + 8 * Int(count) <= table.count
    else { return nil }
    let last = 8 * Int(count)
    guard table.word(at: last) == 1, table.word(at: last + 4) == 0,
      let before = table.word(at: last - 4), before > 0
    else { return nil }
    return Int(before)
  }
}
