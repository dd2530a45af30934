// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// ffmpeg is the reference.
  @Suite struct `Files for which GStreamer reports no duration` {
    @Test(arguments: ["gif", "nut"], [Playback.forward, .backward])
    func `The duration is found by reading the file`(format: String, playback: Playback)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(format)"), folder.file("out.mp4"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1.5", "-g", "5", input,
      ])
      let report = try await scale(input, output, factor: "2") {
        $0.stallTimeout = 600
        $0.playback = playback
        $0.frameTiming = .kept
      }
      #expect(abs(report.duration - 3) < 0.001)
      let plain = folder.file("plain.mkv")
      try await Clips.ffmpeg(["-i", input, "-pix_fmt", "yuv420p", "-c:v", "ffv1", plain])
      let source = try await Judge.lumas(plain)
      let made = try await Judge.lumas(output)
      #expect(made.count == 15)
      let expected = playback == .forward ? source : source.reversed()
      for (a, b) in zip(made, expected) { #expect(abs(Int(a) - Int(b)) < 24) }
      for (index, time) in try await Judge.times(output).enumerated() {
        #expect(abs(time - Double(index) * 0.2) < 0.001)
      }
    }

    @Test func `Frames of varying length keep their times`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.gif"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=0.4", "-vf",
        "setpts='if(lt(N,2),N,N*3)*0.1/TB'", "-fps_mode", "passthrough", input,
      ])
      try await scale(input, output, factor: "1") {
        $0.stallTimeout = 600
        $0.frameTiming = .kept
      }
      let (counts, _) = try await Judge.timestamps(output)
      #expect(counts == [0, 100, 600, 900])
    }
  }
}
