// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

extension `The command line` {
  /// `--hit`, `--hits` and `retime fit`.
  @Suite(.timeLimit(.minutes(10))) struct `Given times` {
    /// Audio of ten seconds, and tables.
    private func folder() async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=440:d=10:r=48000", "-c:a", "pcm_s16le", folder.file("in.wav"),
      ])
      _ = try folder.write("source,output\n2,3\n8,10\n".utf8, to: "hits.csv")
      _ = try folder.write("2,3,1,2.5\n8,9,6,6.5\n".utf8, to: "cues.csv")
      _ = try folder.write("2,3,1,2.5\n8,9,3,3.25\n".utf8, to: "far.csv")
      _ = try folder.write("2,3\n2,4\n".utf8, to: "bad.csv")
      let cue = "00:00:02,000 --> 00:00:03,000\nText\n\n"
      _ = try folder.write("1\n\(cue)".utf8, to: "one.srt")
      _ = try folder.write("1\n\(cue)2\n\(cue)".utf8, to: "two.srt")
      return folder
    }

    @Test func `A table of hits gives what the options give`() async throws {
      let folder = try await folder()
      try await succeed(["in.wav", "a.wav", "--hits", "hits.csv"], in: folder)
      try await succeed(["in.wav", "b.wav", "--hit", "8=10", "--hit", "2=3"], in: folder)
      #expect(try folder.bytes(of: "a.wav") == folder.bytes(of: "b.wav"))
      let check = try await retime(["check", "in.wav", "a.wav"], in: folder)
      #expect(check.status == 0, "\(check.output)")
    }

    @Test func `Cues have their times, and the pitch is preserved`() async throws {
      let folder = try await folder()
      try await succeed(["fit", "in.wav", "out.wav", "--table", "cues.csv"], in: folder)
      let sound = try await Judge.sound(folder.file("out.wav"))
      // The last cue ends at 6.5 s, and a second follows it.
      #expect(sound.count == 360_000)
      let rises = zip(sound, sound.dropFirst()).count { $0 < 0 && $1 >= 0 }
      #expect(abs(rises - 3300) < 20)
      let best = try await retime(
        ["fit", "in.wav", "best.wav", "--table", "far.csv", "--best-effort"],
        in: folder
      )
      #expect(
        best.status == 0 && best.errors.contains("cue 2 starts 2000 ms late, ends 2250 ms late"),
        "\(best.errors)"
      )
    }

    @Test(arguments: [
      (["in.wav", "--hits", "no.csv"], 66, "the table of hits 'no.csv' cannot be opened"),
      (["in.wav", "--hits", "bad.csv"], 64, "'line 2' is not later than 'line 1'"),
      (["in.wav", "--hits", "one.srt"], 65, "the table of hits 'one.srt': line 1, column 1"),
      (["in.wav", "--hit", "2=3", "--hits", "hits.csv"], 64, "leave out --hit"),
      (["in.wav", "--hit", "2=3", "--duration", "5"], 64, "hits determine all times"),
      (["in.wav", "--hit", "2=3", "--at", "1=2"], 64, "hits determine all times"),
      (["in.wav", "--factor", "2", "--slowest", "1"], 64, "give --hit"),
      (["in.wav", "--hit", "2=1", "--fastest", "1.5"], 64, "needs a mean speed of 2"),
      (
        ["fit", "in.wav", "--table", "far.csv"], 64,
        "the pause after cue 1 needs speed 10, cue 2 needs speed 4"
      ),
      (["fit", "in.wav", "--table", "no.csv"], 66, "the table of cues 'no.csv' cannot be opened"),
      (["fit", "in.wav", "--table", "hits.csv"], 65, "line 2"),
      (["fit", "in.wav", "--cues", "one.srt"], 64, "give --cues and --to, or --table"),
      (
        ["fit", "in.wav", "--cues", "one.srt", "--to", "two.srt"], 64,
        "has 1 cue, and 'two.srt' has 2"
      ),
      (["fit", "in.wav", "--cues", "two.srt", "--to", "two.srt"], 64, "overlap"),
      (
        ["fit", "in.wav", "--cues", "in.wav", "--to", "two.srt"], 65,
        "--cues 'in.wav' cannot be read"
      ),
      (
        ["fit", "in.wav", "--cues", "no.srt", "--to", "two.srt"], 66,
        "--cues 'no.srt' cannot be opened"
      ),
    ])
    func `Faults are refused`(arguments: [String], status: Int32, message: String) async throws {
      let folder = try await folder()
      let names = folder.names
      let place = try #require(arguments.firstIndex(of: "in.wav")) + 1
      let all = arguments[..<place] + ["out.wav"] + arguments[place...]
      let run = try await retime(Array(all), in: folder)
      #expect(run.status == status && run.errors.contains(message), "\(run.errors)")
      #expect(folder.names == names)
    }
  }
}
