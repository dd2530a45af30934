// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `An unfinished file` {
    /// A running job whose output is `out.mkv`.
    private func job(_ folder: TemporaryFolder) async throws -> Program {
      let job = try endlessJob(folder)
      #expect(await job.says("\"event\":\"progress\""))
      #expect(folder.leftovers.count == 1)
      return job
    }

    @Test func `The unfinished file of a killed process is removed by the next job`() async throws {
      for next in [
        ["in.mkv", "other.mkv", "--factor", "1"], ["spectrogram", "in.mkv", "other.png"],
        ["info", "in.mkv", "--thumbnail", "other.jpg"],
      ] {
        let folder = try await folderWithClip()
        let killed = try await job(folder)
        killed.signal(SIGKILL)
        _ = try await killed.wait()
        #expect(folder.leftovers.count == 1)
        #expect(try await retime(next, in: folder).status == 0)
        #expect(folder.leftovers.isEmpty)
        #expect(folder.names.count == 2)
      }
    }

    @Test func `The unfinished file of a running process stays`() async throws {
      let folder = try await folderWithClip()
      let living = try await job(folder)
      try await succeed(["in.mkv", "other.mkv", "--factor", "1"], in: folder)
      #expect(folder.leftovers.count == 1)
      living.signal(SIGTERM)
      #expect(try await living.wait().status == 143)
      #expect(folder.names == ["in.mkv", "other.mkv"])
    }

    @Test func `An unfinished file of the same name is replaced if its process has ended`()
      async throws
    {
      let folder = try await folderWithClip()
      let killed = try await job(folder)
      killed.signal(SIGKILL)
      _ = try await killed.wait()
      #expect(try await retime(["in.mkv", "out.mkv", "--factor", "1"], in: folder).status == 0)
      #expect(folder.names == ["in.mkv", "out.mkv"])
    }

    @Test func `Unfinished files have a process id as name, so other partial files stay`()
      async throws
    {
      let folder = try await folderWithClip()
      _ = try folder.write("a letter".utf8, to: ".retime-letter.partial")
      // The studio's uploads have two numbers.
      _ = try folder.write("half".utf8, to: ".retime-4711-99.partial")
      try await succeed(["in.mkv", "out.mkv", "--factor", "1"], in: folder)
      #expect(try folder.bytes(of: ".retime-letter.partial") == Array("a letter".utf8))
      #expect(folder.leftovers.count == 1)
    }

    @Test func `Only regular files count as unfinished files`() async throws {
      let folder = try await folderWithClip()
      let before = try folder.bytes(of: "in.mkv")
      try await Program.succeed("mkfifo", [folder.file(".retime-1.partial")])
      try await Program.succeed("mkdir", [folder.file(".retime-2.partial")])
      try await Program.succeed("ln", ["-s", "in.mkv", folder.file(".retime-3.partial")])
      #expect(try await retime(["in.mkv", "out.mkv", "--factor", "1"], in: folder).status == 0)
      #expect(folder.leftovers.count == 3)
      #expect(try folder.bytes(of: "in.mkv") == before)
    }

    @Test func `A rival's unfinished file is found before the work`() async throws {
      let folder = try await folderWithClip()
      let first = try await job(folder)
      // Nobody writes to the pipe: a job that opened it first would wait.
      try await Program.succeed("mkfifo", [folder.file("pipe")])
      let second = try await retime(["pipe", "out.mkv", "--factor", "1"], in: folder)
      #expect(second.status == 73)
      #expect(second.errors.contains("'out.mkv' is being made by another process"))
      #expect(folder.leftovers.count == 1)
      try await succeed(["in.mkv", "out.mkv", "--factor", "1", "-y"], in: folder)
      let made = try folder.bytes(of: "out.mkv")
      first.signal(SIGTERM)
      #expect(try await first.wait().status == 143)
      #expect(folder.names == ["in.mkv", "out.mkv", "pipe"])
      #expect(try folder.bytes(of: "out.mkv") == made)
    }

    @Test func `A dangling link as output is refused, and followed with -y`() async throws {
      let folder = try await folderWithClip()
      try await Program.succeed("mkfifo", [folder.file("pipe")])
      try await Program.succeed("ln", ["-s", "target.mkv", folder.file("middle.mkv")])
      try await Program.succeed("ln", ["-s", folder.file("middle.mkv"), folder.file("out.mkv")])
      let refused = try await retime(["pipe", "out.mkv", "--factor", "1"], in: folder)
      #expect(refused.status == 73)
      #expect(refused.errors.contains("'out.mkv' is a link to"))
      try await succeed(["in.mkv", "out.mkv", "--factor", "1", "-y"], in: folder)
      #expect(folder.names == ["in.mkv", "middle.mkv", "out.mkv", "pipe", "target.mkv"])
      let links = try await Program.succeed("find", [folder.path, "-type", "l"])
      #expect(links.text.split(separator: "\n").count == 2)
    }

    @Test func `A link into a missing folder cannot be an output`() async throws {
      let folder = try TemporaryFolder()
      try await Program.succeed("mkfifo", [folder.file("pipe")])
      try await Program.succeed("ln", ["-s", "no/target.mkv", folder.file("out.mkv")])
      for output in ["out.mkv", "no/out.mkv"] {
        let result = try await retime(["pipe", output, "--factor", "1", "-y"], in: folder)
        #expect(result.status == 73)
        #expect(result.errors.contains("'\(output)' cannot be created: No such file"))
      }
    }
  }
}
