// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct Texts {
    /// Compares with `Golden/name`, or writes it if RETIME_REGENERATE=1 is set.
    static func expectGolden(_ text: String, _ name: String) throws {
      let path = Repository.file("Tests/CommandTests/Golden/\(name).txt")
      if ProcessInfo.processInfo.environment["RETIME_REGENERATE"] == "1" {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
      }
      let golden = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text == golden, "changed on purpose? RETIME_REGENERATE=1 swift test --filter Texts")
    }

    @Test(
      arguments: [
        ("help", ["--help"]), ("help-scale", ["scale", "--help"]),
        ("help-info", ["info", "--help"]), ("help-spectrogram", ["spectrogram", "--help"]),
        ("help-reverse", ["reverse", "--help"]), ("help-resample", ["resample", "--help"]),
        ("help-copy", ["copy", "--help"]),
        ("help-flow", ["flow", "--help"]),
        ("help-studio", ["studio", "--help"]),
        ("help-batch", ["batch", "--help"]),
        ("help-check", ["check", "--help"]),
      ]
    )
    func `Help equals its golden file`(name: String, arguments: [String]) async throws {
      let result = try await retime(arguments)
      #expect(result.status == 0)
      #expect(result.errors.isEmpty)
      try Self.expectGolden(result.text, name)
    }

    @Test(
      arguments: [
        ("dry-run", ["in.mkv", "out.mp4", "--factor", "2", "--fps", "30000/1001"]),
        ("dry-run-sound", ["in.mkv", "out.wav", "--speed", "3", "--audio-method", "smooth"]),
        ("dry-run-pitch", ["in.mkv", "out.wav", "--factor", "2", "--pitch", "keep"]),
        (
          "dry-run-semitones",
          [
            "in.mkv", "out.wav", "--factor", "1", "--pitch", "-2.5", "--formants", "keep",
          ]
        ),
        ("dry-run-copy", ["in.mkv", "out.mov", "--duration", "3.5", "--copy-video", "--mono"]),
        ("dry-run-backward", ["reverse", "in.mkv", "out.mp4", "--boomerang", "--factor", "0.5"]),
        (
          "dry-run-map",
          [
            "in.mkv", "out.mp4", "--at", "0.2=1", "--at", "0.6=1/2", "--hold", "0.8=1/3", "--range",
            "0-0.2=cut",
          ]
        ),
        ("dry-run-rate", ["resample", "in.mkv", "out.mkv", "--rate", "32000"]),
        ("dry-run-packets", ["copy", "in.mkv", "out.mov"]),
        ("dry-run-json", ["in.mkv", "out.mkv", "--factor", "1.5", "--fps", "vfr", "--json"]),
      ]
    )
    func `A dry run equals its golden file and writes no output`(
      name: String,
      arguments: [String]
    ) async throws {
      let folder = try await folderWithClip()
      let result = try await succeed(arguments + ["--dry-run"], in: folder)
      let text = result.text
        .replacingOccurrences(
          of: URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path,
          with: "FOLDER"
        )
        .replacing(/"streamID" : "[^"]*"/, with: #""streamID" : "ID""#)
      try Self.expectGolden(text, name)
      #expect(folder.names == ["in.mkv"])
    }

    @Test func `The plan's metadata equals its golden file`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.tagged(folder.file("in.mkv"), in: folder)
      let result = try await retime(
        ["in.mkv", "out.avi", "--factor", "2", "--start", "1", "--dry-run"],
        in: folder
      )
      let other = try await retime(
        ["in.mkv", "out.mp4", "--factor", "2", "--start", "1", "--dry-run"],
        in: folder
      )
      try Self.expectGolden(result.text + other.text, "dry-run-along")
    }

    @Test func `The version has three numbers`() async throws {
      let result = try await retime(["--version"])
      #expect(result.status == 0)
      #expect(result.text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }

    @Test func `A usage error shows the usage`() async throws {
      let result = try await retime(["a.mkv", "b.mkv", "--factor", "much"])
      #expect(result.errors.contains("much"))
      #expect(result.errors.contains("Usage: retime scale"))
    }
  }
}
