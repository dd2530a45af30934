// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `A dash` {
    @Test func `A dash as output is standard output`() async throws {
      let folder = try await folderWithClip()
      let result = try await succeed(
        ["in.mkv", "-", "--container", "wav", "--factor", "2", "--progress", "json"],
        in: folder
      )
      let path = try folder.write(result.output, to: "out.wav")
      #expect(try await Judge.samples(path, "s16le").count == 2 * 192_000)
    }

    @Test func `A dash as input is standard input`() async throws {
      let folder = try await folderWithClip()
      let result = try await retime(
        ["-", "out.mkv", "--factor", "2"],
        input: folder.file("in.mkv"),
        in: folder
      )
      #expect(result.status == 0, "\(result.errors)")
      #expect(folder.names == ["in.mkv", "out.mkv"])
      #expect(try await Judge.lumas(folder.file("out.mkv")).count == 120)
    }

    @Test func `A dash on both sides makes a filter`() async throws {
      let folder = try await folderWithClip()
      let result = try await retime(
        ["-", "-", "--container", "wav", "--factor", "0.5"],
        input: folder.file("in.mkv"),
        in: folder
      )
      #expect(result.status == 0, "\(result.errors)")
      let path = try folder.write(result.output, to: "out.wav")
      #expect(try await Judge.samples(path, "s16le").count == 2 * 48_000)
    }

    @Test func `Empty standard input is not media`() async throws {
      let folder = try TemporaryFolder()
      let result = try await retime(["-", "out.mkv", "--factor", "2"], in: folder)
      #expect(result.status == 65, "\(result.errors)")
      #expect(folder.names.isEmpty)
    }
  }
}
