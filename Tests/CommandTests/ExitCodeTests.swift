// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `Exit codes` {
    /// Checks a run that must fail: its exit code, a single message, no output.
    func expectFailure(
      _ code: Int32,
      _ arguments: [String],
      saying text: String,
      in folder: TemporaryFolder,
      location: SourceLocation = #_sourceLocation
    ) async throws {
      let before = folder.names
      let result = try await retime(arguments, in: folder)
      #expect(result.status == code, "\(arguments): \(result.errors)", sourceLocation: location)
      #expect(
        text.isEmpty ? !result.errors.isEmpty : result.errors.contains(text),
        "\(arguments): \(result.errors)",
        sourceLocation: location
      )
      #expect(result.output.isEmpty, sourceLocation: location)
      #expect(folder.names == before, sourceLocation: location)
    }

    @Test func `An address without a server exits with 66`() async throws {
      let folder = try TemporaryFolder()
      // No server listens on the port of "tcpmux".
      let address = "http://127.0.0.1:1/film.mp4"
      try await expectFailure(66, ["info", address], saying: "nobody answers there", in: folder)
    }

    @Test func `A job that succeeds exits with 0`() async throws {
      let folder = try await folderWithClip()
      let result = try await succeed(["in.mkv", "out.mkv", "--factor", "2"], in: folder)
      #expect(
        result.errorLines.last == "out.mkv: 4.000 s, video 120 frames, audio 192000 frames"
      )
      #expect(folder.names == ["in.mkv", "out.mkv"])
    }

    /// GStreamer's registry is not read before its plugins are loaded.
    @Test func `A file of a muxer that only the registry knows is made`() async throws {
      let folder = try await folderWithClip()
      let result = try await succeed(["in.mkv", "out.voc", "--factor", "2"], in: folder)
      #expect(result.errorLines.last == "out.voc: 4.000 s, audio 192000 frames")
    }

    @Test(
      arguments: ["--factor", "--speed", "--duration", "--fps"],
      ["0", "-1", "nan", "inf", "1e9", "", "two", "1/0", "1,5"]
    )
    func `Invalid numbers exit with 64`(option: String, number: String) async throws {
      // Without a clip: these are refused before the input is opened.
      let folder = try TemporaryFolder()
      let amount = option == "--fps" ? ["--factor", "2"] : []
      try await expectFailure(
        64,
        ["in.mkv", "out.mkv", option, number] + amount,
        saying: "Error: ",
        in: folder
      )
    }

    @Test(
      arguments: [
        [], ["in.mkv"], ["in.mkv", "out.mkv"], ["in.mkv", "out.mkv", "--factor"],
        ["in.mkv", "out.mkv", "--factor", "2", "--speed", "2"],
        ["in.mkv", "out.mkv", "--factor", "2", "--copy-video", "--bake-rotation"],
        ["in.mkv", "out.mkv", "third", "--factor", "2"],
        ["in.mkv", "out.mkv", "--factor", "2", "--nonsense"],
        ["in.mkv", "out.mkv", "--factor", "2", "--frames", "best"],
        ["in.mkv", "out.mkv", "--factor", "2", "--no-video", "--no-audio"],
        ["in.mkv", "out.mkv", "--factor", "2", "--start", "2", "--end", "1"],
        ["in.mkv", "out.mkv", "--factor", "2", "--start", "soon"],
        ["in.mkv", "out.mkv", "--factor", "2", "--stall-timeout", "0"],
        ["in.mkv", "-", "--factor", "2"], ["info"],
      ]
    )
    func `Wrong usage exits with 64`(arguments: [String]) async throws {
      let folder = try await folderWithClip()
      try await expectFailure(64, arguments, saying: "", in: folder)
    }

    @Test(
      arguments: [
        (["--pitch", "up"], "follow"), (["--pitch", "+24.01"], "-24 to 24"),
        (["--pitch", "nan"], "semitones"), (["--pitch", "-1e9"], "-24 to 24"),
        (["--pitch", "keep", "--audio-method", "linear"], "leave out"),
        (["--formants", "keep"], "--pitch +3"), (["--pitch", "+3", "--formants", "go"], "follow"),
        (["--hold-sound", "sustain"], "--pitch keep"),
        (["--pitch", "keep", "--hold-sound", "loud"], "sustain"),
      ]
    )
    func `A pitch outside its range exits with 64`(options: [String], allowed: String) async throws
    {
      let folder = try await folderWithClip()
      for job in [["in.mkv", "out.mkv", "--factor", "2"], ["reverse", "in.mkv", "out.mkv"]] {
        try await expectFailure(64, job + options, saying: allowed, in: folder)
      }
    }

    @Test func `An output of unknown format exits with 64`() async throws {
      let folder = try await folderWithClip()
      for output in ["out", "out.txt", "out.mkv/"] {
        try await expectFailure(
          output.hasSuffix("/") ? 73 : 64,
          ["in.mkv", output, "--factor", "2"],
          saying: output,
          in: folder
        )
      }
      try await expectFailure(
        64,
        ["in.mkv", "out.mkv", "--factor", "2", "--container", "doc"],
        saying: "mp4",
        in: folder
      )
      try await expectFailure(
        64,
        ["in.mkv", "out.mkv", "--factor", "2", "--video-encoder", "x264enc bitrate=much"],
        saying: "x264enc bitrate=much",
        in: folder
      )
      try await expectFailure(
        64,
        ["in.mkv", "out.mkv", "--factor", "2", "--profile", "nonsense"],
        saying: "nonsense",
        in: folder
      )
    }

    @Test func `More channels than can be mixed exit with 65`() async throws {
      let folder = try TemporaryFolder()
      let silence = [UInt8](repeating: 0, count: 100 * 2 * 513)
      _ = try folder.write(Clips.wave(silence, channels: 513, rate: 8000), to: "in.wav")
      for arguments in [["in.wav", "out.mkv", "--factor", "2"], ["info", "in.wav"]] {
        try await expectFailure(65, arguments, saying: "at most 63 can be read", in: folder)
      }
    }

    @Test func `Files that are not media exit with 65`() async throws {
      let folder = try await folderWithClip()
      _ = try folder.write("Not a film, but words.\n".utf8, to: "text.mp4")
      _ = try folder.write([], to: "empty.mp4")
      _ = try folder.write(folder.bytes(of: "in.mkv").prefix(600), to: "head.mkv")
      var generator = SeededGenerator()
      // Without zeros: an H.263 start code among them would make it a video of 1 frame.
      let noise = (0..<100_000).map { _ in UInt8.random(in: 1...255, using: &generator) }
      _ = try folder.write(noise, to: "noise.mkv")
      _ = try folder.write(Array("[".utf8) + noise, to: "bracket.mkv")
      try await expectFailure(
        65,
        ["head.mkv", "out.mkv", "--factor", "2"],
        saying: "head.mkv",
        in: folder
      )
      for name in ["text.mp4", "empty.mp4", "noise.mkv", "bracket.mkv"] {
        try await expectFailure(65, [name, "out.mkv", "--factor", "2"], saying: name, in: folder)
        try await expectFailure(65, ["info", name], saying: name, in: folder)
      }
    }

    @Test func `An input that cannot be opened exits with 66`() async throws {
      let folder = try await folderWithClip()
      for name in ["missing.mp4", "/", "", "in.mkv/inside.mp4", "file:///missing.mp4"] {
        try await expectFailure(66, [name, "out.mkv", "--factor", "2"], saying: name, in: folder)
        try await expectFailure(66, ["info", name], saying: name, in: folder)
      }
    }

    @Test func `A missing element exits with 69 and is named`() async throws {
      let folder = try await folderWithClip()
      for option in ["--video-encoder", "--audio-encoder"] {
        try await expectFailure(
          69,
          ["in.mkv", "out.mkv", "--factor", "2", option, "flux8enc power=9"],
          saying: "flux8enc",
          in: folder
        )
      }
    }

    @Test func `An output that cannot be created exits with 73`() async throws {
      let folder = try await folderWithClip()
      _ = try folder.write("old".utf8, to: "old.mkv")
      let factor = ["--factor", "2"]
      try await expectFailure(73, ["in.mkv", "old.mkv"] + factor, saying: "-y", in: folder)
      for output in ["missing/out.mkv", "/dev/null/out.mkv", "/proc/out.mkv"] {
        try await expectFailure(73, ["in.mkv", output] + factor, saying: output, in: folder)
      }
      try await expectFailure(
        73,
        ["in.mkv", ".", "-y", "--container", "mkv"] + factor,
        saying: "directory",
        in: folder
      )
      try await expectFailure(73, ["in.mkv", "in.mkv", "-y"] + factor, saying: "input", in: folder)
      try await expectFailure(
        73,
        ["in.mkv", "/dev/full", "-y", "--container", "mkv"] + factor,
        saying: "/dev/full",
        in: folder
      )
      #expect(try folder.bytes(of: "old.mkv") == Array("old".utf8))
    }

    @Test func `A path that starts with a dash exits with 64 and names the path to write`()
      async throws
    {
      let folder = try await folderWithClip()
      try FileManager.default.copyItem(
        atPath: folder.file("in.mkv"),
        toPath: folder.file("-lead.mkv")
      )
      for arguments in [["-lead.mkv", "out.mkv", "--factor", "2"], ["info", "-lead.mkv"]] {
        try await expectFailure(64, arguments, saying: "write './-lead.mkv'", in: folder)
      }
      // Its letters include those of -h, which prints the help.
      let arguments = ["in.mkv", "-dash.mp4", "--factor", "2"]
      try await expectFailure(64, arguments, saying: "write './-dash.mp4'", in: folder)
    }

    @Test func `A still image, which has no duration, exits with 65`() async throws {
      let folder = try TemporaryFolder()
      let one = ["-frames:v", "1"]
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=32x32"] + one + [folder.file("a.png")] + one + [
          folder.file("a.jpg")
        ]
      )
      for name in ["a.png", "a.jpg"] {
        try await expectFailure(
          65,
          [name, "out.mkv", "--factor", "2"],
          saying: "'\(name)' is a still image",
          in: folder
        )
      }
    }

    @Test func `The message of exit code 64 does not suggest the refused container`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "sine=d=0.3", "-c:a", "alac", folder.file("alac.m4a")]
      )
      try await expectFailure(
        64,
        ["copy", "alac.m4a", "out.mkv"],
        saying: "choose another container, such as mov",
        in: folder
      )
    }

    @Test func `A full disk exits with 74`() async throws {
      let folder = try await folderWithClip()
      _ = try folder.write("old".utf8, to: "out.mkv")
      // A limit of 64 blocks for each file simulates the full disk.
      let result = try await Program.run(
        "bash",
        ["-c", "ulimit -f 64; exec \"$0\" in.mkv out.mkv -y --factor 9", executable],
        in: folder.path
      )
      #expect(result.status == 74, "\(result.errors)")
      #expect(result.errors.contains("out.mkv"))
      #expect(folder.names == ["in.mkv", "out.mkv"])
      #expect(try folder.bytes(of: "out.mkv") == Array("old".utf8))
    }

    @Test func `A failing output stream exits with 74`() async throws {
      let folder = try await folderWithClip()
      for arguments in [
        ["in.mkv", "-", "--container", "mkv", "--factor", "2"], ["info", "in.mkv"],
        ["in.mkv", "out.mkv", "--factor", "2", "--dry-run"],
      ] {
        let result = try await retime(arguments, output: "/dev/full", in: folder)
        #expect(result.status == 74, "\(arguments): \(result.errors)")
        #expect(result.errors.contains("No space left on device"))
      }
    }
  }
}
