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

  @Suite struct `Priming samples` {
    /// The first packet after them is decoded with the last packet of them.
    @Test(arguments: ["mp4", "m4a", "mov", "3gp"])
    func `are copied into files that can skip them`(format: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.\(format)"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-f", "lavfi", "-i",
        "sine=f=440:r=44100:d=1.01,volume=8", "-c:v", "libx264", "-c:a", "aac", input,
      ])
      let report = try await run(
        request(input, output, factor: "1") { ($0.copiesVideo, $0.copiesAudio) = (true, true) }
      )
      let (given, made) = try await (
        Judge.samples(input, "s16le"), Judge.samples(output, "s16le")
      )
      #expect(!given.isEmpty && given == made)
      // 1.01 s are 44 packets of 1,024 samples, and one of priming samples.
      #expect(report.tracks.last?.frames == 45 && abs(report.duration - 1.01) < 0.0005)
    }
  }
}
