// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Transport streams` {
    @Test(arguments: ["1", "1.5", "4", "20"])
    func `Video that starts after the audio keeps the offset`(late: String)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.ts"), folder.file("out.mkv"))
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "sine=duration=3", "-itsoffset", late, "-f", "lavfi", "-i"]
          + ["testsrc2=size=96x64:rate=25:duration=2", "-map", "0", "-map", "1"] + h264
          + ["-bf", "2", "-c:a", "mp2", input]
      )
      for playback in [Playback.forward, .backward] {
        let report = try await scale(input, output, factor: "1") {
          ($0.playback, $0.frameTiming, $0.overwrites) = (playback, .variable, true)
          $0.videoEncoder = "avenc_ffv1"
        }
        #expect(report.tracks.map(\.kind).contains(.video))
        let source = try await Judge.pictureSums(input)
        let made = try await Judge.pictureSums(output)
        #expect(made == (playback == .forward ? source : source.reversed()) && made.count == 50)
        guard playback == .forward else { continue }
        let first = try await Judge.timestamps(output).counts[0]
        let start = try #require(Double(late))
        // libx264 decodes the first displayed frame two frames before.
        #expect(abs(Double(first) / 1000 - start) < 0.1)
      }
    }

    @Test(arguments: [1, 8, 30])
    func `Frames that are seconds apart are kept`(seconds: Int) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.ts"), folder.file("out.mkv"))
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=1/\(seconds):duration=\(seconds * 6)"]
          + h264 + ["-bf", "0", input]
      )
      let request = JobRequest.copy(input: input, output: output)
      let plan = try await plan(request)
      #expect(plan.changed.isEmpty)
      try await run(request)
      let times = try await Judge.timestamps(output).counts
      #expect(times == (0..<6).map { Int64($0 * seconds * 1000) })
    }

    @Test func `Concatenated streams play one after the other`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.ts"), folder.file("out.mkv"))
      var bytes: [UInt8] = []
      for offset in ["0", "100"] {
        let part = folder.file("\(offset).ts")
        try await Clips.ffmpeg(
          ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=2", "-f", "lavfi", "-i"]
            + ["sine=duration=2"] + h264
            + ["-bf", "0", "-c:a", "mp2", "-output_ts_offset", offset, part]
        )
        bytes += try Array(Data(contentsOf: URL(filePath: part)))
      }
      try Data(bytes).write(to: URL(filePath: input))
      let report = try await scale(input, output, factor: "1")
      #expect(abs(report.duration - 4) < 0.7)
    }
  }
}
