// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Copied` {
    static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "20", "-bf", "2"]

    @Test(
      arguments: [
        ("mp4", "mkv", h264 + ["-c:a", "aac"]), ("mkv", "mp4", h264 + ["-c:a", "aac"]),
        ("mp4", "mov", h264 + ["-c:a", "aac"]), ("ts", "mp4", h264 + ["-c:a", "aac"]),
        ("mkv", "mkv", h264 + ["-c:a", "flac"]),
        ("mov", "mkv", ["-c:v", "mjpeg", "-c:a", "pcm_s16le"]),
        ("webm", "mkv", ["-c:v", "libvpx", "-c:a", "libopus"]),
        ("mkv", "mp4", ["-c:v", "libx265", "-preset", "ultrafast", "-c:a", "aac"]),
      ]
    )
    func `Copied frames are the same, at the same times`(
      from: String,
      to: String,
      options: [String]
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(from)"), folder.file("out.\(to)"))
      try await Clips.clip(input, channels: 2, ["-pix_fmt", "yuv420p"] + options)
      let report = try await run(.copy(input: input, output: output))
      #expect(report.tracks.map(\.kind) == [.video, .audio])
      #expect(try await Judge.pictureSums(output) == (try await Judge.pictureSums(input)))
      let (before, after) = (try await Judge.times(input), try await Judge.times(output))
      #expect(before.count == 60 && after.count == 60)
      for (one, other) in zip(before, after) {
        #expect(abs((one - before[0]) - (other - after[0])) < 0.0011)
      }
      #expect(try await Judge.complaints(decoding: output) == "")
    }

    @Test func `Stream copy keeps every track, including subtitles`() async throws {
      let folder = try TemporaryFolder()
      let text = try folder.write(
        Array("1\n00:00:00,500 --> 00:00:01,000\nHello\n".utf8),
        to: "in.srt"
      )
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      let clip = folder.file("clip.mkv")
      try await Clips.clip(clip, Self.h264 + ["-c:a", "flac"])
      try await Clips.ffmpeg([
        "-i", clip, "-i", clip, "-i", text, "-map", "0", "-map", "1:a", "-map", "2", "-c", "copy",
        input,
      ])
      let report = try await run(.copy(input: input, output: output))
      #expect(report.tracks.map(\.kind) == [.video, .audio, .audio, .subtitle])
      let kinds = try await Judge.streams(output).streams.map(\.codec_type)
      #expect(kinds.sorted() == ["audio", "audio", "subtitle", "video"])
      let said = try await Judge.decoded(output, ["-map", "0:s", "-f", "srt"]).text
      #expect(said.contains("00:00:00,500 --> 00:00:01,000") && said.contains("Hello"))
      #expect(
        try await Judge.samples(output, "s16le") == (try await Judge.samples(input, "s16le"))
      )
    }

    @Test func `Copied samples are the same`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.aiff"))
      try await Clips.ffmpeg(["-f", "lavfi", "-i", "anoisesrc=duration=1:seed=1", input])
      try await run(.copy(input: input, output: output))
      #expect(
        try await Judge.samples(output, "s16le") == (try await Judge.samples(input, "s16le"))
      )
    }

    @Test(
      arguments: [
        ("mkv", "ogg", "libvorbis"), ("mkv", "ogg", "flac"), ("mkv", "mkv", "flac"),
        ("ogg", "mkv", "flac"), ("mkv", "opus", "libopus"), ("flac", "mka", "flac"),
      ]
    )
    func `Copied audio has the packet sizes of the source, without header packets`(
      from: String,
      to: String,
      codec: String
    )
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(from)"), folder.file("out.\(to)"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=d=1.3:r=48000", "-c:a", codec, input,
      ])
      try await run(.copy(input: input, output: output))
      let before = try await sizes(input), after = try await sizes(output)
      #expect(!before.isEmpty && after == before)
      #expect(try await Judge.complaints(decoding: output) == "")
    }

    /// The size of each packet in bytes.
    private func sizes(_ path: String) async throws -> [Int] {
      try await Judge.entries("packet=size", of: path).split { !$0.isNumber }.compactMap { Int($0) }
    }

    @Test func `Copying is refused where the container cannot hold a track`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mp4"))
      try await Clips.clip(input, Self.h264 + ["-c:a", "flac"])
      let error = try await failure(of: .copy(input: input, output: output))
      #expect(error?.kind == .usage)
      #expect(error?.description.contains("mp4 cannot hold audio track 1, which") ?? false)
      #expect(folder.names == ["in.mkv"])
    }

    @Test func `A buffer of several audio packets is split`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.ts"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=1", "-c:a", "libopus",
        input,
      ])
      try await run(.copy(input: input, output: output))
      let times = try await Judge.entries("packet=pts", of: output).split(separator: "\n")
        .compactMap { $0.split(separator: ",").first.flatMap { Int($0) } }
      #expect(times.count > 50)
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 20 })
    }
  }

  @Suite struct `Resampled` {
    @Test(arguments: [(44_100, 48_000), (48_000, 44_100), (8_000, 96_000), (96_000, 16_000)])
    func `Resampled audio has the exact length and keeps its tone`(from: Int, to: Int) async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "aevalsrc=0.5*sin(2*PI*997*t):s=\(from):d=1.0101", "-c:a", "pcm_f64le",
        input,
      ])
      let frames = try await Judge.samples(input, "f64le").count / 8
      let report = try await run(.resample(input: input, output: output, rate: to))
      #expect(report.tracks.map(\.frames) == [(2 * frames * to + from) / (2 * from)])
      let made = SampleCoding.f64.numbers(try await Judge.samples(output, "f64le"))
      // The middle is the tone itself, 120 dB and more above the rest.
      var (noise, count) = (0.0, 0)
      for n in made.indices.dropFirst(to / 10).dropLast(to / 10) {
        let angle = 997 * (n % to)
        let value = 0.5 * sin(2 * .pi * Double(angle % to) / Double(to))
        noise += (made[n] - value) * (made[n] - value)
        count += 1
      }
      #expect(noise / Double(count) < 0.125e-12)
    }

    @Test func `Resampling audio copies the video`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mp4"))
      try await Clips.clip(input, channels: 2, Copied.h264 + ["-c:a", "aac"])
      try await run(.resample(input: input, output: output, rate: 32_000))
      #expect(try await Judge.pictureSums(output) == (try await Judge.pictureSums(input)))
      let sound = try await Judge.streams(output).streams.first { $0.codec_type == "audio" }
      #expect(sound?.sample_rate == "32000" && sound?.channels == 2)
    }
  }
}
