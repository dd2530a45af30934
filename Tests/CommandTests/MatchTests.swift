// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `The duration of another file` {
    private func folder() async throws -> TemporaryFolder {
      let folder = try await Clips.folderWithClip()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100", "-t", "3.2001",
        folder.file("song.wav"),
      ])
      return folder
    }

    @Test(arguments: [[], ["--pitch", "keep"], ["--range", "0-0.5=cut"]])
    func `The output lasts exactly as long`(options: [String]) async throws {
      let folder = try await folder()
      try await succeed(
        ["in.mkv", "out.wav", "--match", "song.wav"] + options,
        in: folder
      )
      let song = try await Judge.sound(folder.file("song.wav"), sampleRate: 44_100).count
      let made = try await Judge.sound(folder.file("out.wav")).count
      let expected = Double(song) / 44_100 * 48_000
      #expect(abs(Double(made) - expected) <= 0.5)
    }

    @Test func `A file without a duration is refused`() async throws {
      let folder = try await folder()
      for (file, status) in [("missing.wav", Int32(66)), ("-", 64)] {
        let run = try await retime(["in.mkv", "out.wav", "--match", file], in: folder)
        #expect(run.status == status, "\(run.errors)")
        #expect(!folder.names.contains("out.wav"))
      }
      let run = try await retime(
        ["in.mkv", "o.wav", "--match", "song.wav", "--factor", "2"],
        in: folder
      )
      #expect(run.status == 64 && run.errors.contains("exactly one of"))
    }
  }
}
