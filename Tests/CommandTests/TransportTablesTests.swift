// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `Many files and parts` {
  /// x264 decodes its first frame before the audio starts, whichever track of the source is the first.
  @Suite(.timeLimit(.minutes(10))) struct `A transport stream` {
    @Test(arguments: ["0:a 1:v", "1:v 0:a"], ["", "0.5"])
    func `A transport stream starts with its tables, and every frame is read`(
      order: String,
      later: String
    ) async throws {
      let folder = try TemporaryFolder()
      let tracks = order.split(separator: " ").flatMap { ["-map", String($0)] }
      let offset = later.isEmpty ? [] : ["-itsoffset", later]
      try await Clips.ffmpeg(
        offset + [
          "-f", "lavfi", "-i", "anoisesrc=r=48000:d=2:a=0.3:seed=4", "-f", "lavfi", "-i",
          "testsrc2=s=64x48:r=25:d=2",
        ] + tracks + ["-c:v", "ffv1", "-c:a", "pcm_s16le", folder.file("in.mkv")]
      )
      try await succeed(["in.mkv", "out.ts", "--factor", "2/3"], in: folder)
      try await Self.expectTables("out.ts", of: 34, in: folder)

      try await succeed(["copy", "out.ts", "copy.ts"], in: folder)
      try await Self.expectTables("copy.ts", of: 34, in: folder)
    }

    /// Checks that the first two packets are those of the tables, and that GStreamer and FFmpeg read all frames.
    private static func expectTables(
      _ name: String,
      of pictures: Int,
      in folder: TemporaryFolder
    ) async throws {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
      try #require(bytes.count > 376)
      let packets = [bytes[0], bytes[188]]
      #expect(packets == [0x47, 0x47])
      let streams = [0, 188].map { Int(bytes[$0 + 1] & 0x1f) << 8 | Int(bytes[$0 + 2]) }
      // ISO/IEC 13818-1, 2.4.3.3: the PAT has PID 0. mpegtsmux gives the first PMT the PID 32.
      #expect(streams == [0, 32])
      #expect(try await Judge.lumas(folder.file(name)).count == pictures)
      try await succeed([name, "\(name).mkv", "--factor", "1"], in: folder)
      #expect(try await Judge.lumas(folder.file("\(name).mkv")).count == pictures)
    }
  }
}
