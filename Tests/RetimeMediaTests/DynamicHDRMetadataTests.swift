// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Dynamic HDR metadata` {
    /// The dynamic metadata that two plans list as dropped: that of an encoded job, and that of a copy.
    static func lost(_ input: String, _ output: String) async throws -> [[String]] {
      let requests = [
        try request(input, output, factor: "2"), JobRequest.copy(input: input, output: output),
      ]
      return try await onThread {
        try requests.map { request in
          try Retime.plan(request).lost.filter { $0.contains("Dolby") || $0.contains("HDR10+") }
        }
      }
    }

    @Test(arguments: [(5, "wrong"), (8, "kept")])
    func `The plan lists Dolby Vision metadata as dropped`(profile: UInt32, what: String)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mp4"))
      try await Clips.clip(input, ["-c:v", "libx265", "-preset", "ultrafast", "-c:a", "aac"])
      // A configuration in place of the bit rate box.
      try `Films in MP4`.change(
        input,
        [("btrt", 4, 0x0100_0005 | profile << 9), ("btrt", 0, 0x6476_7643)]
      )
      let lost = try await Self.lost(input, output)
      #expect(lost.allSatisfy { $0.count == 1 && $0[0].contains("profile \(profile)") })
      #expect(lost.allSatisfy { $0[0].contains(what) })
    }

    @Test func `The plan lists HDR10+ metadata as dropped unless the video is copied`() async throws
    {
      let folder = try TemporaryFolder()
      let (bare, input) = (folder.file("in.hevc"), folder.file("in.mp4"))
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=0.4", "-c:v", "libx265"]
          + ["-preset", "ultrafast", "-pix_fmt", "yuv420p10le", bare]
      )
      var bytes = try Data(contentsOf: URL(filePath: bare))
      // An SEI message before the first picture, which is an IDR picture.
      let place = try #require(
        bytes.firstRange(of: Data([0, 0, 1, 0x26])) ?? bytes.firstRange(of: Data([0, 0, 1, 0x28]))
      )
      let message: [UInt8] = [0x4e, 1, 4, 8, 0xb5, 0, 0x3c, 0, 1, 4, 1, 0x40, 0x80]
      bytes.insert(contentsOf: [0, 0, 1] + message, at: place.lowerBound)
      try bytes.write(to: URL(filePath: bare))
      try await Clips.ffmpeg(["-i", bare, "-c", "copy", input])
      let lost = try await Self.lost(input, folder.file("out.mkv"))
      #expect(lost.map(\.count) == [1, 0])
      #expect(lost[0].first?.contains("HDR10+") ?? false)
    }
  }
}
