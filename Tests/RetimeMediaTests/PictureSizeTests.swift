// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Unusual frame sizes` {
    /// A clip of ten FFV1 frames of the given size.
    private func clip(_ folder: TemporaryFolder, _ size: String, _ format: String) async throws
      -> String
    {
      let path = folder.file("in.mkv")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1", "-vf",
        "scale=\(size.replacing("x", with: ":")),format=\(format)", "-c:v", "ffv1", path,
      ])
      return path
    }

    @Test(
      arguments: ["640x2 yuv420p", "5x3 yuv444p", "1x1 yuv420p", "1x1 yuv444p"],
      [Playback.forward, .backward]
    )
    func `The size is kept where the container accepts it`(
      clip: String,
      playback: Playback
    ) async throws {
      let folder = try TemporaryFolder()
      let words = clip.split(separator: " ").map(String.init)
      let input = try await self.clip(folder, words[0], words[1])
      try await scale(input, folder.file("out.mkv"), factor: "1") { $0.playback = playback }
      #expect(try await Judge.lumas(folder.file("out.mkv")).count == 10)
    }

    @Test(
      arguments: ["640x2 yuv420p", "5x3 yuv444p", "1x1 yuv420p"],
      ["mp4", "mov", "webm", "avi"]
    )
    func `A container that does not accept the size refuses it`(
      clip: String,
      container: String
    ) async throws {
      let folder = try TemporaryFolder()
      let words = clip.split(separator: " ").map(String.init)
      let input = try await self.clip(folder, words[0], words[1])
      let request = try request(input, folder.file("out.\(container)"), factor: "2")
      let error = try await failure(of: request)
      #expect(error?.kind == .usage)
      #expect(error?.description.contains("does not take frames of \(words[0])") == true)
      #expect(error?.description.contains("choose another container") == true)
      #expect(folder.names == ["in.mkv"])
    }

    @Test func `An encoder that does not accept the size refuses it`() async throws {
      let folder = try TemporaryFolder()
      let input = try await clip(folder, "1x1", "yuv420p")
      let error = try await failure(of: request(input, folder.file("out.ts"), factor: "2"))
      #expect(error?.kind == .usage)
      #expect(error?.description.contains("x264enc does not take frames of 1x1") == true)
    }

    @Test(arguments: ["ogv", "mkv"])
    func `A single Theora frame is read`(container: String) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.\(container)")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10", "-frames:v", "1", "-c:v", "libtheora",
        input,
      ])
      for playback in [Playback.forward, .backward] {
        let output = folder.file("\(playback).mp4")
        let report = try await scale(input, output, factor: "3") { $0.playback = playback }
        #expect(abs(report.duration - 0.3) < 0.001)
        #expect(try await Judge.lumas(output).count >= 1)
      }
    }

    /// With libaom's own preset the first frame takes minutes on two processors, and the job seems to stall.
    @Test(arguments: ["av1enc", "av1enc end-usage=q max-quantizer=40"])
    func `AV1 at 4K gets a faster preset`(encoder: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=3840x2160:rate=25:duration=0.08,noise=alls=20:allf=t",
        "-c:v", "libx264",
        "-preset", "ultrafast", "-pix_fmt", "yuv420p", input,
      ])
      let report = try await scale(input, output, factor: "1") {
        $0.videoEncoder = encoder
        $0.stallTimeout = 600
      }
      #expect(report.tracks.map(\.frames) == [2])
      let plan = try Retime.plan(request(input, output, factor: "1") { $0.videoEncoder = encoder })
      #expect(plan.tracks[0].encoder?.contains("usage-profile=realtime") == true)
      #expect(try await Judge.streams(output).streams[0].codec_name == "av1")
      #expect(try await Judge.complaints(decoding: output) == "")
    }
  }
}
