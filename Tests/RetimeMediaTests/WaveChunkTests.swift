// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Chunks of WAVE files` {
    private static func little(_ value: some FixedWidthInteger) -> [UInt8] { Clips.bytes(value) }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little(UInt32(bytes.count)) + bytes
        + [UInt8](repeating: 0, count: bytes.count % 2)
    }

    private static func cue(_ number: UInt32, at frame: UInt32) -> [UInt8] {
      little(number) + little(frame) + Array("data".utf8) + little(UInt64(0)) + little(frame)
    }

    /// A second with two cue points, the second one's label, a region of 4,800 frames, a loop and a time of day.
    private func make(_ path: String) throws {
      let samples = (0..<48_000).flatMap { Self.little(Int16($0 % 1000)) }
      let cues = Self.little(UInt32(2)) + Self.cue(1, at: 12_000) + Self.cue(2, at: 24_000)
      let region =
        Self.little(UInt32(1)) + Self.little(UInt32(4800)) + [UInt8](repeating: 0, count: 12)
      let labels =
        Array("adtl".utf8) + Self.chunk("labl", Self.little(UInt32(2)) + Array("two\0".utf8))
        + Self.chunk("ltxt", region)
      let sampler: [UInt32] = [0, 0, 20_833, 60, 0, 0, 0, 1, 0, 0, 0, 12_000, 23_999, 0, 0]
      let broadcast =
        [UInt8](repeating: 0, count: 338) + Self.little(UInt64(1_728_000_000))
        + [UInt8](repeating: 0, count: 256)
      let file =
        Clips.wave(samples, channels: 1, rate: 48_000) + Self.chunk("bext", broadcast)
        + Self.chunk("cue ", cues) + Self.chunk("LIST", labels)
        + Self.chunk("smpl", sampler.flatMap(Self.little)) + Self.chunk("plst", [0, 0, 0, 0])
      var bytes = file
      bytes.replaceSubrange(4..<8, with: Self.little(UInt32(file.count - 8)))
      try Data(bytes).write(to: URL(filePath: path))
    }

    /// The 32-bit numbers in each chunk after the samples, by the chunk's name.
    private func chunks(_ path: String) throws -> [String: [UInt32]] {
      let bytes = try Array(Data(contentsOf: URL(filePath: path)))
      func word(_ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      }
      #expect(Int(word(4)) == bytes.count - 8)
      var (result, offset): ([String: [UInt32]], Int) = ([:], 12)
      while offset + 8 <= bytes.count {
        let (name, size) = (bytes[offset..<offset + 4], Int(word(offset + 4)))
        let key = String(decoding: name, as: UTF8.self)
        if key != "data" {
          result[key] = stride(from: offset + 8, to: offset + 8 + size - 3, by: 4).map(word)
        }
        offset += 8 + size + size % 2
      }
      return result
    }

    /// The expected output: both cue points, the region, the loop with its note, the time of day.
    struct Case: Sendable, CustomTestStringConvertible {
      let name: String
      var factor = "1"
      var rate: Int?
      let cues: [UInt32], region: UInt32, loop: [UInt32], note: UInt32, midnight: UInt32
      var testDescription: String { name }
    }

    static let cases = [
      Case(
        name: "in a copy",
        cues: [12_000, 24_000],
        region: 4800,
        loop: [12_000, 23_999],
        note: 60,
        midnight: 1_728_000_000
      ),
      Case(
        name: "at half the speed, an octave lower",
        factor: "2",
        cues: [24_000, 48_000],
        region: 9600,
        loop: [24_000, 47_999],
        note: 48,
        midnight: 1_728_000_000
      ),
      Case(
        name: "at 44,100 Hz",
        rate: 44_100,
        cues: [11_025, 22_050],
        region: 4410,
        loop: [11_025, 22_049],
        note: 60,
        midnight: 1_587_600_000
      ),
    ]

    @Test(arguments: cases)
    func `Chunks are kept with the times of the result`(test: Case) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
      try make(input)
      let request = try request(input, output, factor: test.factor) { $0.sampleRate = test.rate }
      let lost = try await plan(request).lost
      let isPlain = test.factor == "1" && test.rate == nil
      #expect(isPlain ? lost.isEmpty : lost.contains { $0.contains("a playlist (plst)") })
      try await run(request)
      let made = try chunks(output)
      #expect(try #require(made["cue "]).count == 13)
      #expect([made["cue "]?[6], made["cue "]?[12]] == test.cues.map(Optional.some))
      #expect(try #require(made["smpl"])[3] == test.note)
      #expect(try #require(made["smpl"])[11...12].elementsEqual(test.loop))
      let texts = try Array(Data(contentsOf: URL(filePath: output)))
      #expect(texts.contains(Self.chunk("labl", Self.little(UInt32(2)) + Array("two\0".utf8))))
      let region = Array("ltxt".utf8) + Self.little(UInt32(20)) + Self.little(UInt32(1))
      #expect(texts.contains(region + Self.little(test.region)))
      let entries = try await Judge.entries("format_tags=time_reference", of: output)
      #expect(entries.contains("\(test.midnight)"))
    }

    @Test func `Cue points are mirrored, and the plan lists the time of day as dropped`()
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
      try make(input)
      let request = try request(input, output, factor: "1") { $0.playback = .backward }
      #expect(try await plan(request).lost.contains { $0.contains("(bext)") })
      try await run(request)
      let made = try chunks(output)
      #expect([made["cue "]?[6], made["cue "]?[12]] == [36_000, 24_000] && made["bext"] == nil)
    }

    @Test func `The plan lists WAVE chunks that other containers drop`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.wav")
      try make(input)
      let lost = try await plan(input, folder.file("out.flac"), factor: "2").lost
      #expect(lost.contains { $0.contains("cue points (cue)") && $0.contains("(smpl)") }, "\(lost)")
    }
  }
}
