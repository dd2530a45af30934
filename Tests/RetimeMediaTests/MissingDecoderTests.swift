// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `A track that nothing decodes` {
    /// Sound of a kind that no decoder knows, beside pictures.
    @Test(.timeLimit(.minutes(10))) func `is left out and told of`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mov"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:d=1", "-f", "lavfi", "-i",
        "sine=d=1:r=48000", "-c:v", "mjpeg", "-c:a", "pcm_s16le", input,
      ])
      var bytes = try Array(Data(contentsOf: URL(filePath: input)))
      let place = try #require(bytes.firstRange(of: Array("sowt".utf8)))
      bytes.replaceSubrange(place, with: Array("sevc".utf8))
      try Data(bytes).write(to: URL(filePath: input))
      let request = try `Media jobs`.request(input, output, factor: "2")
      let plan = try await `Media jobs`.onThread { try Retime.plan(request) }
      #expect(plan.tracks.count == 1)
      #expect(plan.lost.contains { $0.contains("No Debian package") })
      try await scale(input, output, factor: "2")
      #expect(try await Judge.streams(output).streams.map(\.codec_type) == ["video"])
      let alone = try `Media jobs`.request(input, folder.file("out.wav"), factor: "2")
      #expect(try await `Media jobs`.failure(of: alone)?.kind == .missingCodec)
    }

    /// Matroska leaves out the header that GStreamer's decoder of TTA begins with.
    @Test(.timeLimit(.minutes(10))) func `although one is installed is not called missing`()
      async throws
    {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mka")
      try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=d=1", "-c:a", "tta", input])
      let request = try `Media jobs`.request(input, folder.file("out.wav"), factor: "2")
      let failure = try #require(try await `Media jobs`.failure(of: request))
      #expect(failure.kind == .missingCodec && "\(failure)".contains("avdec_tta is installed"))
    }
  }
}
