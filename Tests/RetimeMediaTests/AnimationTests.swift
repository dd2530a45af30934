// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Animated images` {
    /// A moving pattern of RGB, losslessly encoded, so that no conversion of colors is compared.
    private func pattern(_ path: String, rate: String = "30", size: String = "160x96") async throws
    {
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=\(size):r=\(rate):d=2", "-c:v", "png", "-pix_fmt", "rgb24",
        path,
      ])
    }

    /// A half transparent color, and an opaque square that moves over it.
    private func square(_ path: String) async throws {
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "color=black@0:s=64x48:r=10:d=1,format=rgba", "-f", "lavfi", "-i",
        "color=red:s=16x16:r=10:d=1,format=rgba", "-filter_complex",
        "[0][1]overlay=x=n*4:format=rgb",
        "-c:v", "png", path,
      ])
    }

    /// At 30 frames a second, rounding each duration would lose a tenth of the time.
    @Test(arguments: [("gif", 100.0), ("webp", 1000)])
    func `have every frame at its time, rounded once`(name: String, unit: Double) async throws {
      let folder = try TemporaryFolder()
      try await pattern(folder.file("in.mov"))
      let output = folder.file("out.\(name)")
      let report = try await run(request(folder.file("in.mov"), output, factor: "1"))
      #expect(report.tracks.map(\.frames) == [60])
      let expected = (0...60).map { (Double($0) / 30 * unit).rounded() / unit }
      #expect(try AnimationFile(output).starts == expected)
    }

    @Test func `in PNG have the exact frame rate`() async throws {
      let folder = try TemporaryFolder()
      try await pattern(folder.file("in.mov"), rate: "30000/1001")
      let output = folder.file("out.png")
      try await run(request(folder.file("in.mov"), output, factor: "1") { $0.container = "apng" })
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: output)))
      let controls = bytes.indices.filter { bytes[$0...].starts(with: Array("fcTL".utf8)) }
      #expect(controls.count == 60)
      // 1001 and 30000.
      #expect(controls.allSatisfy { bytes[$0 + 24..<$0 + 28] == [0x03, 0xE9, 0x75, 0x30] })
      #expect(try await Judge.pictureCount(output) == 60)
      #expect(try await Judge.pictureSums(output) == Judge.pictureSums(folder.file("in.mov")))
    }

    @Test func `in GIF are smaller and closer to the source than ffmpeg's`() async throws {
      let folder = try TemporaryFolder()
      let (input, output, other) = (
        folder.file("in.mov"), folder.file("out.gif"), folder.file("other.gif")
      )
      // Noise has more colors than a palette.
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=1,noise=alls=12:allf=t", "-c:v", "png",
        "-pix_fmt", "rgb24", input,
      ])
      try await run(request(input, output, factor: "1"))
      try await Clips.ffmpeg([
        "-i", input, "-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse", other,
      ])
      let sizes = try [output, other].map { try Data(contentsOf: URL(fileURLWithPath: $0)).count }
      #expect(sizes[0] <= sizes[1])
      #expect(try await Judge.psnr(input, output) >= Judge.psnr(input, other))
    }

    /// Noise fills the table of LZW several times in each frame.
    @Test func `in GIF keep up to 255 colors exactly`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mov"), folder.file("out.gif"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "nullsrc=s=160x120:r=10:d=1,geq=lum='random(1)*250':cb=128:cr=128",
        "-vf", "format=gray,format=rgb24", "-c:v", "png", input,
      ])
      try await run(request(input, output, factor: "1"))
      let raw = ["-pix_fmt", "rgb24", "-f", "rawvideo"]
      let bytes = try await Judge.decoded(output, raw).output
      #expect(bytes.count == 10 * 3 * 160 * 120)
      #expect(try await Judge.decoded(input, raw).output == bytes)
    }

    @Test func `in GIF are verified`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.gif"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=1", "-c:v", "ffv1", "-color_range", "pc",
        "-pix_fmt", "yuv420p", input,
      ])
      try await run(request(input, output, factor: "1") { $0.verifies = true })
    }

    @Test(arguments: ["gif", "apng"])
    func `keep transparency`(name: String) async throws {
      let folder = try TemporaryFolder()
      try await square(folder.file("in.mov"))
      let output = folder.file("out.\(name)")
      try await run(request(folder.file("in.mov"), output, factor: "1"))
      let alpha = ["-vf", "format=rgba,alphaextract", "-pix_fmt", "gray", "-f", "rawvideo"]
      let expected = try await Judge.decoded(folder.file("in.mov"), alpha).output
      #expect(expected.count == 10 * 64 * 48 && Set(expected) == [0, 255])
      #expect(try await Judge.decoded(output, alpha).output == expected)
    }

    /// As often as is asked for, or as their source.
    @Test(arguments: [0, 1, 3])
    func `state how often they are played`(plays: Int) async throws {
      let folder = try TemporaryFolder()
      try await square(folder.file("in.mov"))
      for (name, other) in [("gif", "webp"), ("webp", "apng"), ("apng", "gif")] {
        let output = folder.file("out.\(name)")
        try await run(
          request(folder.file("in.mov"), output, factor: "1") {
            ($0.plays, $0.overwrites) = (plays, true)
          }
        )
        #expect(try AnimationFile(output).plays == plays, "\(name)")
        let next = folder.file("next.\(other)")
        try await run(request(output, next, factor: "1") { $0.playback = .backward })
        #expect(try AnimationFile(next).plays == plays, "\(name) to \(other)")
      }
    }

    @Test func `too fast for players get a rate that they show`() async throws {
      let folder = try TemporaryFolder()
      try await pattern(folder.file("in.mov"), rate: "60")
      var request = try request(folder.file("in.mov"), folder.file("out.gif"), factor: "1")
      request.overwrites = true
      #expect(try await plan(request).changed.contains { $0.contains("50 a second") })
      #expect(try await run(request).tracks.map(\.frames) == [100])
      request.frameTiming = .constant(try FrameRate(parsing: "60"))
      #expect(try await failure(of: request)?.description.contains("--fps 50") == true)
    }

    @Test(arguments: ["copy", "plays"])
    func `that cannot be are refused`(kind: String) async throws {
      let folder = try TemporaryFolder()
      try await pattern(folder.file("in.mov"))
      try await run(request(folder.file("in.mov"), folder.file("in.gif"), factor: "1"))
      let output = folder.file(kind == "plays" ? "out.mkv" : "out.gif")
      let request =
        kind == "copy"
        ? JobRequest.copy(input: folder.file("in.gif"), output: output)
        : try request(folder.file("in.mov"), output, factor: "1") {
          $0.plays = 2
        }
      #expect(try await failure(of: request)?.kind == .usage)
      #expect(!FileManager.default.fileExists(atPath: output))
    }
  }
}

