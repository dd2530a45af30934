// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// An atom of an MP4 or QuickTime file where it lies in the file: its kind, and the range of its content.
package struct FileAtom {
  package let file: RandomAccessFile
  package let kind: FourCharCode
  package let start: Int, end: Int
  /// Whether its size takes eight more bytes.
  package private(set) var isLong = false

  /// The size of the content in bytes.
  package var count: Int { end - start }

  /// The header of an MP4 or QuickTime file; nil in a file of another kind.
  package static func movie(in file: RandomAccessFile) -> FileAtom? {
    top(in: file).first { $0.kind == "moov" }
  }

  /// All that is in no other atom; nothing in a file that is neither MP4 nor QuickTime.
  package static func top(in file: RandomAccessFile) -> [FileAtom] {
    let kinds: [FourCharCode] = ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]
    guard let kind = file.word(at: 4), kinds.contains(FourCharCode(rawValue: kind)) else {
      return []
    }
    return FileAtom(file: file, kind: "", start: 0, end: file.byteCount).children
  }

  /// The number of the track that a stream comes from, as `qtdemux` names it: …/001.
  package static func number(ofStream streamID: String) -> Int? {
    streamID.split(separator: "/").last.flatMap { Int($0) }
  }

  /// Where the four letters of its kind stand.
  package var typeOffset: Int { start - (isLong ? 12 : 4) }

  // MARK: - Content

  /// All of it; nil where it is larger than `limit`.
  package func bytes(limit: Int) -> [UInt8]? {
    count <= limit ? file.bytes(at: start, count: count) : nil
  }

  /// The number of four bytes at an offset in it.
  package func word(at offset: Int) -> UInt32? { file.word(at: start + offset) }

  /// The number of eight bytes at an offset in it, if it fits.
  package func long(at offset: Int) -> Int? { file.long(at: start + offset) }

  /// Whether it is of version 1, whose times take eight bytes; nil where it is empty.
  package var hasLongTimes: Bool? { word(at: 0).map { $0 >> 24 == 1 } }

  /// A time at an offset in it, of four bytes or eight.
  package func time(at offset: Int, isLong: Bool) -> Int? {
    isLong ? long(at: offset) : word(at: offset).map(Int.init)
  }

  /// Its first bytes, as many as there are at most.
  func bytes(first most: Int) -> [UInt8]? { file.bytes(at: start, count: min(count, most)) }

  // MARK: - Atoms in it

  /// The atoms in it, as far as they fit; at most 10,000.
  package var children: [FileAtom] { children(from: 0) }

  /// The atoms in it from an offset on.
  package func children(from offset: Int) -> [FileAtom] {
    var result: [FileAtom] = []
    var next = start + offset
    while next + 8 <= end, result.count < 10_000, let size = file.word(at: next),
      let kind = file.word(at: next + 4)
    {
      let isLong = size == 1
      let length = isLong ? file.long(at: next + 8) ?? 0 : size == 0 ? end - next : Int(size)
      let header = isLong ? 16 : 8
      guard length >= header, length <= end - next else { break }
      result.append(
        FileAtom(
          file: file,
          kind: FourCharCode(rawValue: kind),
          start: next + header,
          end: next + length,
          isLong: isLong
        )
      )
      next += length
    }
    return result
  }

  /// The atoms between two offsets in it, as in a sample description.
  func children(from first: Int, to last: Int) -> [FileAtom] {
    FileAtom(file: file, kind: "", start: start + first, end: start + last).children
  }

  /// The atom that these kinds lead to, the first of each.
  package func descendant(_ path: FourCharCode...) -> FileAtom? {
    var atom = self
    for kind in path {
      guard let next = atom.children.first(kind) else { return nil }
      atom = next
    }
    return atom
  }

  // MARK: - Tracks

  /// The number that a track's header gives it.
  package var number: Int? {
    guard let header = descendant("tkhd"), let isLong = header.hasLongTimes else { return nil }
    return header.word(at: isLong ? 20 : 12).map(Int.init)
  }

  /// Whether a track's header says that it is to be played; nil where there is none.
  var isEnabled: Bool? { descendant("tkhd")?.word(at: 0).map { $0 & 1 == 1 } }

  /// The kind of a track's media.
  var handler: FourCharCode? {
    descendant("mdia", "hdlr")?.word(at: 8).map(FourCharCode.init(rawValue:))
  }

  /// The timescale and the duration of a track's media.
  package var mediaTiming: Timing? { descendant("mdia", "mdhd").flatMap(Timing.init) }

  /// The sample table box of a track.
  package var sampleTables: FileAtom? { descendant("mdia", "minf", "stbl") }
}

extension [FileAtom] {
  /// The first of a kind.
  package func first(_ kind: FourCharCode) -> FileAtom? { first { $0.kind == kind } }
}
