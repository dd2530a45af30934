// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Uncorrelated stereo channels` {
    /// Encoders by name, nil for the container's default.
    @Test(
      arguments: [
        ("m4a", nil), ("m4a", "avenc_aac bitrate=192000"), ("mp3", nil), ("opus", nil),
        ("ogg", nil), ("ac3.mkv", "avenc_ac3 bitrate=192000"),
      ] as [(String, String?)]
    )
    func `Each codec keeps the channels separate at each quality`(name: String, encoder: String?)
      async throws
    {
      let folder = try TemporaryFolder()
      let input = folder.file("in.wav")
      // Pink noise beside a louder tone, which correlate by less than 0.01.
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "anoisesrc=c=pink:a=0.05:d=3:r=48000:seed=7", "-f", "lavfi", "-i",
        "sine=f=440:r=48000:d=3", "-filter_complex", "[0][1]amerge=inputs=2", "-c:a", "pcm_s16le",
        input,
      ])
      for quality in encoder == nil ? EncodingQuality.allCases : [.good] {
        let output = folder.file("\(quality).\(name)")
        let job = try request(input, output, factor: "1") {
          ($0.quality, $0.audioEncoder) = (quality, encoder)
        }
        try await onThread { _ = try Retime.run(job) }
        let given = try await correlation(input)
        let made = try await correlation(output)
        #expect(abs(given) < 0.02 && abs(made) < 0.05, "\(quality): \(given) becomes \(made)")
      }
    }

    /// The correlation of the first two channels, from -1 to 1.
    private func correlation(_ path: String) async throws -> Double {
      let samples = try await Judge.samples(path, "s16le")
      var (ab, aa, bb) = (0.0, 0.0, 0.0)
      for frame in 0..<samples.count / 4 {
        let at = { (index: Int) in
          Double(Int16(samples[index]) | Int16(bitPattern: UInt16(samples[index + 1]) << 8))
        }
        let (a, b) = (at(4 * frame), at(4 * frame + 2))
        (ab, aa, bb) = (ab + a * b, aa + a * a, bb + b * b)
      }
      return ab / (aa * bb).squareRoot()
    }
  }
}
