// SPDX-License-Identifier: MPL-2.0

import Foundation
import GStreamer
import TestSupport
import Testing

extension `cafdemux` {
  /// Files whose first and last packets contain frames that are trimmed.
  @Suite(.timeLimit(.minutes(10))) struct `with priming` {
    static let frames = 48_590
    static let floats = "audioconvert ! capsfilter caps=audio/x-raw,format=F32LE,layout=interleaved"

    /// AAC, and its samples as ffmpeg decodes the same packets from an MP4 file, whose edit list trims them.
    func aac(
      _ folder: TemporaryFolder,
      primings: [Int] = [1024]
    ) async throws -> (paths: [String], sound: [Float]) {
      // Without noise substitution, whose noise differs after a seek.
      let options = ["-c:a", "aac", "-b:a", "192k", "-aac_pns", "0"]
      let encoded = try await cafdemux().sound(folder, "in.m4a", options)
      try await Clips.ffmpeg(["-i", encoded, "-c", "copy", folder.file("in.aac")])
      let (packets, configuration) = CoreAudioFile.packets(ofADTS: try folder.bytes(of: "in.aac"))
      let paths = try primings.map { priming in
        let file = CoreAudioFile(
          format: "aac ",
          framesPerPacket: 1024,
          packets: packets,
          priming: priming,
          valid: Self.frames - (priming - 1024),
          cookie: CoreAudioFile.descriptor(of: configuration)
        )
        return try folder.write(file.bytes, to: "aac\(priming).caf")
      }
      return (paths, try await judged(encoded))
    }

    /// Opus, and its samples as ffmpeg decodes them from the Ogg file of the same packets.
    func opus(_ folder: TemporaryFolder) async throws -> (paths: [String], sound: [Float]) {
      let encoded = try await cafdemux().sound(
        folder,
        "in.opus",
        ["-c:a", "libopus", "-b:a", "128k"]
      )
      let packets = CoreAudioFile.packets(ofOgg: try folder.bytes(of: "in.opus"))
      let head = try #require(packets.first)
      let file = CoreAudioFile(
        format: "opus",
        framesPerPacket: 960,
        packets: Array(packets.dropFirst(2)),
        priming: Int(head[10]) | Int(head[11]) << 8,
        valid: Self.frames
      )
      return ([try folder.write(file.bytes, to: "opus.caf")], try await judged(encoded))
    }

    func judged(_ path: String) async throws -> [Float] {
      Judge.floats(try await Judge.samples(path, "f32le"))
    }

    /// The greatest difference between samples of two decodings.
    func difference(_ left: some Sequence<Float>, _ right: some Sequence<Float>) -> Float {
      zip(left, right).map { abs($0 - $1) }.max() ?? .infinity
    }

    @Test(
      arguments: [
        ("aac", ["decodebin", "cafdemux ! avdec_aac", "cafdemux ! aacparse ! avdec_aac"]),
        ("opus", ["decodebin", "cafdemux ! opusdec", "cafdemux ! avdec_opus"]),
      ]
    )
    func `Audio starts and ends as the packet table states`(codec: String, chains: [String])
      async throws
    {
      let folder = try TemporaryFolder()
      let (paths, expected) = try await codec == "aac" ? aac(folder) : opus(folder)
      for chain in chains {
        let decoded = try await DecodedFile(paths[0], "\(chain) ! \(Self.floats)")
        let floats = decoded.floats
        #expect(floats.count == 2 * Self.frames)
        #expect(decoded.first.stream == 0 && decoded.first.running == 0)
        // There are two Opus decoders, one of them fixed-point.
        #expect(difference(floats, expected) < 1e-3)
        #expect(decoded.duration == Int64(Self.frames) * 1_000_000_000 / 48_000)
      }
    }

    @Test func `AAC may have any number of priming frames`() async throws {
      let folder = try TemporaryFolder()
      let primings = [1, 1023, 1025, 2112, 5_000]
      let (paths, expected) = try await aac(folder, primings: primings)
      for (path, priming) in zip(paths, primings) {
        let floats = try await DecodedFile(path, "decodebin ! \(Self.floats)").floats
        #expect(floats.count == 2 * (Self.frames - (priming - 1024)))
        let (skipped, missing) = (2 * max(priming - 1024, 0), 2 * max(1024 - priming, 0))
        let rest = floats.dropFirst(missing)
        #expect(difference(rest, expected.dropFirst(skipped)) < 1e-4, "\(priming)")
      }
    }

    @Test(arguments: ["aac", "opus"])
    func `Seeks are exact to the frame`(codec: String) async throws {
      let folder = try TemporaryFolder()
      let (paths, expected) = try await codec == "aac" ? aac(folder) : opus(folder)
      for frame in [0, 1, 1_000, 23_456, 48_589] {
        let time = Int64(frame) * 1_000_000_000 / 48_000
        let part = try await DecodedFile(paths[0], "decodebin ! \(Self.floats)", from: time)
        let floats = part.floats
        #expect(floats.count == 2 * (Self.frames - frame))
        #expect(part.first.stream == time && part.first.running == 0)
        // GStreamer's decoders keep what they decoded before a seek, which affects the first packets.
        let begin = frame < 4_800 ? 2 * 4_800 : 0
        let rest = expected.dropFirst(2 * frame + begin)
        #expect(rest.isEmpty || difference(floats.dropFirst(begin), rest) < 2e-3, "\(frame)")
      }
    }

    @Test(arguments: [("libmp3lame", "mp3"), ("mp2", "mp2"), ("ac3", "ac3"), ("libopus", "opus")])
    func `Other codecs have the frame count of ffmpeg`(
      codec: String,
      name: String
    ) async throws {
      let folder = try TemporaryFolder()
      let path = try await cafdemux().sound(folder, "in.caf", ["-c:a", codec, "-b:a", "192k"])
      let expected = try await judged(path)
      let decoded = try await DecodedFile(path, "decodebin ! \(Self.floats)")
      #expect(decoded.floats.count == expected.count)
      // AC-3 decoders fill gaps in the spectrum with noise.
      #expect(difference(decoded.floats, expected) < 1e-2, "\(name)")
    }
  }
}
