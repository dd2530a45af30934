// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import RetimeCore
import RetimeSystem
import Testing

@Suite struct `Elements of files` {
  @Test func `The edits of a track have signed times`() throws {
    let bytes = `The header of a movie`.movie(time: -1, duration: 7)
    let track = try #require(FileAtom.movie(in: try file(bytes))?.children.first("trak"))
    let edits = EditList(of: track).edits
    #expect(edits.map(\.duration) == [7] && edits.map(\.mediaTime) == [-1])
    #expect(edits.map(\.rate) == [0x1_0000])
    let timing = try #require(track.mediaTiming)
    #expect(timing.ticks == 5000 && timing.time(ofTicks: 250) == 250_000_000)
    // A list that states too many entries has those that exist.
    let count = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("elst".utf8)) })
    var many = bytes
    many[count + 8] = 0xff
    let other = try #require(FileAtom.movie(in: try file(many))?.children.first("trak"))
    #expect(EditList(of: other).edits.count == 1)
  }

  @Test func `Matroska elements are nested and end with their parents`() throws {
    let inner = EBML(EBML.ID.trackNumber, number: 3).bytes + EBML(EBML.ID.codecID, text: "A").bytes
    // A size of all ones is unknown: the element ends with its parent.
    let open: [UInt8] = [0xae, 0xff] + inner
    let whole = try file(EBML(EBML.ID.tracks, open).bytes + [1, 2, 3])
    let tracks = try #require(FileElement(whole).child(at: 0))
    #expect(tracks.id == EBML.ID.tracks && tracks.isWhole && tracks.end == whole.byteCount - 3)
    let entry = try #require(tracks[EBML.ID.trackEntry])
    #expect(!entry.isWhole && entry.end == tracks.end)
    #expect(entry[EBML.ID.trackNumber]?.number == 3 && entry[EBML.ID.codecID]?.text == "A")
    #expect(tracks.children(until: EBML.ID.trackEntry).isEmpty)
    let cut = try file(Array(EBML(EBML.ID.tracks, open).bytes.dropLast()))
    #expect(FileElement(cut).child(at: 0)?.isWhole == false)
  }

  @Test func `PCM data of a WAVE file is located`() throws {
    func wave(_ kind: UInt8, bits: UInt8, frame: UInt8, data: UInt8 = 4) -> [UInt8] {
      let format: [UInt8] = [kind, 0, 2, 0, 0x44, 0xac, 0, 0, 0, 0, 0, 0, frame, 0, bits, 0]
      return Array("RIFF\0\0\0\0WAVEfmt ".utf8) + [16, 0, 0, 0] + format + Array("data".utf8)
        + [data, 0, 0, 0, 1, 2, 3, 4]
    }
    let samples = try #require(WaveSamples(try file(wave(1, bits: 16, frame: 4))))
    #expect(samples.channels == 2 && samples.sampleRate == 44_100 && samples.bits == 16)
    #expect(!samples.isFloat && samples.range == 44..<48)
    #expect(WaveSamples(try file(wave(3, bits: 32, frame: 8)))?.isFloat == true)
    for other in [
      wave(2, bits: 16, frame: 4), wave(1, bits: 16, frame: 8),
      wave(1, bits: 16, frame: 4, data: 5), wave(1, bits: 16, frame: 4, data: 0),
    ] {
      #expect(WaveSamples(try file(other)) == nil)
    }
  }

  @Test func `The AV1 configuration equals FFmpeg's for the same stream`() throws {
    // The first bytes of 64x48 video by libaom 3.6: a temporal delimiter, then the sequence header.
    let header: [UInt8] = [0x0a, 0x0a, 0, 0, 0, 2, 0xaf, 0xf7, 0x9b, 0x5f, 0x20, 8]
    let made = try #require(AV1Configuration(stream: [0x12, 0] + header + [0x32, 0xcf, 2, 0x14]))
    #expect(made.bytes == [0x81, 0, 0x0c, 0] + header)
    for count in 0..<header.count {
      #expect(AV1Configuration(stream: [0x12, 0] + Array(header.prefix(count))) == nil)
    }
  }

  @Test func `Numbers are stored big-endian and little-endian`() {
    let bytes: [UInt8] = [1, 2, 3]
    #expect(bytes.bigEndian == 0x1_0203 && bytes.littleEndian == 0x3_0201)
    #expect(0x1_0203.bytes(4) == [0, 1, 2, 3] && UInt16(0xabcd).bytes(1) == [0xcd])
    #expect(Int64(-2).bytes(8) == [UInt8](repeating: 0xff, count: 7) + [0xfe])
    #expect([UInt8](repeating: 0xff, count: 9).bigEndian == .max)
    #expect(("©day" as FourCharCode).bytes == [0xa9, 0x64, 0x61, 0x79])
    #expect(("raw " as FourCharCode).name == "raw")
  }
}
