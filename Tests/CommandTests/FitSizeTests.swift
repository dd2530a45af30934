// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `A file of a given size` {
    /// Four seconds of changing video with noise, and a tone.
    private func folder() async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=192x144:rate=25:duration=4,noise=alls=12:allf=t", "-f",
        "lavfi", "-i", "sine=440:d=4:r=48000", "-c:v", "ffv1", "-c:a", "flac",
        folder.file("in.mkv"),
      ])
      return folder
    }

    @Test(arguments: [
      ("out.mp4", "x264enc", 300_000), ("out.mkv", "x265enc", 250_000),
      ("out.webm", "vp8enc", 400_000),
      ("out.mkv", "vp9enc", 200_000), ("out.mkv", "theoraenc", 350_000),
    ])
    func `It is reached to two percent, and not exceeded`(
      output: String,
      encoder: String,
      limit: Int
    ) async throws {
      let folder = try await folder()
      let options = encoder == "x264enc" || encoder == "vp8enc" ? [] : ["--video-encoder", encoder]
      try await succeed(
        ["in.mkv", output, "--factor", "3/2", "--fit-size", "\(limit)"] + options,
        in: folder
      )
      let size = try folder.bytes(of: output).count
      #expect(size <= limit && size >= limit * 98 / 100, "\(size)")
      #expect(try await Judge.lumas(folder.file(output)).count == 150)
      #expect(folder.leftovers.isEmpty)
    }

    @Test func `A result that is smaller at the best quality is made, and says so`() async throws {
      let folder = try await folder()
      let run = try await retime(
        ["in.mkv", "out.mp4", "--factor", "1", "--fit-size", "1G"],
        in: folder
      )
      #expect(
        run.status == 0 && run.errors.contains("the best quality has"),
        "\(run.errors)"
      )
    }

    @Test(arguments: [
      (
        ["out.mp4", "--fit-size", "5k"],
        "the result cannot have 5000 bytes: at the lowest quality it has"
      ),
      (["out.mp4", "--fit-size", "5Q"], "'5Q' is not a file size"),
      (["out.mp4", "--fit-size", "0"], "'0' is not a file size"),
      (["out.mp4", "--fit-size", "5iB"], "'5iB' is not a file size"),
      (["out.wav", "--fit-size", "5MiB"], "--fit-size needs video that is encoded by one of"),
      (
        ["out.mkv", "--fit-size", "1M", "--copy-video"],
        "--fit-size needs video that is encoded by one of"
      ),
      (["out.mp4", "--fit-size", "1M", "--parts", "2"], "leave out --parts"),
      (["out.m3u8", "--fit-size", "1M"], "--fit-size needs an output that is one file"),
    ])
    func `What cannot be done is refused, and nothing is changed`(
      arguments: [String],
      message: String
    ) async throws {
      let folder = try await folder()
      _ = try folder.write("mine".utf8, to: "out.mp4")
      let names = folder.names
      let run = try await retime(["in.mkv"] + arguments + ["--factor", "1.2", "-y"], in: folder)
      #expect(run.status == 64 && run.errors.contains(message), "\(run.errors)")
      #expect(folder.names == names)
      #expect(try folder.bytes(of: "out.mp4") == Array("mine".utf8))
    }
  }
}
