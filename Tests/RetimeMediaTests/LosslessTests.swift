// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Lossless audio` {
    @Test(
      arguments: [
        ("7.1", "flac", "flac", "mka", "flac"), ("stereo", "pcm_s24le", "wav", "m4a", "alac"),
        ("5.1", "pcm_f32le", "wav", "mkv", "pcm_f32le"), ("stereo", "flac", "flac", "mp4", "alac"),
        ("stereo", "tta -sample_fmt s16", "tta", "mkv", "flac"),
        ("5.1", "wavpack", "wv", "mkv", "pcm_f32le"),
        ("5.1", "wavpack -sample_fmt s16p", "wv", "mkv", "flac"),
        ("stereo", "pcm_bluray", "m2ts", "mkv", "flac"),
        ("stereo", "pcm_dvd -sample_fmt s16", "vob", "mp4", "alac"),
      ]
    )
    func `Lossless audio stays lossless where the container allows it`(
      layout: String,
      codec: String,
      source: String,
      container: String,
      made: String
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(source)"), folder.file("out.\(container)"))
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "anoisesrc=d=0.3:r=48000:a=0.3", "-af",
          "aformat=channel_layouts=\(layout)", "-c:a",
        ] + codec.split(separator: " ").map(String.init) + [input]
      )
      try await scale(input, output, factor: "1")
      #expect(try await Judge.streams(output).streams.map(\.codec_name) == [made])
      let (before, after) = (
        try await Judge.samples(input, "f64le"), try await Judge.samples(output, "f64le")
      )
      #expect(!before.isEmpty && before == after)
    }

    @Test func `The plan lists lossless audio that becomes lossy`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.flac")
      try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=d=0.3:r=48000", input])
      let plan = try await plan(input, folder.file("out.webm"), factor: "1")
      #expect(plan.changed.contains { $0.contains("lossless") && $0.contains("opus") })
    }

    @Test func `Damaged AC-3 decodes to the same samples each time`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.ac3")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "anoisesrc=d=1:r=48000:a=0.5", "-ac", "6", "-b:a", "448k", input,
      ])
      var bytes = try Array(Data(contentsOf: URL(filePath: input)))
      for place in stride(from: bytes.count / 3, to: bytes.count, by: 211) { bytes[place] ^= 0xA5 }
      try Data(bytes.dropLast(37)).write(to: URL(filePath: input))
      var results: Set<[UInt8]> = []
      for run in 0..<6 {
        let output = folder.file("\(run).wav")
        try await scale(input, output, factor: "1")
        results.insert(try await Judge.samples(output, "f32le"))
      }
      #expect(results.count == 1)
    }

    @Test(arguments: [9, 16, 63])
    func `More channels than there are positions are kept`(channels: Int) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
      let samples = (0..<4800 * channels).flatMap { Clips.bytes(UInt16($0 * 7 % 30_000)) }
      let wave = Clips.wave(samples, channels: UInt16(channels), rate: 48_000)
      _ = try folder.write(wave, to: "in.wav")
      let report = try await scale(input, output, factor: "2")
      #expect(report.tracks.map(\.frames) == [9600])
      #expect(try await Judge.streams(output).streams[0].channels == channels)
      // At factor 1 every sample stays at its place; ffmpeg does not read more than 63 channels either.
      try await scale(input, folder.file("same.wav"), factor: "1")
      #expect(
        FileManager.default.contents(atPath: folder.file("same.wav"))?.suffix(samples.count)
          == Data(samples)
      )
    }
  }
}
