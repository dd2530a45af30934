// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `Files of other programs` {
    private let parts = ["in.mkv", "out.mkv", "--factor", "1", "--parts", "2"]

    /// A folder with a clip, and a subfolder that contains a letter.
    private func folderWithLetter() async throws -> TemporaryFolder {
      let folder = try await folderWithClip()
      try await Program.succeed("mkdir", [folder.file("precious")])
      _ = try folder.write("a letter".utf8, to: "precious/part-0001")
      return folder
    }

    @Test(arguments: [".retime-out.mkv.parts", ".retime-out.mkv.parts/.lock"])
    func `Links in place of a work folder or its lock are not followed`(name: String)
      async throws
    {
      let folder = try await folderWithLetter()
      var target = "precious"
      if name.hasSuffix("/.lock") {
        try await Program.succeed("mkdir", [folder.file(".retime-out.mkv.parts")])
        target = "../precious/part-0001"
      }
      try await Program.succeed("ln", ["-s", target, folder.file(name)])
      let result = try await retime(parts, in: folder)
      #expect(result.status == 73, "\(result.errors)")
      #expect(try folder.bytes(of: "precious/part-0001") == Array("a letter".utf8))
    }

    @Test func `Other files in a work folder stay, and so does the folder`() async throws {
      let folder = try await folderWithClip()
      try await Program.succeed("mkdir", [folder.file(".retime-out.mkv.parts")])
      _ = try folder.write("a letter".utf8, to: ".retime-out.mkv.parts/letter.txt")
      try await succeed(parts, in: folder)
      #expect(try folder.bytes(of: ".retime-out.mkv.parts/letter.txt") == Array("a letter".utf8))
    }

    @Test func `Links in a batch's folder are not written through`() async throws {
      let folder = try await folderWithLetter()
      let batch = ["batch", "in.mkv", "--to", "made", "--factor", "1"]
      try await Program.succeed("mkdir", [folder.file("made")])
      try await Program.succeed("ln", ["-s", "../precious", folder.file("made/.retime-batch")])
      #expect(try await retime(batch, in: folder).status != 0)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.file("precious")) == [
          "part-0001"
        ]
      )
      try await Program.succeed("rm", [folder.file("made/.retime-batch")])
      try await Program.succeed("mkdir", [folder.file("made/.retime-batch")])
      _ = try folder.write("a letter".utf8, to: "made/.retime-batch/in.mkv")
      #expect(try await retime(batch, in: folder).status != 0)
      #expect(try folder.bytes(of: "made/.retime-batch/in.mkv") == Array("a letter".utf8))
    }

    @Test(arguments: ["truncate -s 30000", "touch", "rm"])
    func `A source that changes during a job is an error`(change: String) async throws {
      let folder = try await folderWithClip()
      let options = ["in.mkv", "out.mkv", "--factor", "120", "--progress", "json"]
      let job = try Program(executable, options, in: folder.path)
      #expect(await job.says("\"event\":\"progress\""))
      try await Program.succeed("bash", ["-c", "\(change) \(folder.file("in.mkv"))"])
      let result = try await job.wait()
      #expect(result.status == 74, "\(result.errors)")
      #expect(result.errors.contains("'in.mkv' changed while it was read"))
      #expect(!folder.names.contains("out.mkv") && folder.leftovers.isEmpty)
    }

    @Test func `Replaced files keep their permissions`() async throws {
      let folder = try await folderWithClip()
      _ = try folder.write("old".utf8, to: "out.mkv")
      try await Program.succeed("chmod", ["0640", folder.file("out.mkv")])
      try await succeed(["in.mkv", "out.mkv", "-y", "--factor", "1"], in: folder)
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("out.mkv"))
      #expect(attributes[.posixPermissions] as? Int == 0o640)
    }
  }
}
