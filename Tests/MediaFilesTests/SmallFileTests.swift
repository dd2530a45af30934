// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import Testing

@Suite struct `Small files` {
  /// A FLAC file of one frame with 4096 samples at 44.1 kHz, with the given channel counts in header and frame.
  static func flac(stated: UInt8, frame: UInt8) -> [UInt8] {
    let info: [UInt8] = [
      0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0a, 0xc4, 0x40 | stated << 1, 0xf0, 0, 0, 0x10, 0,
    ]
    var head: [UInt8] = [0xff, 0xf8, 0xc9, frame << 4, 0]
    head.append(
      head.reduce(0) { sum, byte in
        (0..<8).reduce(sum ^ byte) { sum, _ in sum & 0x80 == 0 ? sum << 1 : sum << 1 ^ 7 }
      }
    )
    return Array("fLaC".utf8) + [0x80, 0, 0, 34] + info + [UInt8](repeating: 0, count: 16) + head
      + [UInt8](repeating: 0, count: 20)
  }

  @Test func `A FLAC file whose channel count changes is detected`() throws {
    // Two bits of the header's channels: 0 is one, 1 is two.
    #expect(FlacChange(try file(Self.flac(stated: 0, frame: 0))) == nil)
    #expect(FlacChange(try file(Self.flac(stated: 0, frame: 1))) != nil)
    for count in [0, 25, 26, 40] {
      _ = FlacChange(try file(Array(Self.flac(stated: 0, frame: 1).prefix(count))))
    }
  }

  @Test func `RIFF chunks end with the file or their list`() throws {
    let list: [UInt8] =
      Array("LIST".utf8) + [12, 0, 0, 0] + Array("INFOINAM".utf8) + [0xff, 0xff, 0xff, 0x7f]
    let head = Array("RIFF".utf8) + [0xff, 0xff, 0xff, 0xff] + Array("WAVE".utf8)
    let samples = try file(head + list + Array("data".utf8) + [0xff, 0xff, 0xff, 0xff, 1, 2, 3])
    let chunks = RIFFChunk.all(in: samples)
    #expect(chunks.map(\.kind) == ["LIST", "data"] && chunks.map(\.count) == [12, 3])
    let inner = try #require(chunks[0].list("INFO"))
    #expect(inner.map(\.kind) == ["INAM"] && inner.map(\.count) == [0])
    #expect(chunks[0].list("hdrl") == nil && chunks[1].list("INFO") == nil)
  }

  /// A page of an Ogg stream with two bytes.
  private func page(_ serial: UInt8, begins: Bool = false, ends: Bool = false) -> [UInt8] {
    Array("OggS".utf8) + [0, (begins ? 2 : 0) | (ends ? 4 : 0)] + [UInt8](repeating: 0, count: 8)
      + [serial, 0, 0, 0x80] + [UInt8](repeating: 0, count: 8) + [1, 2, 0xAB, 0xCD]
  }

  @Test func `An Ogg file is ended if each stream is`() throws {
    let begun = page(9, begins: true) + page(3, begins: true) + page(9) + page(3, ends: true)
    let whole = begun + page(9, ends: true)
    #expect(OggStreams.areEnded(try file(whole)))
    #expect(!OggStreams.areEnded(try file(begun)))
    #expect(!OggStreams.areEnded(try file(whole + [0])))
    for count in 1..<whole.count {
      #expect(!OggStreams.areEnded(try file(Array(whole.prefix(count)))))
    }
  }

  @Test func `Ogg streams are in the order of their first pages`() throws {
    let first = page(9, begins: true) + page(3, begins: true) + page(9, begins: false)
    let streams = OggStreams(try file(first))
    #expect(streams.serials == [0x8000_0009, 0x8000_0003] && !streams.isChain)
    #expect(OggStreams(try file(first + page(5, begins: true))).isChain)
    #expect(OggStreams(try file(Array(first.dropFirst()))).serials.isEmpty)
    for count in 0..<first.count { _ = OggStreams(try file(Array(first.prefix(count)))) }
  }

  @Test func `Windows Media markers may have any time`() throws {
    let header: [UInt8] = [
      0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE,
      0x6C,
    ]
    let marks: [UInt8] = [
      0x01, 0xCD, 0x87, 0xF4, 0x51, 0xA9, 0xCF, 0x11, 0x8E, 0xE6, 0x00, 0xC0, 0x0C, 0x20, 0x53,
      0x65,
    ]
    for time in edges {
      let entry =
        [UInt8](repeating: 0, count: 8) + big(time).reversed() + [UInt8](repeating: 0, count: 10)
        + [1, 0, 0, 0, 65, 0]
      let list =
        marks + big(Int64(48 + entry.count)).reversed() + [UInt8](repeating: 0, count: 16)
        + [1, 0, 0, 0, 0, 0, 0, 0] + entry
      let size = Int64(30 + list.count)
      let bytes = header + big(size).reversed() + [1, 0, 0, 0, 1, 2] + list
      let chapters = ASFMarkers.chapters(try file(bytes))
      // A time that does not fit a signed number is no marker.
      #expect(chapters.count == (time < 0 ? 0 : 1))
    }
  }

  @Test(arguments: [(20, 1), ((1 << 24) + 15, 0)])
  func `Damaged FLV is patched where the damage fits into a tag`(count: Int, patches: Int) throws {
    let tag: [UInt8] = [18, 0, 0, 5] + [UInt8](repeating: 0, count: 12) + [0, 0, 0, 16]
    let head = Array("FLV".utf8) + [1, 5, 0, 0, 0, 9, 0, 0, 0, 0]
    let damage = [UInt8](repeating: 0xff, count: count)
    let faults = FlashFaults(try file(head + tag + damage + tag))
    #expect(faults.patches.map(\.offset) == [Int](repeating: 33, count: patches))
    // As long as the damage, without the tag's header and trailer.
    #expect(faults.patches.allSatisfy { $0.bytes.prefix(4) == [18, 0, 0, UInt8(count - 15)] })
  }
}
