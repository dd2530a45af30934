// SPDX-License-Identifier: MPL-2.0

import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// Streams that muxers take, but that other programs do not find in their files.
  @Suite struct `What containers do not keep` {
    /// The only key frame is the first one, and MP4 has its configuration in a box.
    @Test(arguments: ["ts", "mpg"])
    func `MPEG-4 Video from MP4 has its configuration in the stream`(suffix: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.\(suffix)"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=0.48", "-c:v", "mpeg4", input,
      ])
      try await run(.copy(input: input, output: output))
      #expect(try await Judge.pictureSums(output) == Judge.pictureSums(input))
    }

    /// `oggmux` counts the headers of Speex, and finds those of others by their content.
    @Test(arguments: [("libspeex", "spx", 25), ("libvorbis", "ogg", 25), ("libopus", "opus", 26)])
    func `Every packet is copied to Ogg, and headers are not counted`(
      encoder: String,
      suffix: String,
      packets: Int
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(suffix)"), folder.file("out.\(suffix)"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=r=32000:d=0.5", "-ar", encoder == "libspeex" ? "32000" : "48000",
        "-c:a", encoder, input,
      ])
      let report = try await run(.copy(input: input, output: output))
      #expect(report.tracks.map(\.frames) == [packets])
      let sizes = { (path: String) in try await Judge.entries("packet=size", of: path) }
      let kept = try await sizes(output)
      #expect(try await sizes(input) == kept && kept.split(separator: "\n").count == packets)
    }

    /// `mxfmux` takes 8 bits, which ffmpeg reads as 16.
    @Test func `Samples of 8 bits have 16 in MXF`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.mxf"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=r=48000:d=0.48", "-c:a", "pcm_u8", input,
      ])
      try await run(.copy(input: input, output: output))
      #expect(try await Judge.streams(output).streams.map(\.codec_name) == ["pcm_s16le"])
      #expect(try await Judge.samples(output, "s16le") == Judge.samples(input, "s16le"))
    }

    @Test func `Raw frames in MXF have a format that other programs know`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.avi"), folder.file("out.mxf"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=0.48", "-pix_fmt", "yuv420p", "-c:v",
        "rawvideo", input,
      ])
      try await scale(input, output, factor: "2")
      #expect(try await Judge.pictureCount(output) == 24)
    }

    /// Other programs take 4:4:4 for RGB.
    @Test func `JPEG 2000 made of 4 4 4 has its colors in other programs`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mj2"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=0.2", "-pix_fmt", "yuv444p", "-c:v", "ffv1",
        input,
      ])
      try await scale(input, output, factor: "1")
      #expect(try await Judge.psnr(input, output) > 30)
    }

    /// `avenc_mpeg4` gives no times, and only AVI counts frames instead.
    @Test func `MPEG-4 Video is not encoded into 3GP, where it would have no times`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.3gp"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=0.48", "-c:v", "mpeg4", input,
      ])
      try await scale(input, output, factor: "2")
      let times = try await Judge.times(output)
      #expect(times.count == 24 && zip(times, times.dropFirst()).allSatisfy { $1 - $0 > 0.039 })
    }

    /// `oggmux` loses the end of a track where another one ends while its last packet waits.
    @Test(arguments: ["1", "0.96", "0.9", "0.6"])
    func `Ogg has all of its audio, or is not made`(seconds: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.ogg"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=176x144:r=25:d=1", "-f", "lavfi", "-i",
        "sine=r=48000:d=\(seconds)", "-c:v", "ffv1", "-c:a", "pcm_s16le", input,
      ])
      do {
        try await scale(input, output, factor: "1") { $0.audioEncoder = "flacenc" }
      } catch let error as RetimeError {
        #expect(error.kind == .mismatch && error.description.contains("the end of a track"))
        #expect(folder.names == ["in.mkv"])
        return
      }
      #expect(try await Judge.samples(output, "s16le") == Judge.samples(input, "s16le"))
    }

    @Test(arguments: [
      ("rv10", "in.rm", "out.mkv", "mkv cannot hold video track 0"),
      ("adpcm_ima_wav", "in.wav", "out.mov", "mov cannot hold audio track 0"),
    ])
    func `Streams that would be damaged are not copied`(
      codec: String,
      source: String,
      name: String,
      text: String
    ) async throws {
      let folder = try TemporaryFolder()
      let isVideo = codec == "rv10"
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", isVideo ? "testsrc2=s=176x144:r=25:d=0.48" : "sine=d=0.5",
        isVideo ? "-c:v" : "-c:a", codec, folder.file(source),
      ])
      let request = JobRequest.copy(input: folder.file(source), output: folder.file(name))
      let error = await #expect(throws: RetimeError.self) { try await plan(request) }
      #expect(error?.kind == .usage && error?.description.contains(text) == true, "\(error as Any)")
    }

    @Test(arguments: [("mp4", "avmux_mov"), ("ts", "avmux_mpegts")])
    func `Frames out of order are not copied by a muxer that loses them`(
      suffix: String,
      muxer: String
    ) async throws {
      let folder = try TemporaryFolder()
      for (count, isCopied) in [(2, false), (0, true)] {
        let input = folder.file("\(count).\(suffix)")
        try await Clips.ffmpeg([
          "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=0.48", "-c:v", "libx264", "-bf",
          "\(count)", input,
        ])
        var request = JobRequest.copy(input: input, output: folder.file("out.bin"))
        request.container = muxer
        guard isCopied else {
          let error = await #expect(throws: RetimeError.self) { try await plan(request) }
          let text = error?.description ?? ""
          #expect(error?.kind == .usage && text.contains("\(muxer) loses"), "\(text)")
          continue
        }
        try await run(request)
        #expect(try await Judge.pictureSums(request.output) == Judge.pictureSums(input))
      }
    }

    @Test(arguments: [
      ("out.wav", "video track 0", "wav holds audio only"),
      ("out.flac", "video track 0", "flac holds audio only"),
    ])
    func `A file without any track for the container is refused with the reason`(
      name: String,
      track: String,
      reason: String
    ) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await Clips.clip(input, seconds: 0.2, ["-an", "-c:v", "ffv1"])
      let request = try request(input, folder.file(name), factor: "2")
      let error = await #expect(throws: RetimeError.self) { try await plan(request) }
      let text = error?.description ?? ""
      #expect(error?.kind == .usage && text.contains(track) && text.contains(reason), "\(text)")
    }

    @Test(arguments: [
      ("asfmux", "avmux_asf"), ("x264enc", "it is no muxer, but Codec/Encoder/Video"),
      ("rtpmux", "which is no file"), ("avmux_opus", "do not state which codecs"),
    ])
    func `An element that writes no complete files is refused with the reason`(
      element: String,
      reason: String
    ) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.wav")
      try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=d=0.1", input])
      let request = try request(input, folder.file("out.bin"), factor: "2") {
        $0.container = element
      }
      let error = await #expect(throws: RetimeError.self) { try await plan(request) }
      let text = error?.description ?? ""
      #expect(error?.kind == .usage && text.contains(element) && text.contains(reason), "\(text)")
    }
  }
}
