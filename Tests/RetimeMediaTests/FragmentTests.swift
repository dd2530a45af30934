// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// Fragmented MP4 by ffmpeg, with an index of its fragments at the end; ffmpeg is the reference.
  @Suite struct `Parts of fragmented MP4` {
    /// Frames of 0.04 s, of which the first is shown at 0.08 s, as the others are reordered.
    @Test(arguments: ["frag_keyframe+empty_moov", "frag_keyframe"], ["0.5", "1.5", "2.2"])
    func `A part begins with the frame of its time`(flags: String, start: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=3", "-f", "lavfi", "-i",
        "sine=duration=3", "-c:v", "libx264", "-preset", "medium", "-bf", "3", "-g", "25", "-c:a",
        "aac", "-movflags", flags, input,
      ])
      let start = try RationalTime(parsing: start)
      try await scale(input, output, factor: "1") {
        ($0.start, $0.videoEncoder, $0.frameTiming) = (start, "avenc_ffv1", .variable)
        $0.audioEncoder = "flacenc"
      }
      let first = Int(((start.seconds - 0.08) / 0.04 + 1e-6).rounded(.down))
      let source = try await Judge.pictureSums(input)
      #expect(source.count == 75)
      #expect(try await Judge.pictureSums(output) == Array(source[first...]))

      // 131 packets of 1024 samples, of which ffmpeg delays the second until 0.08 s.
      let samples = try await Judge.sound(output, sampleRate: 44_100)
      #expect(Int64(samples.count) == 3528 + 130 * 1024 - start.ticks(timescale: 44_100))
      let given = try await Judge.sound(input, sampleRate: 44_100).suffix(samples.count)
      #expect(zip(given, samples).allSatisfy { abs($0 - $1) < 1e-3 })
    }
  }
}
