// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `MP3 files` {
    /// All of the audio at the file's own rate: Opus has 48 kHz.
    static func samples(_ path: String) async throws -> [Float] {
      Judge.floats(try await Judge.samples(path, "f32le"))
    }

    /// As FFmpeg decodes them, which reads LAME's extension of the Xing header.
    @Test(arguments: [(44_100, 2, 10_007), (22_050, 1, 9_001), (8_000, 1, 576), (48_000, 2, 1)])
    func `MP3 is gapless, and stays so when it is copied`(
      rate: Int,
      channels: Int,
      frames: Int
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.mp3"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "aevalsrc=0.4*sin(2*PI*(200+900*t)*t):s=\(rate):d=2", "-ac",
        "\(channels)", "-af", "atrim=end_sample=\(frames)", "-c:a", "pcm_f32le", input,
      ])
      try await scale(input, output, factor: "1")
      let (source, made) = try await (Self.samples(input), Self.samples(output))
      #expect(made.count == source.count)
      let worst = zip(source, made).dropFirst(400).dropLast(400).map { abs($0 - $1) }.max() ?? 0
      #expect(worst < 0.01, "\(worst)")

      let copied = folder.file("copied.mp3")
      try await run(
        request(output, copied, factor: "1") { ($0.copiesVideo, $0.copiesAudio) = (true, true) }
      )
      #expect(try await Self.samples(copied) == made)
    }

    /// FFmpeg writes its own name where GStreamer 1.22 looks for LAME's.
    @Test func `The encoder delay of FFmpeg's MP3 files is skipped`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp3"), folder.file("out.wav"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "aevalsrc=0.4*sin(2*PI*(200+900*t)*t):s=44100:d=0.7", input,
      ])
      try await scale(input, output, factor: "1")
      let (source, made) = try await (Self.samples(input), Self.samples(output))
      #expect(source.count == 30_870 && made.count == source.count)
      #expect(zip(source, made).allSatisfy { abs($0 - $1) < 0.0001 })
      let request = try request(input, folder.file("out.mkv"), factor: "1") {
        ($0.copiesVideo, $0.copiesAudio) = (true, true)
      }
      let notes = try await plan(request).changed
      #expect(notes.contains { $0.contains("1105 samples of encoder delay") }, "\(notes)")
    }
  }

  @Suite struct `Audio of MP4 and QuickTime files` {
    /// Priming samples are skipped by the edit list, so that the first packet loses nothing.
    @Test(arguments: [
      ("m4a", "avenc_aac", 44_100), ("mov", "avenc_aac", 8_000), ("mp4", "voaacenc", 48_000),
      ("mp4", "avenc_ac3", 48_000),
    ])
    func `is as loud at its start as its source`(format: String, encoder: String, rate: Int)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.\(format)"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=f=500:r=\(rate):d=2", "-c:a", "pcm_f32le", input,
      ])
      try await run(request(input, output, factor: "1") { $0.audioEncoder = encoder })
      let (source, made) = try await (`MP3 files`.samples(input), `MP3 files`.samples(output))
      #expect(made.count >= source.count)
      // FFmpeg does not cut the last packet at the edit's end.
      let stream = try #require(try await Judge.streams(output).streams.first)
      #expect(stream.start_time == "0.000000" && stream.duration == "2.000000", "\(stream)")
      // The first 256 samples, and those of the eighth of a second after them.
      for range in [0..<256, 256..<256 + rate / 8] {
        let noise = range.reduce(Float(0)) {
          $0 + (source[$1] - made[$1]) * (source[$1] - made[$1])
        }
        let signal = range.reduce(Float(0)) { $0 + source[$1] * source[$1] }
        #expect(noise < signal / 25, "\(range): \(noise / signal)")
      }
    }

    /// A track that starts after its movie has an empty edit before the other one.
    @Test func `that starts late keeps its start`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mov"), folder.file("out.mp4"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "color=gray:s=64x48:r=25:d=2", "-itsoffset", "0.5", "-f", "lavfi",
        "-i", "sine=f=500:r=48000:d=1", "-c:v", "mpeg4", "-c:a", "pcm_s16le", input,
      ])
      try await run(request(input, output, factor: "2") { $0.audioEncoder = "avenc_aac" })
      let streams = try await Judge.streams(output).streams
      #expect(streams.map(\.start_time) == ["0.000000", "1.000000"])
      let loud = try await Judge.sound(output).map { abs($0) > 0.02 }
      #expect(abs(try #require(loud.firstIndex(of: true)) - 48_000) < 48)
      #expect(abs(try #require(loud.lastIndex(of: true)) - 3 * 48_000) < 48)
    }
  }

  @Suite struct `Opus in Ogg` {
    /// The header's rate is that before encoding; a first page that starts at 360 frames, as after a copy from WebM.
    @Test(arguments: ["opus", "webm"])
    func `Opus is decoded at 48 kHz without its encoder delay`(way: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.opus"), folder.file("out.wav"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "aevalsrc=0.4*sin(2*PI*(200+900*t)*t):s=16000:d=0.7", "-c:a",
        "libopus", folder.file("first.\(way)"),
      ])
      try await Clips.ffmpeg(["-i", folder.file("first.\(way)"), "-c", "copy", input])
      try await scale(input, output, factor: "1")
      let (source, made) = try await (`MP3 files`.samples(input), `MP3 files`.samples(output))
      #expect(made.count == source.count && made.count >= 33_000)
      #expect(zip(source, made).allSatisfy { abs($0 - $1) < 0.0001 })
    }
  }
}
