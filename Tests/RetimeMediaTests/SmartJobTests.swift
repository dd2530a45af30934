// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
@testable import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Smart jobs` {
    private static let h264 = [
      "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-g", "30", "-bf", "3",
      "-an",
    ]

    @Test(arguments: [FrameSelection.blend, .flow])
    func `Frames around an interpolated range are copied`(selection: FrameSelection) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mp4"))
      // Each frame is shown twice.
      try await Clips.clip(input, seconds: 6, Self.h264 + ["-vf", "fps=15,fps=30"])
      let request = try request(input, output, factor: "1") {
        $0.course = .edits(try MapEdits(ranges: ["2.51-3.06=1/3"]))
        ($0.amount, $0.selection, $0.flowQuality) = (.asMapped, selection, .fast)
        ($0.isSmart, $0.verifies) = (true, true)
      }
      let report = try await run(request)
      // 180 frames and 1.1 s; the join begins in the GOP of 2 s and ends with that of 3 s.
      let joined = try #require(report.verification.first?.joined)
      #expect(joined.copied == joined.identical && joined.copied + joined.encoded == 213)
      #expect(joined.encoded < 95 && joined.joins.count == 1)
      let (made, sums) = (
        try await Judge.pictureSums(output), try await Judge.pictureSums(input)
      )
      #expect(made.prefix(70) == sums.prefix(70) && made.suffix(60) == sums.suffix(60))
      #expect(try await Judge.complaints(decoding: output) == "")
    }
  }
}
