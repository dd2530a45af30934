// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// ffmpeg and libwebpdemux are the reference.
  @Suite struct `Animated images as input` {
    /// A pattern, or an opaque and a half transparent square on a transparent ground, with uneven durations.
    ///
    /// `filter`: what comes before the durations.
    private func animation(
      _ path: String,
      isOpaque: Bool,
      filter: String = "null"
    ) async throws {
      let squares =
        "color=red:s=16x16:r=10:d=1[a];color=blue@0.7:s=20x20:r=10:d=1,format=rgba[b];"
        + "color=black@0:s=96x64:r=10:d=1,format=rgba[c];"
        + "[c][a]overlay=x=n*6:y=n*3:format=rgb[d];[d][b]overlay=x=60-n*5:y=20:format=rgb"
      let source = isOpaque ? "testsrc2=s=96x64:r=10:d=1,format=rgb24" : squares
      let codec =
        path.hasSuffix("webp")
        ? ["-c:v", "libwebp_anim", "-lossless", "1"]
        : path.hasSuffix("png") ? ["-f", "apng", "-plays", "3"] : []
      // ffmpeg's own palette has no transparent color.
      let palette =
        path.hasSuffix("gif") && !isOpaque ? "split[x][y];[x]palettegen[p];[y][p]paletteuse," : ""
      let graph = "\(source),\(filter),\(palette)setpts='(N*N+2*N)*0.05/TB'"
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", graph, "-fps_mode", "passthrough"] + codec + [path]
      )
    }

    private func frames(_ path: String) async throws -> [Substring] {
      try await Oracle.lines("animation.py", [path])
    }

    /// The film of an animation, without any loss.
    private func film(
      _ input: String,
      _ folder: borrowing TemporaryFolder,
      _ change: (inout JobRequest) throws -> Void = { _ in }
    ) async throws -> String {
      let output = folder.file("out.mov")
      try await run(
        request(input, output, factor: "1") {
          ($0.videoEncoder, $0.frameTiming, $0.overwrites) = ("pngenc", .variable, true)
          try change(&$0)
        }
      )
      return output
    }

    @Test(arguments: ["in.gif", "in.apng", "in.png", "in.webp"], [true, false])
    func `Every frame has its pixels and its time`(name: String, isOpaque: Bool) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file(name)
      try await animation(input, isOpaque: isOpaque)
      let expected = try await frames(input)
      #expect(expected.count == 10 && Set(expected).count == 10)
      let output = try await film(input, folder)
      #expect(try await frames(output) == expected)
      let info = try await onThread { try Retime.info(input) }
      #expect(info.tracks.map(\.frames) == [10] && info.unread.isEmpty)
      let format = try await Judge.entries("stream=pix_fmt", of: output, [])
      #expect(format.contains(isOpaque ? "rgb24" : "rgba"))
    }

    @Test(arguments: ["in.gif", "in.apng", "in.webp"])
    func `Frames are played backwards, and in part`(name: String) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file(name)
      try await animation(input, isOpaque: false)
      func sums(_ lines: [Substring]) -> [Substring] {
        lines.compactMap { $0.split(separator: " ").last }
      }
      let expected = sums(try await frames(input))
      let backward = try await film(input, folder) { $0.playback = .backward }
      #expect(sums(try await frames(backward)) == expected.reversed())
      // Frames 2 to 4 start at 0.4, 0.75 and 1.2 s.
      let part = try await film(input, folder) {
        ($0.start, $0.end) = (RationalTime(4, 10), RationalTime(15, 10))
      }
      #expect(sums(try await frames(part)) == Array(expected[2...4]))
    }

    /// 16-bit values are those of 8 bits, so that no conversion rounds.
    @Test(arguments: [
      "rgb24", "rgba", "rgb48be", "rgba64be", "pal8", "gray", "ya8", "gray16be", "ya16be", "monob",
    ])
    func `PNG is read in every form of pixels`(format: String) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.apng")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=75x41:r=10:d=0.5,format=rgba", "-pix_fmt", format, input,
      ])
      let expected = try await frames(input)
      #expect(expected.count == 5)
      guard format.contains("16") || format.contains("48") || format.contains("64") else {
        #expect(try await frames(film(input, folder)) == expected)
        return
      }
      try await run(request(input, folder.file("a-%d.png"), factor: "1"))
      for number in 1...5 {
        let image = try await frames(folder.file("a-\(number).png"))
        #expect(image[0].split(separator: " ")[1] == expected[number - 1].split(separator: " ")[1])
      }
    }

    /// As in browsers and ffmpeg, a duration below 0.02 s is shown as a tenth of a second.
    @Test func `GIF frames without a duration last a tenth of a second`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.gif")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2", folder.file("made.gif"),
      ])
      var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("made.gif"))))
      let controls = bytes.indices.filter { bytes[$0...].starts(with: [0x21, 0xF9, 0x04]) }
      #expect(controls.count == 5)
      for (place, delay) in zip(controls, [0, 1, 2, 0, 7] as [UInt8]) { bytes[place + 4] = delay }
      try Data(bytes).write(to: URL(fileURLWithPath: input))
      let output = try await film(input, folder)
      #expect(try await Judge.times(output) == [0, 0.1, 0.2, 0.22, 0.32])
      #expect(try await frames(output) == frames(input))
    }

    @Test(arguments: ["gif", "apng", "webp"])
    func `The last frame of a file that ends within it is reported`(name: String) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.\(name)")
      try await animation(folder.file("whole.\(name)"), isOpaque: true)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("whole.\(name)")))
      try bytes.prefix(bytes.count - 200).write(to: URL(fileURLWithPath: input))
      let plan = try await plan(request(input, folder.file("out.mov"), factor: "1"))
      #expect(plan.lost.contains { $0.contains("within which the file ends") })
      #expect(
        try await run(request(input, folder.file("out.mov"), factor: "1")).tracks[0].frames == 9
      )
    }

    @Test(arguments: ["gif", "apng", "webp"])
    func `Damaged frames are refused`(name: String) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.\(name)")
      try await animation(input, isOpaque: true)
      var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: input)))
      // A GIF has no checksum, so its code size is wrong.
      if name == "gif" {
        let control = try #require(
          bytes.indices.last { bytes[$0...].starts(with: [0x21, 0xF9, 0x04]) }
        )
        #expect(bytes[control + 8] == 0x2C && bytes[control + 17] & 0x80 == 0)
        bytes[control + 18] = 30
      } else {
        for place in bytes.count / 2..<bytes.count / 2 + 40 { bytes[place] ^= 0x5A }
      }
      try Data(bytes).write(to: URL(fileURLWithPath: input))
      let error = try await failure(of: request(input, folder.file("out.mov"), factor: "1"))
      #expect(error?.kind == .badInput)
      #expect(folder.names.allSatisfy { !$0.hasPrefix("out") })
    }

    /// Equal frames are one frame of WebP, and the colors of transparent pixels change in WebP and GIF.
    @Test(arguments: ["gif", "apng", "webp"], [true, false])
    func `Results are verified and checked`(name: String, isOpaque: Bool) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.apng"), folder.file("out.\(name)"))
      try await animation(input, isOpaque: isOpaque, filter: "tpad=stop=4:stop_mode=clone")
      var job = try request(input, output, factor: "2") {
        ($0.verifies, $0.frameTiming) = (true, .constant(try FrameRate(parsing: "10")))
        // The saturated edges of the pattern change in lossy WebP as in no film.
        if isOpaque { $0.quality = .best }
      }
      let report = try await run(job)
      #expect(report.certificate != nil)
      let foreign = folder.file("foreign.\(name)")
      (job.output, job.playback) = (foreign, .backward)
      try await run(job)
      try FileManager.default.removeItem(atPath: output)
      try FileManager.default.moveItem(atPath: foreign, toPath: output)
      var request = CheckRequest(source: input, result: output)
      request.amount = job.amount
      let timing = job.frameTiming
      request.settings = { $0.frameTiming = timing }
      let certificate = try await onThread { [request] in try Retime.check(request) }
      #expect(!certificate.isGood)
    }
  }
}
