// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Closed captions` {
    /// A video of 25 frames, each with two bytes of CEA-608.
    private func make(_ path: String, in folder: TemporaryFolder) async throws {
      let bare = folder.file("bare.264")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "libx264", "-bf", "0",
        "-x264-params", "aud=1", "-f", "h264", bare,
      ])
      let bytes = try Array(Data(contentsOf: URL(filePath: bare)))
      // ITU-T H.264, D.1.6, and ATSC A/53 Part 4, 6.2.3: the two bytes of one field.
      let message: [UInt8] =
        [0, 0, 0, 1, 6, 4, 14, 0xB5, 0, 0x31] + Array("GA94".utf8)
        + [3, 0xC1, 0xFF, 0xFC, 0x94, 0x2C, 0xFF, 0x80]
      var marked: [UInt8] = []
      var index = 0
      while index < bytes.count {
        // An access unit delimiter of two bytes.
        if bytes[index...].starts(with: [0, 0, 0, 1, 9]) {
          marked += bytes[index..<index + 6] + message
          index += 6
        } else {
          marked.append(bytes[index])
          index += 1
        }
      }
      try Data(marked).write(to: URL(filePath: bare))
      try await Clips.ffmpeg(["-r", "25", "-i", bare, "-c", "copy", path])
      #expect(try await captions(path) == 25)
    }

    /// The number of frames that have captions.
    private func captions(_ path: String) async throws -> Int {
      let text = try await Judge.entries("frame=pts:side_data=side_data_type", of: path)
      return text.components(separatedBy: "ATSC A53").count - 1
    }

    @Test(arguments: ["1", "2", "0.5"])
    func `Captions are kept if no frame is dropped, else the plan lists them as dropped`(
      factor: String
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mp4"))
      try await make(input, in: folder)
      let request = try request(input, output, factor: factor)
      let isTold = try await plan(request).lost.contains { $0.contains("closed captions") }
      #expect(isTold == (factor == "0.5"))
      try await run(request)
      #expect(try await captions(output) == (factor == "0.5" ? 0 : 25))
    }

    @Test func `Only copies keep captions where the encoder changes or the video is reversed`()
      async throws
    {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mp4")
      try await make(input, in: folder)
      for change: @Sendable (inout JobRequest) -> Void in [
        { $0.playback = .backward }, { $0.videoEncoder = "x265enc" },
      ] {
        let request = try request(input, folder.file("out.mp4"), factor: "1", change)
        #expect(try await plan(request).lost.contains { $0.contains("closed captions") })
      }
      let output = folder.file("copy.mkv")
      let copy = try request(input, output, factor: "1") {
        ($0.copiesVideo, $0.copiesAudio) = (true, true)
      }
      #expect(try await plan(copy).lost.isEmpty)
      try await run(copy)
      #expect(try await captions(output) == 25)
    }
  }
}
