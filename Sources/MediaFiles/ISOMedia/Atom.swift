// SPDX-License-Identifier: MPL-2.0

package import RetimeCore
package import RetimeSystem

/// One atom: its kind and where its content lies in the file.
package struct Atom {
  package let kind: UInt32, start: Int, end: Int
  /// Whether its size takes eight more bytes.
  package private(set) var isLong = false

  /// The header of an MP4 or QuickTime file; nil in a file of another kind.
  package static func movie(in file: RandomAccessFile) -> Atom? {
    top(in: file).first { $0.kind == code("moov") }
  }

  /// All that is in no other atom; nothing in a file that is neither MP4 nor QuickTime.
  package static func top(in file: RandomAccessFile) -> [Atom] {
    guard let kind = file.word(at: 4),
      ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"].map(code).contains(kind)
    else { return [] }
    return Atom(kind: 0, start: 0, end: file.byteCount).children(in: file)
  }

  /// Four letters as a number.
  ///
  /// They are of one byte each: ©, which some begin with, is 0xa9 there.
  package static func code(_ name: String) -> UInt32 {
    name.unicodeScalars.reduce(0) { $0 << 8 | $1.value & 0xff }
  }

  /// A number as four letters; those that are none are left out.
  static func name(_ code: UInt32) -> String {
    let letters = (0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - 8 * $0)) }
    return String(decoding: letters.filter { $0 > 32 && $0 < 127 }, as: UTF8.self)
  }

  /// The number of the track that a stream comes from, as `qtdemux` names it: …/001.
  package static func number(ofStream streamID: String) -> Int? {
    streamID.split(separator: "/").last.flatMap { Int($0) }
  }

  /// Where the four letters of its kind stand.
  package var typePlace: Int { start - (isLong ? 12 : 4) }

  /// The number that a track's header gives it.
  package func number(in file: RandomAccessFile) -> Int? {
    guard let header = descendant("tkhd", in: file), let version = file.word(at: header.start)
    else {
      return nil
    }
    return file.word(at: header.start + (version >> 24 == 1 ? 20 : 12)).map(Int.init)
  }

  package func children(in file: RandomAccessFile) -> [Atom] {
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

  package func descendant(_ path: String..., in file: RandomAccessFile) -> Atom? {
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
  package func word(at offset: Int) -> UInt32? {
    bytes(at: offset, count: 4)?.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// A big-endian number of eight bytes, if it fits.
  package func long(at offset: Int) -> Int? {
    bytes(at: offset, count: 8).flatMap {
      Int(exactly: $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
  }
}

/// The timescale and duration of an `mvhd` or `mdhd` atom.
package struct Timing {
  package let timescale: Int, ticks: Int, place: Int, width: Int
  var unknown: Int { width == 4 ? Int(UInt32.max) : Int.max }

  /// The first tick that is later than so many ticks of another clock; nil where there is none.
  func tick(after ticks: Int, of other: Timing) -> Int? {
    Int(exactly: Int128(ticks) * Int128(timescale) / Int128(other.timescale) + 1)
  }

  /// So many ticks as a time.
  package func time(ofTicks ticks: some BinaryInteger) -> StreamTime {
    StreamTime(ticks: Int64(clamping: ticks), timescale: Int64(timescale))
  }

  package init?(_ atom: Atom, in file: RandomAccessFile) {
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
