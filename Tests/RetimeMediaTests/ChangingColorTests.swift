// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Colorimetry that changes within a stream` {
    /// Ten frames of one orange with the BT.601 matrix, then ten of it with that of BT.709, in one stream.
    private static func clip(_ folder: TemporaryFolder) async throws -> String {
      let matrices = ["smpte170m", "bt709"]
      for matrix in matrices {
        try await Clips.ffmpeg([
          "-f", "lavfi", "-i", "color=0xE06020:size=64x48:rate=10:duration=1,format=rgb24", "-vf",
          "scale=out_color_matrix=\(matrix):out_range=tv,format=yuv420p", "-c:v", "libx264", "-qp",
          "4",
          "-colorspace", matrix, "-color_primaries", matrix, "-color_trc", matrix, "-color_range",
          "tv", folder.file("\(matrix).ts"),
        ])
      }
      let input = folder.file("in.ts")
      try await Clips.ffmpeg([
        "-i", "concat:" + matrices.map { folder.file("\($0).ts") }.joined(separator: "|"), "-c",
        "copy", input,
      ])
      return input
    }

    @Test(arguments: ["mp4", "webm", "mkv"], [Playback.forward, .backward])
    func `A frame is converted from the matrix it is tagged with`(
      container: String,
      playback: Playback
    ) async throws {
      let folder = try TemporaryFolder()
      let input = try await Self.clip(folder)
      let output = folder.file("out.\(container)")
      try await scale(input, output, factor: "1") { $0.playback = playback }
      for time in ["0.5", "1.5"] {
        let orange = try await Judge.rgb(output, time: time, width: 64, y: 24, at: [32])[0]
        for (component, wanted) in zip(orange, [0xE0, 0x60, 0x20]) {
          #expect(abs(component - wanted) <= 6, "\(orange) at \(time) s")
        }
      }
    }
  }
}