/// The times and the repetitions that an animated image states, read without a decoder.
private struct AnimationFile {
  /// The start of each frame, and the end of the last one, in seconds.
  private(set) var starts = [0.0]
  /// How often it is played; 0 for endless repetition.
  private(set) var plays = 1
  private let bytes: [UInt8]

  init(_ path: String) throws {
    bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    if bytes.starts(with: Array("GIF89a".utf8)) {
      readGIF()
    } else if bytes.starts(with: Array("RIFF".utf8)) {
      readWebP()
    } else {
      let start = bytes.indices.first { bytes[$0...].starts(with: Array("acTL".utf8)) } ?? 0
      plays = bytes[start + 8..<start + 12].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  private func little(_ offset: Int, _ count: Int) -> Int {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func take(_ ticks: Int, _ unit: Int, _ total: inout Int) {
    total += ticks
    starts.append(Double(total) / Double(unit))
  }

  private mutating func readGIF() {
    var (offset, total) = (13 + (3 << (Int(bytes[10] & 7) + 1)), 0)
    func skip(_ from: Int) -> Int {
      var offset = from
      while bytes[offset] != 0 { offset += Int(bytes[offset]) + 1 }
      return offset + 1
    }
    while bytes[offset] != 0x3B {
      if bytes[offset] == 0x2C {
        let flags = bytes[offset + 9]
        offset = skip(offset + 11 + (flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)))
        continue
      }
      if bytes[offset + 1] == 0xF9 { take(little(offset + 4, 2), 100, &total) }
      if bytes[offset + 1] == 0xFF {
        let count = little(offset + 16, 2)
        plays = count == 0 ? 0 : count + 1
      }
      offset = skip(offset + 2)
    }
  }

  private mutating func readWebP() {
    var (offset, total) = (12, 0)
    while offset + 8 <= bytes.count {
      let (name, size) = (
        String(decoding: bytes[offset..<offset + 4], as: UTF8.self), little(offset + 4, 4)
      )
      if name == "ANIM" { plays = little(offset + 12, 2) }
      if name == "ANMF" { take(little(offset + 20, 3), 1000, &total) }
      offset += 8 + size + size % 2
    }
  }
}
