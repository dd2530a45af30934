// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Tone mapping to SDR` {
    /// Grey of one 10-bit luma, in lossless H.265 with BT.2020 and a transfer function.
    static func grey(_ luma: Int, _ transfer: String, _ path: String) async throws {
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "color=black:size=130x68:rate=10:duration=0.5", "-vf",
          "format=yuv420p10le,geq=lum=\(luma):cb=512:cr=512", "-c:v", "libx265", "-x265-params",
          "log-level=none:lossless=1:colorprim=bt2020:transfer=\(transfer):colormatrix=bt2020nc:"
            + "max-cll=1000,400",
          path,
        ]
      )
    }

    /// Levels that the published formulas give for 26, 203 and 1000 nits.
    @Test(
      arguments: [
        ("smpte2084", 397, 109), ("smpte2084", 573, 214), ("smpte2084", 723, 235),
        ("arib-std-b67", 721, 214), ("arib-std-b67", 940, 235),
      ]
    )
    func `Tone-mapped levels are those of the standards`(transfer: String, luma: Int, level: Int)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mp4"))
      try await Self.grey(luma, transfer, input)
      try await scale(input, output, factor: "2") { $0.makesSDR = true }
      let made = try await Judge.colors(output)
      #expect(made.format == "yuv420p" && made.range == "tv" && made.matrix == "bt709")
      #expect(made.transfer == "bt709" && made.primaries == "bt709")
      #expect(made.displayPeak == nil && made.brightest == nil)
      let levels = try await Judge.lumas(output)
      #expect(levels.count == 10 && levels.allSatisfy { abs(Int($0) - level) <= 1 }, "\(levels)")
    }

    @Test(arguments: ["webm", "mp4", "avi", "mkv"])
    func `Tone mapping works in other containers, with blending and backwards`(container: String)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.\(container)"))
      try await Self.grey(573, "smpte2084", input)
      try await scale(input, output, factor: "1.5") {
        $0.makesSDR = true
        if container == "mkv" { $0.playback = .backward } else { $0.selection = .blend }
      }
      let levels = try await Judge.lumas(output)
      #expect(levels.count == 8 && levels.allSatisfy { abs(Int($0) - 214) <= 2 }, "\(levels)")
    }

    @Test func `The plan lists tone mapping, and SDR sources stay unchanged`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mp4"))
      try await Self.grey(573, "smpte2084", input)
      let plan = try await plan(input, output, factor: "1") { $0.makesSDR = true }
      #expect(
        plan.changed == [
          "video track 0: PQ, BT.2020 becomes BT.709 with 8 bits: 1000 nits are white"
        ]
      )
      try await Clips.clip(input, ["-an", "-c:v", "libx264", "-pix_fmt", "yuv420p"])
      let made = folder.file("ffv1.mkv")
      try await scale(input, made, factor: "1") {
        $0.makesSDR = true
        $0.profile = "video/x-matroska:video/x-ffv,ffvversion=1"
      }
      #expect(try await Judge.pictureSums(made) == Judge.pictureSums(input))
    }
  }
}
