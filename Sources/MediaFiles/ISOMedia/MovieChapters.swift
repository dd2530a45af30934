// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

/// The chapters of an MP4 or QuickTime file, which GStreamer 1.22's `qtdemux` does not hand out.
///
/// A track of text that another one names (Apple's QuickTime File Format, "Chapter Lists"; tables of ISO/IEC
/// 14496-12, 8.5 to 8.7), or an atom `chpl` as Nero wrote it and ffmpeg's mov.c reads it.
enum MovieChapters {
  /// The chapters of a movie with these tracks, with times in nanoseconds.
  static func chapters(in movie: FileAtom, _ tracks: [FileAtom]) -> [FileChapter] {
    let timing = movie.descendant("mvhd").flatMap(Timing.init)
    let listed = Set(tracks.flatMap(chapterTracks))
    for track in tracks {
      guard let number = track.number, listed.contains(number) else { continue }
      let chapters = textChapters(track, timing)
      if !chapters.isEmpty { return chapters }
    }
    return neroChapters(movie)
  }

  /// The numbers of the tracks that hold the titles of another's chapters.
  private static func chapterTracks(of track: FileAtom) -> [Int] {
    guard let list = track.descendant("tref", "chap") else { return [] }
    return stride(from: 0, to: list.count - 3, by: 4).compactMap {
      list.word(at: $0).map(Int.init)
    }
  }

  // MARK: - Nero's list

  private static func neroChapters(_ movie: FileAtom) -> [FileChapter] {
    guard let bytes = movie.descendant("udta", "chpl")?.bytes(limit: 1 << 20), bytes.count > 5
    else { return [] }
    var cursor = ByteCursor(bytes)
    guard cursor.take(bytes[0] == 0 ? 4 : 8) != nil, let count: UInt8 = cursor.number() else {
      return []
    }
    var result: [FileChapter] = []
    while result.count < count, let ticks: UInt64 = cursor.number(),
      let length: UInt8 = cursor.number(), let title = cursor.take(Int(length)),
      ticks <= UInt64(Int64.max / 100)
    {
      result.append(
        FileChapter(
          title: String(decoding: title, as: UTF8.self),
          start: StreamTime(ticks: Int64(ticks), timescale: 10_000_000)
        )
      )
    }
    return result
  }

  // MARK: - Tracks of text

  private static func textChapters(_ track: FileAtom, _ movie: Timing?) -> [FileChapter] {
    guard let handler = track.handler, handler == "text" || handler == "sbtl",
      let timing = track.mediaTiming, let tables = track.sampleTables?.children,
      var samples = SampleTable(tables)
    else { return [] }
    let shift = editShift(track, media: timing, movie: movie)
    var chapters: [FileChapter] = []
    while chapters.count < 10_000, let sample = samples.next() {
      let start = shift + timing.time(ofTicks: sample.decodeTime)
      let end = shift + timing.time(ofTicks: sample.decodeTime &+ sample.duration)
      chapters.append(
        FileChapter(title: title(sample.offset, in: track.file), start: max(0, start), end: end)
      )
    }
    return chapters
  }

  /// By how many nanoseconds the track's edit list moves its media.
  private static func editShift(_ track: FileAtom, media: Timing, movie: Timing?) -> StreamTime {
    var shift: StreamTime = 0
    for edit in EditList(of: track).edits.prefix(2) {
      guard edit.mediaTime < 0 else { return shift - media.time(ofTicks: edit.mediaTime) }
      shift += movie?.time(ofTicks: edit.duration) ?? 0
    }
    return shift
  }

  /// A sample of text: its length in two bytes, then UTF-8, or UTF-16 with a mark.
  private static func title(_ offset: Int, in file: RandomAccessFile) -> String? {
    guard let head = file.bytes(at: offset, count: 2) else { return nil }
    let length = Int(head.bigEndian)
    guard length > 0, let bytes = file.bytes(at: offset + 2, count: length) else { return nil }
    guard bytes.starts(with: [0xfe, 0xff]) else { return String(decoding: bytes, as: UTF8.self) }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }
}
