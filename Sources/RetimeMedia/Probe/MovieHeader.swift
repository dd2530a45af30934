// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem

/// What `qtdemux` must be told of an MP4 or QuickTime file to read it to its end, and not more of it.
///
/// GStreamer 1.22's demuxer stops when media time reaches the movie's duration, although an edit that
/// begins at media time M ends at M plus the duration: the last M seconds are lost, 21 ms of every AAC
/// track that ffmpeg made and everything of a long trim. A movie duration that is longer by M cures it.
///
/// It also keeps 32 bytes and its share of the header for each sample of every track, wanted or not, which
/// for an hour is more than a decoder needs. A track that is named `free` is none.
/// Atoms as in ISO/IEC 14496-12: `mvhd` 8.2.2, `tkhd` 8.3.2, `mdhd` 8.4.2, `elst` 8.6.6, `mvex` 8.8.1.
struct MovieHeader {
  /// What makes the demuxer read to the end.
  private(set) var patch: BytePatch?
  /// Each track's number, and what hides it; empty where the file's fragments would miss it.
  private var hiding: [(track: Int, patch: BytePatch)] = []
  /// The movie's duration in seconds as the file says.
  private(set) var duration: Double?

  /// Reads the header of a file; nothing is found in one of another kind.
  init(_ file: RandomAccessFile) {
    guard let kind = file.word(at: 4),
      ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"].map(Atom.code).contains(kind)
    else { return }
    let top = Atom(kind: 0, start: 0, end: file.byteCount)
    guard let moov = top.children(in: file).first(where: { $0.kind == Atom.code("moov") }) else {
      return
    }
    let parts = moov.children(in: file)
    guard let header = parts.first(where: { $0.kind == Atom.code("mvhd") }),
      let movie = Timing(header, in: file), movie.ticks > 0, movie.ticks != movie.unknown
    else { return }
    duration = Double(movie.ticks) / Double(movie.timescale)
    let tracks = parts.filter { $0.kind == Atom.code("trak") }
    if !parts.contains(where: { $0.kind == Atom.code("mvex") }) {
      hiding = tracks.compactMap { atom in
        atom.number(in: file).map { number in
          (number, BytePatch(offset: Int64(atom.typePlace), bytes: Array("free".utf8)))
        }
      }
    }
    let latest = tracks.compactMap { Self.mediaStart($0, in: file, movie.timescale) }.max() ?? 0
    let (sum, overflow) = movie.ticks.addingReportingOverflow(latest + 1)
    guard latest > 0, !overflow, sum < movie.unknown else { return }
    let bytes = (0..<movie.width).map {
      UInt8(truncatingIfNeeded: sum >> (8 * (movie.width - 1 - $0)))
    }
    patch = BytePatch(offset: Int64(movie.place), bytes: bytes)
  }

  /// What to change for a reader that wants one stream alone, named as `qtdemux` names it: …/001.
  func patches(for streamID: String) -> [BytePatch] {
    let number = streamID.split(separator: "/").last.flatMap { Int($0) }
    let isKnown = hiding.count { $0.track == number } == 1
    return (patch.map { [$0] } ?? [])
      + (isKnown ? hiding.filter { $0.track != number }.map(\.patch) : [])
  }

  /// The media time at which a track's last edit begins, in ticks of the movie, rounded up.
  private static func mediaStart(_ track: Atom, in file: RandomAccessFile, _ timescale: Int) -> Int?
  {
    guard let list = track.descendant("edts", "elst", in: file),
      let header = track.descendant("mdia", "mdhd", in: file), let media = Timing(header, in: file),
      let version = file.word(at: list.start), let count = file.word(at: list.start + 4)
    else { return nil }
    let isLong = version >> 24 == 1
    var latest = 0
    for index in 0..<min(Int(count), 1000) {
      let entry = list.start + 8 + index * (isLong ? 20 : 12)
      guard entry + (isLong ? 20 : 12) <= list.end else { break }
      let start =
        isLong
        ? file.long(at: entry + 8) ?? 0
        : file.word(at: entry + 4).map { Int(Int32(bitPattern: $0)) } ?? 0
      guard start > 0 else { continue }
      let (scaled, overflow) = start.multipliedReportingOverflow(by: timescale)
      if !overflow { latest = max(latest, scaled / media.timescale + 1) }
    }
    return latest
  }
}

/// The timescale and duration of an `mvhd` or `mdhd` atom.
private struct Timing {
  let timescale: Int, ticks: Int, place: Int, width: Int
  var unknown: Int { width == 4 ? Int(UInt32.max) : Int.max }

  init?(_ atom: Atom, in file: RandomAccessFile) {
    guard let version = file.word(at: atom.start) else { return nil }
    let isLong = version >> 24 == 1
    place = atom.start + (isLong ? 24 : 16)
    width = isLong ? 8 : 4
    guard let scale = file.word(at: place - 4), scale > 0,
      let count = isLong ? file.long(at: place) : file.word(at: place).map(Int.init), count >= 0
    else { return nil }
    timescale = Int(scale)
    ticks = count
  }
}

/// One atom: its kind and where its content lies in the file.
private struct Atom {
  let kind: UInt32, start: Int, end: Int
  /// Whether its size takes eight more bytes.
  var isLong = false

  static func code(_ name: String) -> UInt32 { name.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  /// Where the four letters of its kind stand.
  var typePlace: Int { start - (isLong ? 12 : 4) }

  /// The number that a track's header gives it.
  func number(in file: RandomAccessFile) -> Int? {
    guard let header = descendant("tkhd", in: file), let version = file.word(at: header.start)
    else {
      return nil
    }
    return file.word(at: header.start + (version >> 24 == 1 ? 20 : 12)).map(Int.init)
  }

  func children(in file: RandomAccessFile) -> [Atom] {
    var result: [Atom] = []
    var place = start
    while place + 8 <= end, result.count < 10_000, let size = file.word(at: place),
      let kind = file.word(at: place + 4)
    {
      let isLong = size == 1
      let length = isLong ? file.long(at: place + 8) ?? 0 : size == 0 ? end - place : Int(size)
      let header = isLong ? 16 : 8
      guard length >= header, length <= end - place else { break }
      result.append(
        Atom(kind: kind, start: place + header, end: place + length, isLong: isLong)
      )
      place += length
    }
    return result
  }

  func descendant(_ path: String..., in file: RandomAccessFile) -> Atom? {
    var atom = self
    for name in path {
      guard let next = atom.children(in: file).first(where: { $0.kind == Self.code(name) }) else {
        return nil
      }
      atom = next
    }
    return atom
  }
}

extension RandomAccessFile {
  /// A big-endian number of four bytes.
  fileprivate func word(at offset: Int) -> UInt32? {
    bytes(at: offset, count: 4)?.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// A big-endian number of eight bytes, if it fits.
  fileprivate func long(at offset: Int) -> Int? {
    bytes(at: offset, count: 8).flatMap {
      Int(exactly: $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
  }
}
