// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// ffprobe and ffmpeg are the reference.
  @Suite struct `MPEG packs, fragmented MP4 and RGB` {
    @Test(arguments: ["0", "0.4"], ["dca", "mp2"])
    func `MPEG packs keep the offset between audio and video`(delay: String, codec: String)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, copied) = (folder.file("in.mpg"), folder.file("copied.mkv"))
      let made = folder.file("made.mkv")
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=0.8", "-itsoffset", delay,
          "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=0.6", "-c:v", "mpeg2video", "-c:a",
          codec, "-strict", "-2", "-ac", "2", "-f", "vob", input,
        ]
      )
      let source = try await start(of: input)
      try await run(.copy(input: input, output: copied))
      #expect(abs(try await start(of: copied) - source) < 0.0015)
      try await scale(input, made, factor: "1") { $0.audioEncoder = "flacenc" }
      // Frames are mapped to a grid of 25 a second that starts with the first of both.
      #expect(abs(try await start(of: made) - source) < 0.0205)
    }

    @Test(arguments: ["ts", "mpg"])
    func `Trim times count from the first frame`(container: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(container)"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=1.2", "-c:v", "mpeg2video",
        "-q:v", "1", "-g", "5", input,
      ])
      try await scale(input, output, factor: "1") {
        ($0.start, $0.videoEncoder, $0.amount) = (RationalTime(2, 5), "avenc_ffv1", .asMapped)
        $0.course = .edits(try MapEdits(ranges: ["0.8-end=cut"]))
      }
      let source = try await Judge.pictureSums(input)
      #expect(try await Judge.pictureSums(output) == Array(source[10..<20]))
    }

    /// Packets of FLV and ASF have no duration, and those of AVI and MPEG packs not all a time.
    @Test(arguments: [
      ("mp4", "mpeg4"), ("mkv", "mpeg4"), ("avi", "mpeg4"), ("avi", "libx264"), ("flv", "flv"),
      ("wmv", "wmv2"),
      ("mpg", "mpeg2video"), ("ts", "mpeg2video"),
    ])
    func `A part that starts within a frame begins with the rest of it`(
      container: String,
      codec: String
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(container)"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=2", "-c:v", codec, input,
      ])
      let report = try await scale(input, output, factor: "1") {
        ($0.start, $0.videoEncoder) = (RationalTime(45, 100), "avenc_ffv1")
        $0.frameTiming = .variable
      }
      // Frame 11 begins at 0.44 s, and the last one ends at 2 s.
      let expected = [0] + (0..<38).map { 0.03 + 0.04 * Double($0) }
      let times = try await Judge.times(output)
      #expect(
        times.count == 39 && zip(times, expected).allSatisfy { abs($0 - $1) < 0.0021 },
        "\(times)"
      )
      #expect(abs(report.duration - 1.55) < 0.0021)
    }

    @Test(arguments: [("mp4", "libx264"), ("mkv", "libx265")])
    func `Repeated copies keep every packet`(container: String, codec: String)
      async throws
    {
      let folder = try TemporaryFolder()
      let input = folder.file("0.\(container)")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=0.4", "-c:v", codec, "-preset",
        "ultrafast", input,
      ])
      try await run(.copy(input: input, output: folder.file("1.mkv")))
      try await run(.copy(input: folder.file("1.mkv"), output: folder.file("2.\(container)")))
      let packets = { (path: String) in
        try await Judge.entries("packet=size,data_hash", of: path, ["-show_data_hash", "md5"])
      }
      let (copied, source) = (
        try await packets(folder.file("2.\(container)")), try await packets(input)
      )
      #expect(copied == source && source.count > 200)
    }

    @Test func `More tracks than a job can write are refused with their number`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mka")
      let tracks = (0..<33).flatMap { _ in ["-map", "0"] }
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "sine=duration=0.1"] + tracks + ["-c:a", "pcm_s16le", input]
      )
      let failure = try await failure(of: .copy(input: input, output: folder.file("out.mka")))
      #expect(failure?.kind == .usage)
      #expect(failure?.description.contains("33 tracks to be made; one job makes 32") == true)
    }

    @Test(arguments: ["frag_keyframe+empty_moov", "frag_keyframe"], ["mp4", "mkv"])
    func `A copy keeps a last fragment of one frame`(flags: String, container: String)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.\(container)"))
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=30:duration=0.8"] + h264
          + ["-bf", "2", "-force_key_frames", "expr:eq(n,23)", "-movflags", flags, input]
      )
      try await run(.copy(input: input, output: output))
      let source = try await Judge.pictureSums(input)
      let made = try await Judge.pictureSums(output)
      #expect(made == source && made.count == 24)
    }

    @Test(arguments: [("libx264rgb", "rgb24", 8), ("libx265", "gbrp12le", 12)])
    func `The plan lists the conversion of RGB to YUV, which keeps the bit depth`(
      codec: String,
      format: String,
      bits: Int
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=0.2", "-c:v", codec, "-pix_fmt",
        format, input,
      ])
      let request = try request(input, output, factor: "1")
      #expect(try await plan(request).changed.contains { $0.contains("RGB becomes YUV") })
      try await run(request)
      let made = try await Judge.entries("stream=pix_fmt", of: output)
      #expect(made == (bits == 8 ? "yuv444p" : "yuv444p12le"))
    }

    /// The start of the audio relative to the video, in seconds.
    private func start(of path: String) async throws -> Double {
      var times: [Double] = []
      for kind in ["v", "a"] {
        let packets = try await Judge.entries(
          "packet=pts_time",
          of: path,
          ["-select_streams", kind]
        )
        times.append(
          try #require(
            packets.split(whereSeparator: { ",\n".contains($0) }).compactMap { Double($0) }.min()
          )
        )
      }
      return times[1] - times[0]
    }
  }
}
