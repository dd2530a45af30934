// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import Synchronization
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Samples beyond full scale` {
    /// The notices of a job.
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
    func `Clipping of float samples is counted for integer formats, with the headroom needed`(
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

    @Test(arguments: ["flac", "mp3"])
    func `The headroom suggested prevents clipping, and 1 dB less clips again`(container: String)
      async throws
    {
      let folder = try TemporaryFolder()
      let input = folder.file("in.wav")
      try await make(0.9, "pcm_s16le", input)
      let (loud, output) = (folder.file("loud.wav"), folder.file("out.\(container)"))
      try await Clips.ffmpeg(["-i", input, "-af", "volume=9dB", "-c:a", "pcm_f32le", loud])
      func job(_ headroom: Double) throws -> JobRequest {
        try request(loud, output, factor: "1.5") {
          ($0.headroom, $0.overwrites) = (headroom, true)
        }
      }
      #expect(
        try await notices(job(7.2)).contains { $0.contains("by up to 0.9 dB: give --headroom 8.1") }
      )
      #expect(try await notices(job(8.1)).isEmpty)
      let peak = try await Judge.sound(output).map(abs).max() ?? 0
      #expect((0.98...1.01).contains(peak), "peak \(peak)")
    }

    @Test func `Headroom lowers the level at the source's bit depth`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.flac"))
      try await make(0.5, "pcm_s24le", input)
      _ = try await notices(request(input, output, factor: "1") { $0.headroom = 6 })
      let before = try await Judge.sound(input), after = try await Judge.sound(output)
      #expect(before.count == after.count)
      #expect(zip(before, after).allSatisfy { abs($0 * 0.501_187_2 - $1) < 0x1p-23 })
    }

    /// Rounding alone silences a tone of 0.4 steps of 16 bits.
    @Test(arguments: [Dither.none, .tpdf])
    func `Dither keeps a tone below half a quantization step`(dither: Dither) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
      try await make(1.6 / 32768, "pcm_s16le", input)
      _ = try await notices(
        request(input, output, factor: "1") { ($0.headroom, $0.dither) = (12.041_2, dither) }
      )
      let given = try await level(of: input)
      let made = try await level(of: output)
      #expect(abs(given - 1.6) < 0.2)
      #expect(abs(made - (dither == .none ? 0 : given / 4)) < 0.02)
    }

    /// The amplitude of the tone of `make`, in steps of 16 bits.
    private func level(of path: String) async throws -> Double {
      let samples = try await Judge.sound(path).map { Double($0) * 32768 }
      let tone = samples.indices.map { sin(2 * .pi * 440 * Double($0) / 48_000) }
      return 2 * zip(samples, tone).map(*).reduce(0, +) / Double(samples.count)
    }

    @Test func `Float files keep samples beyond full scale without a notice`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.wav")
      try await make(3, "pcm_f32le", input)
      #expect(try await notices(request(input, folder.file("out.wav"), factor: "1")).isEmpty)
    }

    /// A square wave at full scale: its interpolation overshoots.
    @Test func `Clipping that interpolation adds to integer samples is reported`()
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
