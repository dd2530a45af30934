// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Files with contradictory headers` {
    @Test(arguments: [Playback.forward, .backward])
    func `FLV with a damaged part is read on after it, with a notice`(playback: Playback)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.flv"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=10", "-f", "lavfi", "-i",
        "sine=duration=10:sample_rate=44100", "-c:v", "flv", "-c:a", "libmp3lame", input,
      ])
      var bytes = try Array(Data(contentsOf: URL(filePath: input)))
      var generator = SeededGenerator(seed: 5)
      for place in bytes.count / 2..<bytes.count / 2 + 3000 {
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      try Data(bytes).write(to: URL(filePath: input))
      let request = try request(input, output, factor: "1") {
        ($0.playback, $0.frameTiming) = (playback, .variable)
      }
      let plan = try await plan(request)
      #expect(plan.lost.contains { $0.contains("bytes that are damaged") })
      let report = try await run(request)
      #expect(abs(report.duration - 10) < 0.2)
      #expect(try await Judge.pictureSums(output).count > 235)
    }

    /// `matroskademux` ends at the stated duration after a seek, unless it has read further before.
    @Test func `Audio after the duration that Matroska states is kept after a seek`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.wav"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=duration=2.3:sample_rate=48000", "-c:a", "pcm_s16le", input,
      ])
      var bytes = try Data(contentsOf: URL(filePath: input))
      // The duration, in milliseconds as a double, by RFC 9559, 5.1.2.10.
      let duration = try #require(bytes.range(of: Data([0x44, 0x89, 0x88]))).upperBound
      let two = Data([0x40, 0x9f, 0x40, 0, 0, 0, 0, 0])
      bytes.replaceSubrange(duration..<duration + 8, with: two)
      try bytes.write(to: URL(filePath: input))
      let report = try await scale(input, output, factor: "1") { $0.start = RationalTime(1, 1) }
      // Matroska's times are whole milliseconds: 48 samples.
      #expect(abs(try #require(report.tracks.first?.frames) - 62_400) <= 48)
    }

    /// Since version 7 FFmpeg writes each encoder's delay; the language of a track makes space for it.
    @Test(arguments: [Playback.forward, .backward])
    func `A Matroska encoder delay is skipped`(playback: Playback)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.wav"))
      try await Clips.clip(input, channels: 2, ["-c:v", "mpeg4", "-c:a", "flac"])
      let whole = try await Judge.samples(input, "s16le")
      var bytes = try Array(Data(contentsOf: URL(filePath: input)))
      let language = Data([0x22, 0xb5, 0x9c, 0x83] + Array("und".utf8))
      let sound = try #require(Data(bytes).range(of: Data("A_FLAC".utf8)))
      let found = Data(bytes)[..<sound.lowerBound].range(of: language, options: .backwards)
      // 4,800 frames, by RFC 9559, 5.1.4.1.15.
      let delay: [UInt8] = [0x56, 0xaa, 0x84, 0x05, 0xf5, 0xe1, 0x00]
      bytes.replaceSubrange(try #require(found), with: delay)
      try Data(bytes).write(to: URL(filePath: input))
      try await scale(input, output, factor: "1") { $0.playback = playback }
      let made = try await Judge.samples(output, "s16le")
      let heard = Array(whole.dropFirst(4 * 4800))
      let frames = stride(from: 0, to: made.count, by: 4).map { made[$0..<min($0 + 4, made.count)] }
      let ordered = playback == .forward ? made : Array(frames.reversed().joined())
      #expect(ordered == heard && heard.count > 300_000)
    }

    /// Truncated in the middle, or damaged there without an index to resume at.
    @Test(arguments: [false, true])
    func `A damaged AVI reports how much is missing`(isCut: Bool) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.avi"), folder.file("out.mkv"))
      try await Clips.clip(input, seconds: 10, ["-c:v", "mpeg4", "-c:a", "libmp3lame"])
      var bytes = try Array(Data(contentsOf: URL(filePath: input)))
      let index = try #require(Data(bytes).range(of: Data("idx1".utf8), options: .backwards))
      bytes = Array(bytes[..<index.lowerBound])
      if isCut {
        bytes = Array(bytes[..<(bytes.count / 2)])
      } else {
        var generator = SeededGenerator(seed: 7)
        for offset in bytes.count / 2..<bytes.count / 2 + 3000 {
          bytes[offset] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      try Data(bytes).write(to: URL(filePath: input))
      let plan = try await plan(input, output, factor: "1")
      #expect(plan.lost.contains { $0.contains("that cannot be read") })
    }

    @Test(arguments: ["mkv", "mov"])
    func `The container's pixel aspect ratio overrides that of the stream`(type: String)
      async throws
    {
      let folder = try TemporaryFolder()
      let (bare, input) = (folder.file("bare.h264"), folder.file("in.mp4"))
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=1", "-vf", "setsar=27/64"]
          + h264 + [bare]
      )
      try await Clips.ffmpeg(["-i", bare, "-c", "copy", "-aspect", "160:96", input])
      let aspect = { (path: String) in
        try await Judge.entries("stream=sample_aspect_ratio", of: path)
      }
      try #require(try await aspect(input) == "1:1")
      for isKept in [false, true] {
        let output = folder.file("\(isKept).\(type)")
        try await scale(input, output, factor: "2") { $0.copiesVideo = isKept }
        #expect(try await aspect(output) == "1:1")
      }
      let tape = folder.file("dv.mov")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=720x480:rate=30000/1001:duration=0.2", "-vf",
        "setsar=8/9", "-pix_fmt", "yuv411p", "-c:v", "dvvideo", tape,
      ])
      let output = folder.file("copy.\(type)")
      try await run(.copy(input: tape, output: output))
      #expect(try await aspect(output) == "8:9")
    }

    @Test(arguments: ["mkv", "mp4", "avi"])
    func `Bottom-up RGB in AVI keeps square pixels`(type: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.avi"), folder.file("out.\(type)"))
      // ffmpeg writes a pixel aspect ratio, and a negative height.
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=0.2", "-pix_fmt", "bgr24",
        "-c:v", "rawvideo", input,
      ])
      try await scale(input, output, factor: "2")
      let aspect = try await Judge.entries("stream=sample_aspect_ratio", of: output)
      #expect(aspect == "1:1" || aspect == "N/A")
    }

    @Test(arguments: ["ts", "mkv"], [false, true])
    func `Video in MPEG packs has increasing decoding times, copied or encoded`(
      type: String,
      isCopied: Bool
    )
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(type)"), folder.file("out.mpg"))
      try await Clips.clip(input, seconds: 2, h264 + ["-bf", "2", "-g", "12", "-c:a", "mp2"])
      try await scale(input, output, factor: "1") { $0.copiesVideo = isCopied }
      let times = try await Self.packets(output, "dts").compactMap(Int.init)
      #expect(times.count >= 60 && zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    /// A field of the video packets by ffprobe.
    private static func packets(_ path: String, _ field: String) async throws -> [String] {
      try await Judge.entries("packet=\(field)", of: path, ["-select_streams", "v"])
        .split(separator: "\n").map { String($0.prefix { $0 != "," }) }
    }

    /// Frames of a few bytes, of which `oggmux` puts hundreds into a page, and audio that is longer than the video.
    @Test(arguments: ["11", "12", "19"])
    func `Ogg keeps the last frame`(factor: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.ogv"), folder.file("out.ogv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc=size=48x32:rate=24", "-f", "lavfi", "-i", "sine=r=48000",
        "-t", "5.03", "-c:v", "libtheora", "-q:v", "0", "-c:a", "libvorbis", input,
      ])
      try await scale(input, output, factor: factor) { $0.copiesVideo = true }
      let sizes = try await Self.packets(input, "size")
      #expect(try await Self.packets(output, "size") == sizes && sizes.count > 90)
    }

    /// Twelve frames of Matroska before time 0; GStreamer gives all of them time 0.
    @Test func `Matroska keeps the frames before time 0`() async throws {
      let folder = try TemporaryFolder()
      let (whole, input, output) = (
        folder.file("whole.mp4"), folder.file("in.mkv"), folder.file("out.mkv")
      )
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2"] + h264
          + ["-bf", "2", whole]
      )
      try await Clips.ffmpeg([
        "-i", whole, "-c", "copy", "-avoid_negative_ts", "disabled", "-output_ts_offset", "-0.5",
        input,
      ])
      try await run(.copy(input: input, output: output))
      #expect(try await Judge.pictureSums(output) == (try await Judge.pictureSums(whole)))
    }
  }
}
