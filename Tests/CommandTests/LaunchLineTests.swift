// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite struct `The gst-launch line` {
    @Test(
      .timeLimit(.minutes(10)),
      arguments: [
        ("it's a clip.mkv", "out.wav", ["--audio-method", "smooth"]),
        (
          "it's a clip.mkv", "out.mkv",
          ["--fps", "60", "--video-encoder", "avenc_ffv1", "--audio-encoder", "flacenc"]
        ),
        ("it's a clip.mkv", "out.mkv", ["--fps", "vfr", "--video-encoder", "avenc_ffv1"]),
      ]
    )
    func `makes the same pictures and samples`(
      input: String,
      output: String,
      options: [String]
    ) async throws {
      let folder = try await folderWithClip()
      try FileManager.default.moveItem(atPath: folder.file("in.mkv"), toPath: folder.file(input))
      let arguments = [input, output, "--factor", "1.7"] + options
      let line = try await retime(arguments + ["--dry-run", "--gst-launch"], in: folder)
      #expect(line.status == 0 && line.text.hasPrefix("gst-launch-1.0 "))
      let plugin = URL(fileURLWithPath: executable).deletingLastPathComponent()
      try FileManager.default.copyItem(
        atPath: plugin.appendingPathComponent("libgstretime.so").path,
        toPath: folder.file("libgstretime.so")
      )
      let made = try await Program.run(
        "sh",
        ["-c", line.text],
        in: folder.path,
        environment: [
          "GST_PLUGIN_PATH": folder.path, "GST_REGISTRY": folder.file("registry.bin"),
        ]
      )
      #expect(made.status == 0, "\(made.errors)")
      let byElements = try await sums(folder.file(output))
      let job = try await retime(arguments + ["-y"], in: folder)
      #expect(job.status == 0, "\(job.errors)")
      #expect(try await sums(folder.file(output)) == byElements)
    }

    /// What each track of a file decodes to, as a checksum.
    private func sums(_ file: String) async throws -> [String] {
      let result = try await Program.run(
        "ffmpeg",
        ["-v", "error", "-i", file, "-map", "0", "-f", "streamhash", "-"]
      )
      #expect(result.errors.isEmpty)
      return result.text.split(separator: "\n").map(String.init)
    }

    @Test(.timeLimit(.minutes(10))) func `says what it cannot do`() async throws {
      let folder = try await folderWithClip()
      let result = try await retime(
        ["in.mkv", "out.mkv", "--factor", "2", "--copy-video", "--dry-run", "--gst-launch"],
        in: folder
      )
      #expect(result.status == 64 && result.errors.contains("--copy-video"))
      // `opusenc` mixes up five channels, which a job puts into another order first.
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "anoisesrc=d=0.2:r=48000", "-af",
        "pan=5.0|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0",
        folder.file("five.wav"),
      ])
      let five = try await retime(
        ["five.wav", "out.opus", "--factor", "2", "--dry-run", "--gst-launch"],
        in: folder
      )
      #expect(five.status == 64 && five.errors.contains("order"), "\(five.errors)")
    }
  }
}
