// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `Many files and parts` {
  /// Jobs in a Slurm queue, on three nodes that `scripts/cluster` starts on this machine.
  @Suite(
    .timeLimit(.minutes(10)),
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/slurmctld"),
      "Slurm is not installed: docs/farm.md says how"
    )
  )
  struct `Jobs in a queue` {
    /// A cluster that runs for the lifetime of the value.
    private final class Cluster: Sendable {
      let folder: TemporaryFolder
      var environment: [String: String] { ["SLURM_CONF": folder.file("box/slurm.conf")] }
      private let script = Repository.file("scripts/cluster")

      init() async throws {
        folder = try TemporaryFolder()
        let port = "\(Int.random(in: 20_000...50_000))"
        try await Program.succeed(script, ["start", folder.file("box"), "3", port])
      }

      func crash(_ node: String) async throws {
        try await Program.succeed(script, ["crash", folder.file("box"), node])
      }

      func stop() async throws { try await Program.succeed(script, ["stop", folder.file("box")]) }
    }

    private static let job = [
      "in.mp4", "out.mp4", "--factor", "6", "--video-encoder",
      "x264enc speed-preset=veryslow pass=qual quantizer=18", "--parts", "9",
    ]

    @Test
    func `The bytes are those of this machine even if a node fails`() async throws {
      let cluster = try await Cluster()
      let folder = cluster.folder
      do {
        try await Clips.clip(
          folder.file("in.mp4"),
          seconds: 8,
          ["-vf", "scale=640:360", "-c:v", "libx264", "-c:a", "aac"]
        )
        let queued = try Program(
          executable,
          Self.job + ["--on", "slurm", "--work", "work", "--verify", "--progress", "json"],
          in: folder.path,
          environment: cluster.environment
        )
        // Some parts have started; earlier events are of the frame count.
        #expect(await queued.says(matching: /"event":"progress","fraction":(0\.[0-8])/) != nil)
        try await cluster.crash("n2")
        let result = try await queued.wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("begins anew"), "\(result.errors)")
        let done = try #require(result.errorLines.last)
        #expect(done.contains("\"certificate\":{") && done.contains("\"ok\":true"), "\(done)")
        let made = try folder.bytes(of: "out.mp4")
        #expect(try await retime(Self.job + ["-y", "--jobs", "2"], in: folder).status == 0)
        #expect(try folder.bytes(of: "out.mp4") == made)
      } catch {
        try await cluster.stop()
        throw error
      }
      try await cluster.stop()
    }

    @Test func `Jobs outlive the shell, can be awaited and cancelled`() async throws {
      let cluster = try await Cluster()
      let folder = cluster.folder
      func run(_ arguments: [String]) async throws -> Program.Result {
        try await Program.run(
          executable,
          arguments,
          in: folder.path,
          environment: cluster.environment
        )
      }
      do {
        try await Clips.clip(folder.file("in.mp4"), ["-c:v", "libx264", "-c:a", "aac"])
        let detached = ["--on", "slurm", "--detach", "--work"]
        let left = try await run(Self.job + detached + ["work"])
        #expect(left.status == 0, "\(left.errors)")
        let number = left.text.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(Int(number) != nil)
        let status = try await run(["farm", "status", number])
        #expect(status.text.contains("part 9: ") && status.text.contains("the join: "))
        let waited = try await run(["farm", "wait", "work"])
        #expect(waited.status == 0, "\(waited.errors)")
        #expect(try await Judge.timestamps(folder.file("out.mp4")).counts.count == 360)

        let other = try await run(Self.job + ["-y"] + detached + ["other"])
        let second = other.text.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try await run(["farm", "cancel", second]).status == 0)
        #expect(try await run(["farm", "wait", second]).status != 0)
        let unknown = try await run(["farm", "status", "999999"])
        #expect(unknown.status == 66)
        let refused = try await run(
          Self.job + ["-y", "--on", "slurm", "--work", "new", "--partition", "none"]
        )
        #expect(refused.status == 69)
        #expect(refused.errors.contains("invalid partition"), "\(refused.errors)")
      } catch {
        try await cluster.stop()
        throw error
      }
      try await cluster.stop()
    }
  }
}
