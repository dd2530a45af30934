// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `The gst-launch line` {
    @Test(
      arguments: [
        ("it's a clip.mkv", "out.wav", ["--audio-method", "smooth"]),
        (
          "it's a clip.mkv", "out.mkv",
          ["--fps", "60", "--video-encoder", "avenc_ffv1", "--audio-encoder", "flacenc"]
        ),
        ("it's a clip.mkv", "out.mkv", ["--fps", "vfr", "--video-encoder", "avenc_ffv1"]),
        (
          "it's a clip.mkv", "out.mkv",
          [
            "--range", "0.5-0.9=cut", "--hold", "1.2=0.4", "--at", "1.2=1", "--at", "1.7=3",
            "--video-encoder", "avenc_ffv1", "--audio-encoder", "flacenc",
          ]
        ),
      ]
    )
    func `The line produces the same frames and samples`(
      input: String,
      output: String,
      options: [String]
    ) async throws {
      let folder = try await folderWithClip()
      try FileManager.default.moveItem(atPath: folder.file("in.mkv"), toPath: folder.file(input))
      try await compare([input, output, "--factor", "1.7"] + options, output, in: folder)
    }

    /// Expects the line to give the output of the job.
    private func compare(
      _ arguments: [String],
      _ output: String,
      in folder: TemporaryFolder
    ) async throws {
      let line = try await retime(arguments + ["--dry-run", "--gst-launch"], in: folder)
      #expect(line.status == 0 && line.text.hasPrefix("gst-launch-1.0 "))
      try await Program.succeed(
        "sh",
        ["-c", line.text],
        in: folder.path,
        environment: BuiltPlugin.environment()
      )
      let byElements = try await sums(folder.file(output))
      try await succeed(arguments + ["-y"], in: folder)
      #expect(try await sums(folder.file(output)) == byElements)
    }

    /// Jumps to a hold, between frame times, within one frame, and a hold as the last section.
    @Test(
      arguments: [
        ["0-0.169=12/8", "0.919+0.193", "0.919-1.881=3"],
        ["0-0.61=6/8", "0.96-1.611=4/8", "1.711-1.985=11/8"],
        ["0.1-0.5=2", "0.535+0.341", "1.392+0.09"],
        ["0.5-0.51=1/9", "0.515-0.52=1/9", "0.9-end=1"],
      ],
      ["nearest", "next", "previous"]
    )
    func `No frame beyond a jump is displayed`(sections: [String], rule: String) async throws {
      let folder = try await folderWithClip()
      let parts = sections.map { text in
        let words = text.split { "-=+".contains($0) }
        return words.count == 3
          ? #"{"from":"\#(words[0])","to":"\#(words[1])","speed":"\#(words[2])"}"#
          : #"{"hold":"\#(words[0])","for":"\#(words[1])"}"#
      }
      let map = #"{"retime-map":1,"sections":[\#(parts.joined(separator: ","))]}"#
      _ = try folder.write(Array(map.utf8), to: "map.json")
      try await compare(
        [
          "in.mkv", "out.mkv", "--map", "map.json", "--fps", "60", "--frames", rule,
          "--video-encoder", "avenc_ffv1",
        ],
        "out.mkv",
        in: folder
      )
    }

    /// A checksum of each decoded track of a file.
    private func sums(_ file: String) async throws -> [String] {
      let result = try await Program.run(
        "ffmpeg",
        ["-v", "error", "-i", file, "-map", "0", "-f", "streamhash", "-"]
      )
      #expect(result.errors.isEmpty)
      return result.text.split(separator: "\n").map(String.init)
    }

    @Test func `Options that a pipeline cannot express are refused`() async throws {
      let folder = try await folderWithClip()
      let result = try await retime(
        ["in.mkv", "out.mkv", "--factor", "2", "--copy-video", "--dry-run", "--gst-launch"],
        in: folder
      )
      #expect(result.status == 64 && result.errors.contains("--copy-video"))
      let backward = try await retime(
        ["reverse", "in.mkv", "out.mkv", "--dry-run", "--gst-launch"],
        in: folder
      )
      #expect(backward.status == 64 && backward.errors.contains("backwards"), "\(backward.errors)")
      // `opusenc` mixes up five channels, which a job reorders first.
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
