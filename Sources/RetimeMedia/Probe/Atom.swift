// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// One atom: its kind and where its content lies in the file.
struct Atom {
  let kind: UInt32, start: Int, end: Int
  /// Whether its size takes eight more bytes.
  var isLong = false

  /// The header of an MP4 or QuickTime file; nil in a file of another kind.
  static func movie(in file: RandomAccessFile) -> Atom? {
    top(in: file).first { $0.kind == code("moov") }
  }

  /// All that is in no other atom; nothing in a file that is neither MP4 nor QuickTime.
  static func top(in file: RandomAccessFile) -> [Atom] {
    guard let kind = file.word(at: 4),
      ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"].map(code).contains(kind)
    else { return [] }
    return Atom(kind: 0, start: 0, end: file.byteCount).children(in: file)
  }

  /// Four letters as a number.
  ///
  /// They are of one byte each: ©, which some begin with, is 0xa9 there.
  static func code(_ name: String) -> UInt32 {
    name.unicodeScalars.reduce(0) { $0 << 8 | $1.value & 0xff }
  }

  /// A number as four letters; those that are none are left out.
  static func name(_ code: UInt32) -> String {
    let letters = (0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - 8 * $0)) }
    return String(decoding: letters.filter { $0 > 32 && $0 < 127 }, as: UTF8.self)
  }

  /// The number of the track that a stream comes from, as `qtdemux` names it: …/001.
  static func number(ofStream streamID: String) -> Int? {
    streamID.split(separator: "/").last.flatMap { Int($0) }
  }

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
  func word(at offset: Int) -> UInt32? {
    bytes(at: offset, count: 4)?.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// A big-endian number of eight bytes, if it fits.
  func long(at offset: Int) -> Int? {
    bytes(at: offset, count: 8).flatMap {
      Int(exactly: $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
  }
}

/// The timescale and duration of an `mvhd` or `mdhd` atom.
struct Timing {
  let timescale: Int, ticks: Int, place: Int, width: Int
  var unknown: Int { width == 4 ? Int(UInt32.max) : Int.max }

  /// So many ticks of a second in nanoseconds, rounded towards zero as GStreamer does.
  static func nanoseconds(_ ticks: Int, _ timescale: Int) -> Int128 {
    Int128(ticks) * 1_000_000_000 / Int128(timescale)
  }

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
