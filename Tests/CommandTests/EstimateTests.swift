// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `Many files and parts` {
  @Suite(.timeLimit(.minutes(10))) struct `An estimate` {
    static func estimate(_ folder: TemporaryFolder, _ options: [String]) async throws -> [String:
      Any]
    {
      let result = try await succeed(
        ["in.mkv", "out.mkv", "--dry-run", "--estimate", "--json"] + options,
        in: folder
      )
      let plan = try result.object()
      #expect(plan["tracks"] != nil, "An estimate includes the plan.")
      return try #require(plan["estimate"] as? [String: Any])
    }

    @Test(arguments: ["300", "2"])
    func `An estimate is within a quarter of the file size and leaves no file`(
      factor: String
    ) async throws {
      let folder = try await folderWithClip()
      let scratch = try TemporaryFolder()
      let found = try await Self.estimate(folder, ["--factor", factor])
      #expect(folder.names == ["in.mkv"] && scratch.names.isEmpty)
      #expect(try #require(found["seconds"] as? Double) > 0)
      let size = try #require(found["byteCount"] as? Double)
      #expect(try await retime(["in.mkv", "out.mkv", "--factor", factor], in: folder).status == 0)
      let real = Double(try folder.bytes(of: "out.mkv").count)
      #expect(abs(size - real) < real / 4, "\(size) instead of \(real)")
    }

    @Test func `The plan includes the estimate on demand`() async throws {
      let folder = try await folderWithClip()
      let result = try await succeed(
        ["in.mkv", "out.mkv", "--factor", "2", "--dry-run", "--estimate"],
        in: folder
      )
      #expect(result.text.contains("takes about ") && result.text.contains(" MB\n"))
      let alone = try await retime(
        ["in.mkv", "out.mkv", "--factor", "2", "--estimate"],
        in: folder
      )
      #expect(alone.status == 64)
    }
  }
}
