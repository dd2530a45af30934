// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

extension `Many files and parts` {
  @Suite(.timeLimit(.minutes(10))) struct `Opus that starts late` {
    @Test(arguments: ["webm", "mkv"])
    func `Opus keeps its start time`(container: String) async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=4", "-itsoffset", "0.1", "-f", "lavfi", "-i",
        "anoisesrc=r=48000:d=3:a=0.3:seed=4", "-map", "0", "-map", "1", "-c:v", "ffv1", "-c:a",
        "pcm_s16le", folder.file("in.mkv"),
      ])
      let codec = container == "mkv" ? ["--audio-encoder", "opusenc"] : []
      try await succeed(["in.mkv", "out.\(container)", "--factor", "1.5"] + codec, in: folder)
      let said = try await Judge.entries(
        "packet=pts_time",
        of: folder.file("out.\(container)"),
        ["-select_streams", "a", "-read_intervals", "%+#3"]
      )
      let times = said.split(whereSeparator: { $0 == "\n" || $0 == "," }).compactMap {
        Double($0)
      }
      try #require(times.count == 3, "\(said)")
      // ffprobe subtracts the encoder delay of 6.5 ms; times are whole milliseconds.
      #expect(abs(times[0] - (0.15 - 0.0065)) < 0.0016, "\(times)")
      #expect(abs(times[1] - times[0] - 0.02) < 0.0016, "\(times)")
      let found = try await `A certificate`.check("out.\(container)", folder)
      let offset = try #require(found.certificate["offset"] as? Double)
      #expect(abs(offset) < 2, "\(offset)")
    }
  }
}
