// SPDX-License-Identifier: MPL-2.0

import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `The pixel aspect ratio` {
    /// Eight frames of 160x90.
    private static func clip(
      _ path: String,
      _ shape: String,
      _ options: [String],
      size: String = "160x90"
    ) async throws {
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=25:duration=0.32", "-vf",
          "\(shape),format=yuv420p",
        ] + options + [path]
      )
    }

    private static let vp9 = ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"]

    @Test(
      arguments: [
        ["webm", "mkv"] + vp9, ["webm", "mp4"] + vp9, ["mkv", "mkv", "-c:v", "ffv1"],
        ["mkv", "mov", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p"],
        ["mkv", "webm", "-c:v", "libvpx"], ["mkv", "mp4", "-c:v", "libx264"],
        ["mp4", "mkv"] + vp9,
      ]
    )
    func `A copy keeps the container's pixel aspect ratio`(kind: [String]) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(kind[0])"), folder.file("out.\(kind[1])"))
      try await Self.clip(input, "setsar=27/20", Array(kind[2...]))
      try await scale(input, output, factor: "2") { $0.copiesVideo = true }
      #expect(try await Judge.colors(output).aspect == "27:20")
    }

    @Test(arguments: ["mpg", "ts", "mxf", "mkv"])
    func `A copy of MPEG-2 to Matroska keeps the pixel aspect ratio`(container: String) async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(container)"), folder.file("out.mkv"))
      try await Self.clip(input, "setdar=4/3", ["-c:v", "mpeg2video"], size: "704x576")
      try await scale(input, output, factor: "1") { $0.copiesVideo = true }
      #expect(try await Judge.colors(output).aspect == "12:11")
    }

    @Test(arguments: ["libx264", "libx265", "mpeg2video"])
    func `The plan lists a pixel aspect ratio that only the container states as dropped`(
      encoder: String
    ) async throws {
      let folder = try TemporaryFolder()
      let (plain, input) = (folder.file("plain.mkv"), folder.file("in.mkv"))
      try await Self.clip(plain, "setsar=1", ["-c:v", encoder])
      try await Clips.ffmpeg(["-i", plain, "-c", "copy", "-aspect", "12:5", input])
      for (source, isLost) in [(plain, false), (input, true)] {
        let lost = try await plan(source, folder.file("out.ts"), factor: "1") {
          $0.copiesVideo = true
        }.lost
        #expect(
          lost.contains { $0.contains("its pixel aspect ratio (27:20)") } == isLost,
          "\(lost)"
        )
      }
    }

    @Test func `Matroska's pixel aspect ratio overrides that of MPEG-2`() async throws {
      let folder = try TemporaryFolder()
      let (plain, input) = (folder.file("plain.mkv"), folder.file("in.mkv"))
      try await Self.clip(plain, "setsar=1", ["-c:v", "mpeg2video"])
      try await Clips.ffmpeg(["-i", plain, "-c", "copy", "-aspect", "12:5", input])
      for isCopied in [true, false] {
        let output = folder.file("out\(isCopied).mkv")
        try await scale(input, output, factor: "1") { $0.copiesVideo = isCopied }
        #expect(try await Judge.colors(output).aspect == "27:20")
      }
    }
  }
}
