// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

extension `Many files and parts` {
  @Suite(.timeLimit(.minutes(10))) struct `Joining files on the command line` {
    /// A folder with two audio files of 0.2 s at 8 kHz, and a file that is no media.
    private static func folder() async throws -> TemporaryFolder {
      let folder = try await `A batch`.folder(["a.wav", "b.wav"])
      _ = try folder.write("no sound".utf8, to: "in/bad.wav")
      return folder
    }

    @Test(arguments: [
      (["in/a.wav", "out.wav"], 64, "only one source is given"),
      ([], 64, "no sources are given"),
      (["in/a.wav", "in/b.wav#t=3,1", "out.wav"], 64, "FILE#t=START,END"),
      (["in/a.wav", "in/b.wav", "out.wav", "--parts", "2"], 64, "--parts needs a single source"),
      (["-", "-", "out.wav"], 64, "standard input can be read once"),
      (["in/a.wav", "in/b.wav#t=9", "out.wav"], 64, "there is nothing of 'in/b.wav'"),
      (["in/a.wav", "in/c.wav", "out.wav"], 66, "'in/c.wav' cannot be opened"),
      (["in/a.wav", "in/bad.wav", "out.wav"], 65, "'in/bad.wav'"),
      (["in/a.wav", "in/b.wav", "in/b.wav", "-y"], 73, "is the input itself"),
    ])
    func `A wrong command line says what is allowed`(
      arguments: [String],
      status: Int32,
      text: String
    ) async throws {
      let folder = try await Self.folder()
      let result = try await retime(["concat"] + arguments, in: folder)
      #expect(result.status == status, "\(result.errors)")
      #expect(result.errors.contains(text), "\(result.errors)")
      #expect(try folder.bytes(of: "in/b.wav") == folder.bytes(of: "clip.wav"))
    }

    @Test func `The plan names all sources and their changes`() async throws {
      let folder = try await Self.folder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=440:r=16000:d=0.2", "-ac", "2", folder.file("in/wide.wav"),
      ])
      let plan = try await succeed(
        ["concat", "in/a.wav", "in/wide.wav#t=0.1", "in/b.wav", "out.mka", "--dry-run"],
        in: folder
      )
      #expect(plan.text.hasPrefix("in/a.wav + in/wide.wav + in/b.wav -> out.mka"))
      #expect(plan.text.contains("factor 1: 0.500 s become 0.500 s"), "\(plan.text)")
      #expect(
        plan.text.contains(
          "'in/wide.wav': 16000 Hz become 8000 Hz, 2 channels become 1: they are mixed"
        ),
        "\(plan.text)"
      )
    }

    @Test func `A line of a batch joins its inputs, again if one of them changes`() async throws {
      let folder = try await Self.folder()
      let line = #"{"inputs":["in/a.wav","in/b.wav#t=0.1"],"output":"out/c.wav"}"#
      _ = try folder.write(line.utf8, to: "list.jsonl")
      let arguments = ["batch", "--list", "list.jsonl"]
      try await succeed(arguments, in: folder)
      #expect(try await `A batch`.seconds("out/c.wav", folder) == 0.3)
      let number = try `A batch`.number("out/c.wav", folder)
      try await succeed(arguments, in: folder)
      #expect(try `A batch`.number("out/c.wav", folder) == number)
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=440:r=8000:d=0.4", folder.file("in/b.wav"),
      ])
      try await succeed(arguments, in: folder)
      #expect(try await `A batch`.seconds("out/c.wav", folder) == 0.5)
    }

    @Test(arguments: [
      (#"{"inputs":["in/a.wav"],"output":"o/c.wav"}"#, "two files or more"),
      (
        #"{"inputs":["in/a.wav","in/b.wav"],"job":"scale","output":"o/c.wav"}"#, "leave out \"job\""
      ),
      (#"{"input":"in/a.wav","job":"concat","output":"o/c.wav"}"#, "only one source is given"),
      (#"{"inputs":["in/a.wav","in/c.wav"],"output":"o/c.wav"}"#, "'in/c.wav' cannot be opened"),
    ])
    func `A wrong line of a batch is named`(line: String, text: String) async throws {
      let folder = try await Self.folder()
      _ = try folder.write(line.utf8, to: "list.jsonl")
      let result = try await retime(["batch", "--list", "list.jsonl"], in: folder)
      #expect(result.status == 64 || result.status == 66)
      #expect(result.errors.contains("line 1") && result.errors.contains(text), "\(result.errors)")
    }
  }
}
