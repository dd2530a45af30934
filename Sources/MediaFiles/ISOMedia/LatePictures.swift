// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// What keeps `qtdemux` from dropping the last pictures of a film.
///
/// GStreamer 1.22's demuxer stops when a sample's decode time reaches the movie's end, although the sample may be
/// shown before; it stops at the end that a fragmented file announces, although its last pictures are shown later;
/// and it drops a last sample that lasts no time at all, which is how Android's recorders end.
/// Atoms as in ISO/IEC 14496-12: `stts` 8.6.1.2, `ctts` 8.6.1.3, `mehd` 8.8.2.
enum LatePictures {
  /// By how much a track's samples are decoded after they are shown, and last samples have no end, in ticks of the
  /// movie, rounded up.
  static func delay(_ track: Atom, in file: RandomAccessFile, _ movie: Timing) -> Int {
    guard let media = timing(track, in: file) else { return 0 }
    let ticks = max(lateness(track, in: file), endless(track, in: file) ?? 0)
    return ticks == 0 ? 0 : movie.tick(after: ticks, of: media) ?? 0
  }

  /// The patches for a movie's tracks, and for what it says of its fragments.
  static func patches(
    _ tracks: [Atom],
    _ parts: [Atom],
    in file: RandomAccessFile
  ) -> [FilePatch] {
    var patches = tracks.compactMap { track -> FilePatch? in
      guard let ticks = endless(track, in: file), let media = timing(track, in: file),
        media.ticks > 0, media.ticks < media.unknown - ticks
      else { return nil }
      return FilePatch(media.ticks + ticks, at: media.place, width: media.width)
    }
    if let end = FragmentsEnd(parts, in: file), end.ticks < end.most - 2 * end.timescale {
      // Two seconds hold the sixteen pictures that H.264 may keep back at eight a second.
      patches.append(FilePatch(end.ticks + 2 * end.timescale, at: end.place, width: end.width))
    }
    return patches
  }

  private static func timing(_ track: Atom, in file: RandomAccessFile) -> Timing? {
    track.descendant("mdia", "mdhd", in: file).flatMap { Timing($0, in: file) }
  }

  /// The most by which a sample is decoded after it is shown, in ticks of its media.
  private static func lateness(_ track: Atom, in file: RandomAccessFile) -> Int {
    guard
      let table = track.descendant("mdia", "minf", "stbl", "ctts", in: file),
      let count = file.word(at: table.start + 4)
    else { return 0 }
    // Signed also where version 0 says otherwise: QuickTime's are. The order of pictures repeats itself long before that.
    let offsets = (0..<min(Int(count), 1000)).compactMap { index in
      file.word(at: table.start + 12 + 8 * index).map { Int(Int32(bitPattern: $0)) }
    }
    return max(0, -(offsets.min() ?? 0))
  }

  /// How long a last sample that lasts no time shall be; nil where it lasts.
  private static func endless(_ track: Atom, in file: RandomAccessFile) -> Int? {
    guard track.descendant("edts", in: file) == nil,
      let table = track.descendant("mdia", "minf", "stbl", "stts", in: file),
      let count = file.word(at: table.start + 4), count > 1,
      table.start + 8 + 8 * Int(count) <= table.end
    else { return nil }
    let last = table.start + 8 * Int(count)
    guard file.word(at: last) == 1, file.word(at: last + 4) == 0,
      let before = file.word(at: last - 4), before > 0
    else { return nil }
    return Int(before)
  }
}

/// How long a fragmented file says it lasts, with its fragments.
struct FragmentsEnd {
  let ticks: Int, timescale: Int, place: Int, width: Int
  var most: Int { width == 4 ? Int(UInt32.max) : Int.max }

  /// Reads it from the parts of a movie's header; nil where it is not there.
  init?(_ parts: [Atom], in file: RandomAccessFile) {
    guard let header = parts.first(where: { $0.kind == Atom.code("mvhd") }),
      let movie = Timing(header, in: file),
      let end = parts.first(where: { $0.kind == Atom.code("mvex") })?
        .descendant("mehd", in: file), let version = file.word(at: end.start)
    else { return nil }
    (timescale, place, width) = (movie.timescale, end.start + 4, version >> 24 == 1 ? 8 : 4)
    let said = width == 8 ? file.long(at: place) : file.word(at: place).map(Int.init)
    guard let said, said > 0 else { return nil }
    ticks = said
  }
}
