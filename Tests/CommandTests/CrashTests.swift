// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `A crash` {
    @Test(arguments: [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP])
    func `A crash ends the job with a message and leaves no file`(signal: Int32) async throws {
      let folder = try await folderWithClip()
      let job = try endlessJob(folder)
      #expect(await job.says("\"event\":\"progress\""))
      #expect(folder.leftovers.count == 1)
      job.signal(signal)
      let result = try await job.wait()
      #expect(result.status == 65)
      let isOwn = signal == SIGILL || signal == SIGTRAP
      let who = isOwn ? "retime itself" : "a codec"
      #expect(result.errors.contains("retime: \(who) crashed on 'in.mkv'; nothing was written\n"))
      #expect(folder.names == ["in.mkv"])
    }

    /// One in three to six crashed when `aiffparse` was stopped while it still pushed data.
    @Test func `A longer AIFF file does not crash`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=r=44100:d=5", folder.file("in.aiff")])
      for _ in 0..<16 {
        try await succeed(["in.aiff", "out.wav", "--factor", "1", "-y"], in: folder)
      }
    }

    /// Real crashes: Swift's own trap, and a stack overflow, which leaves a handler no stack.
    @Test(arguments: ["trap", "overflow"], ["main", "worker", "stream"])
    func `A crash is caught on every thread`(way: String, thread: String) async throws {
      let folder = try TemporaryFolder()
      let file = try folder.write("half".utf8, to: "unfinished")
      let crasher = URL(fileURLWithPath: executable).deletingLastPathComponent()
        .appendingPathComponent("crasher").path
      let result = try await Program.run(crasher, [file, way, thread])
      #expect(result.status == 65)
      let said = way == "trap" ? "it crashed itself\n" : "a codec crashed\n"
      #expect(result.errors.hasSuffix(said), "\(result.errors)")
      #expect(folder.names.isEmpty)
    }
  }
}
