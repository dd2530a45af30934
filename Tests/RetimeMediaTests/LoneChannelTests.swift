// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `The position of a single channel` {
    /// A file with one channel, LFE or front left.
    @Test(arguments: ["FL", "LFE"], ["wav", "w64", "caf", "aiff", "flac", "mp3"])
    func `The position of a single channel is kept, or listed as dropped`(
      place: String,
      container: String
    )
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.\(container)"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "anoisesrc=d=0.1:r=48000", "-af", "pan=\(place)|\(place)=c0", "-c:a",
        "pcm_s16le", input,
      ])
      let request = try request(input, output, factor: "1")
      let isTold = try await plan(request).lost.contains { $0.contains("\(place), which") }
      #expect(isTold == (container == "mp3"))
      try await run(request)
      guard !isTold else { return }
      let (before, after) = try await (Judge.streams(input), Judge.streams(output))
      #expect(before.streams[0].channel_layout == after.streams[0].channel_layout)
      #expect(after.streams[0].channel_layout != nil)
    }
  }
}
