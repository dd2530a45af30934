// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// ffmpeg is the reference.
  @Suite struct `PCM in QuickTime` {
    @Test(
      arguments: ["s16", "s24", "s32", "f32", "f64"].flatMap { ["\($0)le", "\($0)be"] },
      // Above 65,535 Hz ffmpeg writes sound descriptions of version 2.
      [48_000, 96_000]
    )
    func `PCM in QuickTime is read in either byte order`(format: String, rate: Int) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mov"), folder.file("out.wav"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "anoisesrc=d=0.2:r=\(rate):a=0.5", "-ac", "2", "-c:a", "pcm_\(format)",
        input,
      ])
      try await scale(input, output, factor: "1")
      let (before, after) = (
        try await Judge.samples(input, "f64le"), try await Judge.samples(output, "f64le")
      )
      #expect(!before.isEmpty && before == after)
    }
  }
}
