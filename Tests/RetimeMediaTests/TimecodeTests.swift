// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Time code tracks` {
    private func film(_ folder: borrowing TemporaryFolder, rate: String, _ code: String)
      async throws
      -> String
    {
      let input = folder.file("in.mov")
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=\(rate):duration=3"] + h264
          + ["-timecode", code, input]
      )
      return input
    }

    /// The time code of the video track, in ffprobe's eyes; empty for none.
    private func code(_ path: String) async throws -> String {
      try await Judge.entries("stream_tags=timecode", of: path).split(separator: "\n").first
        .map(String.init) ?? ""
    }

    @Test(arguments: [
      ("25", "10:00:00:12", "mov", "1", "10:00:00:12"),
      ("25", "10:00:00:12", "mp4", "2", "10:00:00:12"),
      ("30000/1001", "01:00:59;28", "mov", "1", "01:00:59;28"),
    ])
    func `A time code goes along where the source is played forward at one speed`(
      rate: String,
      given: String,
      container: String,
      factor: String,
      expected: String
    ) async throws {
      let folder = try TemporaryFolder()
      let input = try await film(folder, rate: rate, given)
      let output = folder.file("out." + container)
      try await run(request(input, output, factor: factor) { $0.verifies = true })
      #expect(try await code(output).contains(expected))
      let info = try await onThread { try Retime.info(output) }
      #expect(info.tracks.first?.video?.timecode == expected)
    }

    @Test func `A part begins with the time code of its first frame`() async throws {
      let folder = try TemporaryFolder()
      let input = try await film(folder, rate: "25", "10:00:00:12")
      let output = folder.file("out.mov")
      try await run(request(input, output, factor: "1") { $0.start = RationalTime(38, 25) })
      #expect(try await code(output).contains("10:00:02:00"))
    }

    @Test func `The plan lists a time code that is dropped, with the reason`() async throws {
      let folder = try TemporaryFolder()
      let input = try await film(folder, rate: "25", "10:00:00:12")
      let reasons = [
        (JobRequest.reverse(input: input, output: folder.file("out.mov")), "one direction"),
        (try request(input, folder.file("out.mkv"), factor: "1"), "mkv has no track for it"),
      ]
      for (request, reason) in reasons {
        let lost = try await plan(request).lost
        #expect(lost.contains { $0.contains("10:00:00:12") && $0.contains(reason) })
      }
    }
  }
}
