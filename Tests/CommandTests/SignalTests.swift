// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `A signal in the middle of a job` {
    @Test(arguments: zip([SIGINT, SIGHUP, SIGTERM], [130, 143, 143] as [Int32]))
    func `A signal ends the job with its exit code and leaves no file`(signal: Int32, code: Int32)
      async throws
    {
      let folder = try await folderWithClip()
      let job = try endlessJob(folder)
      #expect(await job.says("\"event\":\"progress\""))
      #expect(folder.leftovers.count == 1)
      job.signal(signal)
      let result = try await job.wait()
      #expect(result.status == code)
      #expect(result.errorLines.last?.contains("\"code\":\(code)") == true)
      #expect(folder.names == ["in.mkv"])
    }

    @Test func `A signal leaves an existing output unchanged`() async throws {
      let folder = try await folderWithClip()
      _ = try folder.write("old".utf8, to: "out.mkv")
      let job = try Program(
        executable,
        ["in.mkv", "out.mkv", "-y", "--factor", "3600", "--progress", "json"],
        in: folder.path
      )
      #expect(await job.says("\"event\":\"progress\""))
      job.signal(SIGTERM)
      #expect(try await job.wait().status == 143)
      #expect(folder.names == ["in.mkv", "out.mkv"])
      #expect(try folder.bytes(of: "out.mkv") == Array("old".utf8))
    }

    @Test func `Even SIGKILL leaves no incomplete output`() async throws {
      let folder = try await folderWithClip()
      let job = try endlessJob(folder)
      #expect(await job.says("\"event\":\"progress\""))
      job.signal(SIGKILL)
      #expect(try await job.wait().status == 128 + SIGKILL)
      #expect(Set(folder.names).subtracting(folder.leftovers) == ["in.mkv"])
    }

    @Test func `A signal removes the copy of standard input`() async throws {
      let (folder, scratch) = (try await folderWithClip(), try TemporaryFolder())
      let job = try Program(
        executable,
        ["-", "out.mkv", "--factor", "3600", "--progress", "json"],
        input: folder.file("in.mkv"),
        in: folder.path,
        environment: ["TMPDIR": scratch.path]
      )
      #expect(await job.says("\"event\":\"progress\""))
      job.signal(SIGKILL)
      _ = try await job.wait()
      #expect(scratch.names.isEmpty)
    }
  }
}
