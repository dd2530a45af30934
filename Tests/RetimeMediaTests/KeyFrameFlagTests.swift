// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Key frame flags` {
    @Test(arguments: [FrameSelection.nearest, .blend], [Playback.forward, .backward])
    func `Every PNG frame in AVI is marked as a key frame`(
      selection: FrameSelection,
      playback: Playback
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.avi"), folder.file("out.avi"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=0.5", "-c:v", "png", input,
      ])
      try await scale(input, output, factor: "2") {
        ($0.selection, $0.playback) = (selection, playback)
      }
      let flags = try await Program.succeed(
        "ffprobe",
        ["-v", "error", "-show_entries", "packet=flags", "-of", "csv=p=0", output]
      )
      let lines = flags.text.split(separator: "\n")
      #expect(lines.count == 10 && lines.allSatisfy { $0.hasPrefix("K") })
    }
  }
}
