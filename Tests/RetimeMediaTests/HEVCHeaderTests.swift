// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `HEVC headers` {
    /// x265 states its options in the headers, which makes their number visible.
    @Test(arguments: ["mkv", "ts"])
    func `HEVC starts with its headers once`(format: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.\(format)"))
      try await Clips.clip(input, seconds: 0.5, ["-an", "-c:v", "ffv1"])
      // As a job with HDR10 metadata does.
      let encoder = "x265enc option-string=repeat-headers=1"
      try await scale(input, output, factor: "1") { $0.videoEncoder = encoder }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
      let (remark, body) = (Data("x265 (build".utf8), bytes.startIndex..<bytes.endIndex)
      let first = try #require(bytes.range(of: remark, in: body))
      #expect(bytes.range(of: remark, in: first.upperBound..<body.upperBound) == nil)
      #expect(try await Judge.pictureSums(output).count == 15)
      #expect(try await Judge.complaints(decoding: output) == "")
    }
  }
}
