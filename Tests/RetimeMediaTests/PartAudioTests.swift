// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// After a seek, decoders need earlier packets to output the right samples.
  @Suite struct `Audio of a part` {
    @Test(arguments: [
      ("mp4", "-c:v libx264 -c:a aac"), ("ts", "-c:v libx264 -c:a aac"),
      ("avi", "-c:v mpeg4 -c:a libmp3lame"), ("mp4", "-c:v libx264 -c:a libopus"),
      ("flv", "-c:v libx264 -c:a aac -output_ts_offset 7"),
      ("mov", "-c:v libx264 -c:a aac -output_ts_offset 7"), ("ogg", "-vn -c:a libvorbis"),
    ])
    func `A part starts with the samples of its time`(format: String, options: String) async throws
    {
      let folder = try TemporaryFolder()
      let (input, whole) = (folder.file("in.\(format)"), folder.file("whole.wav"))
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=3", "-f", "lavfi", "-i",
          "aevalsrc=0.3*sin(2*PI*440*t)+0.3*sin(2*PI*t*(900+300*t)):s=48000:d=3",
        ] + options.split(separator: " ").map(String.init) + [input]
      )
      try await scale(input, whole, factor: "1") { $0.videoTracks = .none }
      let expected = try await Judge.sound(whole)
      for start in ["0.2", "1.3", "2.017"] {
        let output = folder.file("\(start).wav")
        let start = try RationalTime(parsing: start)
        try await scale(input, output, factor: "1") {
          ($0.videoTracks, $0.start) = (.none, start)
        }
        let made = try await Judge.sound(output)
        // FLV's times are whole milliseconds.
        let first = Int(start.ticks(timescale: 48_000))
        let isThere = (-48...48).contains { shift in
          zip(made.prefix(9_600), expected.dropFirst(first + shift)).allSatisfy {
            abs($0 - $1) < 0.005
          }
        }
        #expect(isThere && made.count >= 9_600, "from \(start) s")
      }
    }
  }
}
