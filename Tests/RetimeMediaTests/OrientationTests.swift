// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Video rotation` {
    @Test(arguments: [90, 180, 270])
    func `Rotation is kept where the container can store it`(degrees: Int) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mp4")
      try await Clips.turned(input, degrees: degrees, in: folder)
      let before = try await Judge.metadata(input).video
      for (format, isCopied) in [("mp4", false), ("mov", true)] {
        let output = folder.file("out.\(format)")
        try await scale(input, output, factor: "2") {
          $0.frameTiming = .variable
          $0.videoEncoder = "x264enc pass=quant quantizer=0 speed-preset=ultrafast"
          $0.copiesVideo = isCopied
          if isCopied { $0.videoEncoder = nil }
        }
        let made = try await Judge.metadata(output).video
        #expect(made?.rotation != nil && made?.rotation == before?.rotation)
        #expect(made?.width == 64 && made?.height == 36)
        #expect(try await Judge.shownSums(output) == Judge.shownSums(input))
      }
    }

    @Test(arguments: [90, 180, 270])
    func `Rotated frames are turned upright on demand`(degrees: Int) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mp4"))
      try await Clips.turned(input, degrees: degrees, in: folder)
      let lost = try await plan(input, folder.file("out.mkv"), factor: "1").lost
      #expect(lost.contains { $0.contains("°); mkv") && $0.contains("--bake-rotation") })
      let report = try await scale(input, output, factor: "1") {
        $0.bakesRotation = true
        $0.verifies = true
        $0.videoEncoder = "x264enc pass=quant quantizer=0 speed-preset=ultrafast"
      }
      let made = try await Judge.metadata(output).video
      let isSideways = degrees != 180
      #expect(made?.rotation == nil && made?.width == (isSideways ? 36 : 64))
      #expect(made?.pixelAspectRatio == (isSideways ? "3:4" : "4:3"))
      #expect(try await Judge.shownSums(output) == Judge.shownSums(input))
      #expect(
        report.verification.map(\.isIdentical) == [true],
        "Each frame is turned back and compared."
      )
    }

    /// Returns whether a frame is nearer to the last frame of a video than to its mirror image.
    private static func resembles(_ picture: String, _ film: String) async throws -> Bool {
      var shown: [[UInt8]] = []
      for input in [picture, film] {
        let filter = ["-vf", "scale=64:36,format=gray", "-f", "rawvideo"]
        shown.append(Array(try await Judge.decoded(input, filter).output.suffix(64 * 36)))
      }
      func difference(_ index: (Int) -> Int) -> Int {
        (0..<64 * 36).reduce(0) { $0 + abs(Int(shown[0][index($1)]) - Int(shown[1][$1])) }
      }
      return difference { $0 } * 2 < difference { $0 / 64 * 64 + 63 - $0 % 64 }
    }

    @Test func `Mirrored video is mirrored on demand`() async throws {
      let folder = try TemporaryFolder()
      let (turned, input) = (folder.file("turned.mp4"), folder.file("in.mp4"))
      try await Clips.turned(turned, degrees: 180, in: folder)
      // The matrix of 180°, 65536 × (-1, 0, 0, -1), turned into one that mirrors horizontally.
      var bytes = try folder.bytes(of: "turned.mp4")
      let one: [UInt8] = [0, 1, 0, 0], minusOne: [UInt8] = [255, 255, 0, 0]
      let zeros = [UInt8](repeating: 0, count: 12)
      let place = try #require(bytes.firstRange(of: minusOne + zeros + minusOne))
      bytes.replaceSubrange(place, with: minusOne + zeros + one)
      _ = try folder.write(bytes, to: "in.mp4")
      let (kept, baked) = (folder.file("kept.mp4"), folder.file("baked.mkv"))
      for output in [kept, baked] {
        try await scale(input, output, factor: "1") {
          $0.bakesRotation = output == baked
          $0.verifies = true
          $0.videoEncoder = "x264enc pass=quant quantizer=0 speed-preset=ultrafast"
          $0.preview = folder.file("now.jpg")
        }
        #expect(try await Self.resembles(folder.file("now.jpg"), input), "The preview.")
      }
      let sums = try await Judge.shownSums(input)
      #expect(try await Judge.shownSums(turned) != sums)
      #expect(try await Judge.shownSums(kept) == sums)
      #expect(try await Judge.shownSums(baked) == sums)
    }
  }
}
