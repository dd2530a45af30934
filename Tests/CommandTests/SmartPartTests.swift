// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `Many files and parts` {
  @Suite(.timeLimit(.minutes(10))) struct `Smart rendering in parts` {
    @Test(arguments: ["mkv", "ts"])
    func `The encoded frames of a smart rendering are made in parts`(
      container: String
    ) async throws {
      let folder = try await `Jobs in parts`.folder()
      let name = "out.\(container)"
      let arguments = ["--smart", "--range", "0.5-0.7=cut", "--range", "2.4-2.7=1/2"]
      let dryRun = try await succeed(
        ["in.mp4", name, "--parts", "5", "--dry-run"] + arguments,
        in: folder
      )
      #expect(dryRun.text.contains("parts: 2 of video, 1 of all the rest"))
      for jobs in ["1", "2"] {
        try await succeed(
          ["in.mp4", "\(jobs)-\(name)", "--parts", "5", "--jobs", jobs, "--verify"] + arguments,
          in: folder
        )
      }
      let bytes = try folder.bytes(of: "1-\(name)")
      #expect(try folder.bytes(of: "2-\(name)") == bytes)
      let made = try await Judge.pictureSums(folder.file("1-\(name)"))
      let sums = try await Judge.pictureSums(folder.file("in.mp4"))
      // 120 frames less 6, and 9 more; the second and the last GOP are copied.
      #expect(made.count == 123)
      #expect(made[24..<54] == sums[30..<60] && made.suffix(30) == sums.suffix(30))
    }
  }
}
