// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import Synchronization
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Samples beyond full scale` {
    /// What a job says while it runs.
    private func notices(_ request: JobRequest) async throws -> [String] {
      try await onThread {
        let told = Mutex<[String]>([])
        _ = try Retime.run(request, onNotice: { text in told.withLock { $0.append(text) } })
        return told.withLock { $0 }
      }
    }

    private func make(_ amplitude: Double, _ codec: String, _ path: String) async throws {
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "aevalsrc=\(amplitude)*sin(2*PI*440*t):s=48000:d=0.5", "-c:a", codec,
        path,
      ])
    }

    @Test(arguments: ["flac", "m4a"])
    func `of floats are counted where integers are written, with the level needed`(
      container: String
    ) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.wav")
      try await make(3, "pcm_f32le", input)
      let told = try await notices(request(input, folder.file("out.\(container)"), factor: "1"))
      let takesFloats = container == "m4a"
      #expect(
        told.contains { $0.contains("beyond full scale") && $0.contains("9.6 dB") } != takesFloats
      )
    }

    @Test func `are kept in files of floats, and nothing is said`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.wav")
      try await make(3, "pcm_f32le", input)
      #expect(try await notices(request(input, folder.file("out.wav"), factor: "1")).isEmpty)
    }

    /// A square wave at full scale: what is between its samples overshoots.
    @Test func `of integers are told where computing makes more of them than there were`()
      async throws
    {
      let folder = try TemporaryFolder()
      let (square, quiet) = (folder.file("square.wav"), folder.file("quiet.wav"))
      let wave = "sgn(sin(2*PI*441*t))"
      for (path, level) in [(square, "1"), (quiet, "0.5")] {
        try await Clips.ffmpeg([
          "-f", "lavfi", "-i",
          "aevalsrc=if(lt(mod(t\\,0.2)\\,0.1)\\,0.97*\(level)*\(wave)\\,0):s=44100:d=0.6",
          "-c:a", "pcm_s16le", path,
        ])
      }
      let output = folder.file("out.wav")
      let loud = try request(square, output, factor: "1.3") { $0.audioMethod = .sinc }
      #expect(try await notices(loud).contains { $0.contains("reach full scale") })
      let soft = try request(quiet, folder.file("soft.wav"), factor: "1.3") {
        $0.audioMethod = .sinc
      }
      #expect(try await notices(soft).isEmpty)
    }
  }
}
