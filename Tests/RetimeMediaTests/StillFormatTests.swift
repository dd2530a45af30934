// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// ffmpeg is the reference.
  @Suite struct `Formats of still images` {
    /// Noise in every bit, with a width that fills no word.
    private static let noise =
      "nullsrc=s=75x41:r=25,format=gbrap16le,geq=r='random(1)*65535':g='random(2)*65535':b='random(3)*65535'"

    @Test(arguments: ["rgb48be", "rgba64be", "gray16be", "rgb24", "rgba"])
    func `PNG keeps every bit`(format: String) async throws {
      let folder = try TemporaryFolder()
      let alpha = format.hasPrefix("rgba") ? "random(4)*65535" : "65535"
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "\(Self.noise):a='\(alpha)'", "-frames:v", "6", "-pix_fmt", format,
        folder.file("a-%d.png"),
      ])
      try await run(request(folder.file("a-%d.png"), folder.file("b-%d.png"), factor: "1"))
      for number in 1...6 {
        let made = folder.file("b-\(number).png")
        let sums = try await Judge.pictureSums(folder.file("a-\(number).png"))
        #expect(sums.count == 1)
        #expect(try await Judge.pictureSums(made) == sums)
        #expect(try await Judge.entries("stream=pix_fmt", of: made, []).contains(format))
      }
    }

    @Test func `PNG of a deep film has 16 bits`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2", "-pix_fmt", "yuv444p10le", "-c:v",
        "ffv1", folder.file("in.mkv"),
      ])
      let request = try request(folder.file("in.mkv"), folder.file("a-%d.png"), factor: "1")
      #expect(try await plan(request).changed.allSatisfy { !$0.contains("8 bit") })
      try await run(request)
      let format = try await Judge.entries("stream=pix_fmt", of: folder.file("a-1.png"), [])
      #expect(format.contains("rgb48be"))
    }

    @Test(arguments: ["tga", "jp2", "bmp", "ppm", "tif"], ["rgb24", "rgba", "gray"])
    func `Others are read with their levels and alpha`(type: String, format: String) async throws {
      guard format != "rgba" || !["ppm", "bmp"].contains(type) else { return }
      guard format != "gray" || !["ppm", "bmp"].contains(type) else { return }
      let folder = try TemporaryFolder()
      let lossless = type == "jp2" ? ["-pred", "1", "-compression_level", "0"] : []
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "testsrc2=s=76x40:r=25,format=rgba,colorchannelmixer=aa=0.6",
          "-frames:v", "3", "-pix_fmt", format,
        ] + lossless + [folder.file("a-%d.\(type)")]
      )
      let output = folder.file("out.mov")
      try await run(
        request(folder.file("a-%d.\(type)"), output, factor: "1") { $0.videoEncoder = "pngenc" }
      )
      let raw = ["-pix_fmt", "rgba", "-f", "rawvideo"]
      var expected: [UInt8] = []
      for number in 1...3 {
        expected += try await Judge.decoded(folder.file("a-\(number).\(type)"), raw).output
      }
      #expect(try await Judge.decoded(output, raw).output == expected)
    }

    /// GStreamer takes DPX for MPEG audio, or for H.264.
    @Test(arguments: [("dpx", "gbrp10be"), ("dpx", "gbrp10le"), ("exr", "gbrpf32le")])
    func `DPX and OpenEXR are refused by name`(type: String, format: String) async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=76x40:r=25", "-frames:v", "3", "-pix_fmt", format,
        folder.file("a-%d.\(type)"),
      ])
      for name in ["a-%d.\(type)", "a-*.\(type)", "a-1.\(type)"] {
        let request = try request(folder.file(name), folder.file("out.mkv"), factor: "1")
        let message = try #require(try await failure(of: request)).description
        #expect(message.contains("images are not read; convert them"), "\(message)")
      }
      // Under another name, no sound is made of them.
      let other = folder.file("a.bin")
      try FileManager.default.copyItem(atPath: folder.file("a-1.\(type)"), toPath: other)
      let request = try request(other, folder.file("out.wav"), factor: "1")
      #expect(try await failure(of: request) != nil)
    }
  }
}
