// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import RetimeCore
import Testing

@Suite struct `The header of a movie` {
  /// A movie of one track, with an edit of 64-bit numbers.
  static func movie(
    time: Int64,
    duration: Int64 = 1000,
    scale: UInt32 = 1000,
    mediaScale: UInt32 = 1000,
    ticks: Int64 = 5000
  ) -> [UInt8] {
    let edit = atom(
      "elst",
      big(UInt32(1 << 24)),
      big(UInt32(1)),
      big(duration),
      big(time),
      [0, 1, 0, 0]
    )
    let media = atom(
      "mdhd",
      big(UInt32(1 << 24)),
      big(0 as Int64),
      big(0 as Int64),
      big(mediaScale),
      big(ticks)
    )
    let header = atom(
      "tkhd",
      [1, 0, 0, 1],
      big(0 as Int64),
      big(0 as Int64),
      big(UInt32(1)),
      big(UInt32(0)),
      big(ticks)
    )
    let movie = atom(
      "mvhd",
      big(UInt32(1 << 24)),
      big(0 as Int64),
      big(0 as Int64),
      big(scale),
      big(ticks)
    )
    return atom("ftyp", Array("isom".utf8), big(UInt32(0)))
      + atom("moov", movie, atom("trak", header, atom("edts", edit), atom("mdia", media)))
  }

  @Test func `The movie duration is extended by the start of an edit`() throws {
    let bytes = Self.movie(time: 250)
    let patches = MovieHeader(try file(bytes)).patches
    // 250 ticks, the one after them, and one more, after version, two dates and the timescale.
    #expect(patches == [FilePatch(5252, at: 16 + 8 + 8 + 24, width: 8)])
    #expect(MovieHeader(try file(Self.movie(time: 0))).patches.isEmpty)
  }

  @Test func `Any number in the header is accepted`() throws {
    for time in edges {
      for (scale, mediaScale) in [(1, 1), (1, .max), (.max, 1), (1000, 0)] as [(UInt32, UInt32)] {
        for other in edges {
          let bytes = Self.movie(
            time: time,
            duration: other,
            scale: scale,
            mediaScale: mediaScale,
            ticks: other
          )
          let header = MovieHeader(try file(bytes))
          #expect(header.patches.count < 4 && header.track("x/001").end ?? 0 >= 0)
        }
      }
    }
  }

  @Test func `The nesting depth of atoms is limited`() throws {
    let deep = (0..<100_000).reduce([UInt8]()) { inner, depth in
      // Each contains all those before it; only the sizes of the outermost are read.
      depth < 60 ? atom("udta", inner) : inner
    }
    #expect(Atom.parse(deep[...])?.count == 1)
    let headers = (0..<100_000).flatMap { big(UInt32(800_000 - 8 * $0)) + Array("udta".utf8) }
    #expect(Atom.parse(headers[...]) != nil)
  }
}
