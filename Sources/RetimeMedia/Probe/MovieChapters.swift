// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// The chapters of an MP4 or QuickTime file, which GStreamer 1.22's `qtdemux` does not hand out.
///
/// A track of text that another one names (Apple's QuickTime File Format, "Chapter Lists"; tables of ISO/IEC
/// 14496-12, 8.5 to 8.7), or an atom `chpl` as Nero wrote it and ffmpeg's mov.c reads it.
struct MovieChapters {
  private let file: RandomAccessFile

  /// Reads from a file.
  init(_ file: RandomAccessFile) { self.file = file }

  /// The chapters of a movie with these tracks, with times in nanoseconds.
  func chapters(in movie: Atom, _ tracks: [Atom]) -> [MediaInfo.Chapter] {
    let scale = movie.descendant("mvhd", in: file).flatMap { Timing($0, in: file)?.timescale }
    let listed = Set(tracks.flatMap(chapterTracks))
    for track in tracks {
      guard let number = track.number(in: file), listed.contains(number) else { continue }
      let chapters = textChapters(track, movieScale: scale ?? 1)
      if !chapters.isEmpty { return chapters }
    }
    return neroChapters(movie)
  }

  /// The numbers of the tracks that hold the titles of another's chapters.
  private func chapterTracks(of track: Atom) -> [Int] {
    guard let list = track.descendant("tref", "chap", in: file) else { return [] }
    return stride(from: list.start, to: list.end - 3, by: 4).compactMap {
      file.word(at: $0).map(Int.init)
    }
  }

  // MARK: - Nero's list

  private func neroChapters(_ movie: Atom) -> [MediaInfo.Chapter] {
    guard let list = movie.descendant("udta", "chpl", in: file), list.end - list.start < 1 << 20,
      let bytes = file.bytes(at: list.start, count: list.end - list.start), bytes.count > 5
    else { return [] }
    var place = bytes[0] == 0 ? 4 : 8
    guard place < bytes.count else { return [] }
    let count = Int(bytes[place])
    place += 1
    var result: [MediaInfo.Chapter] = []
    while result.count < count, place + 9 <= bytes.count {
      let ticks = bytes[place..<place + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let length = Int(bytes[place + 8])
      place += 9
      guard place + length <= bytes.count, ticks <= UInt64(Int64.max / 100) else { break }
      result.append(
        MediaInfo.Chapter(
          title: String(decoding: bytes[place..<place + length], as: UTF8.self),
          start: Int64(ticks) * 100
        )
      )
      place += length
    }
    return result
  }

  // MARK: - Tracks of text

  private func textChapters(_ track: Atom, movieScale: Int) -> [MediaInfo.Chapter] {
    guard let handler = track.descendant("mdia", "hdlr", in: file),
      let kind = file.word(at: handler.start + 8), ["text", "sbtl"].map(Atom.code).contains(kind),
      let media = track.descendant("mdia", "mdhd", in: file), let timing = Timing(media, in: file),
      let samples = SampleTable(track, in: file)
    else { return [] }
    let shift = editShift(track, mediaScale: timing.timescale, movieScale: movieScale)
    var ticks = 0
    return samples.entries.map { sample in
      let start = ticks
      ticks += sample.ticks
      let times = [start, ticks].map {
        shift + Int64(clamping: Int128($0) * 1_000_000_000 / Int128(timing.timescale))
      }
      return MediaInfo.Chapter(title: title(sample.place), start: max(0, times[0]), end: times[1])
    }
  }

  /// By how many nanoseconds the track's edit list moves its media.
  private func editShift(_ track: Atom, mediaScale: Int, movieScale: Int) -> Int64 {
    guard let list = track.descendant("edts", "elst", in: file),
      let version = file.word(at: list.start), let count = file.word(at: list.start + 4),
      version >> 24 == 0
    else { return 0 }
    var shift: Int64 = 0
    for index in 0..<min(Int(count), 2) {
      let entry = list.start + 8 + index * 12
      guard let length = file.word(at: entry), let start = file.word(at: entry + 4) else { break }
      let media = Int64(Int32(bitPattern: start))
      guard media < 0 else { return shift - media * 1_000_000_000 / Int64(mediaScale) }
      shift += Int64(length) * 1_000_000_000 / Int64(max(1, movieScale))
    }
    return shift
  }

  /// A sample of text: its length in two bytes, then UTF-8, or UTF-16 with a mark.
  private func title(_ place: Int) -> String? {
    guard let head = file.bytes(at: place, count: 2) else { return nil }
    let length = Int(head[0]) << 8 | Int(head[1])
    guard length > 0, let bytes = file.bytes(at: place + 2, count: length) else { return nil }
    guard bytes.starts(with: [0xfe, 0xff]) else { return String(decoding: bytes, as: UTF8.self) }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }
}

/// Where the samples of a track lie, and how long each lasts.
private struct SampleTable {
  private(set) var entries: [(place: Int, ticks: Int)] = []

  /// Reads the tables of a track of at most ten thousand samples; nil where one is missing.
  init?(_ track: Atom, in file: RandomAccessFile) {
    guard let table = track.descendant("mdia", "minf", "stbl", in: file),
      let sizes = table.descendant("stsz", in: file), let total = file.word(at: sizes.start + 8),
      let times = table.descendant("stts", in: file),
      let chunks = table.descendant("stsc", in: file),
      let offsets = table.descendant("stco", in: file) ?? table.descendant("co64", in: file),
      let chunkCount = file.word(at: offsets.start + 4), let common = file.word(at: sizes.start + 4)
    else { return nil }
    let isLong = offsets.kind == Atom.code("co64")
    var runs = Self.pairs(chunks, in: file, width: 12)[...]
    var lengths = Self.pairs(times, in: file, width: 8)[...]
    var perChunk = 0
    for chunk in 0..<min(Int(chunkCount), 10_000) {
      if let next = runs.first, next.0 == chunk + 1 {
        perChunk = next.1
        runs.removeFirst()
      }
      let place = offsets.start + 8 + chunk * (isLong ? 8 : 4)
      guard var offset = isLong ? file.long(at: place) : file.word(at: place).map(Int.init) else {
        return nil
      }
      for _ in 0..<perChunk {
        guard entries.count < min(Int(total), 10_000), var length = lengths.first else { return }
        entries.append((offset, length.1))
        length.0 -= 1
        if length.0 > 0 { lengths[lengths.startIndex] = length } else { lengths.removeFirst() }
        let size =
          common != 0 ? common : file.word(at: sizes.start + 12 + (entries.count - 1) * 4) ?? 0
        offset += Int(size)
      }
    }
  }

  /// The first two numbers of each entry of a table.
  private static func pairs(_ table: Atom, in file: RandomAccessFile, width: Int) -> [(Int, Int)] {
    (0..<min(Int(file.word(at: table.start + 4) ?? 0), 10_000)).compactMap { index in
      let place = table.start + 8 + index * width
      guard let first = file.word(at: place), let second = file.word(at: place + 4) else {
        return nil
      }
      return (Int(first), Int(second))
    }
  }
}
