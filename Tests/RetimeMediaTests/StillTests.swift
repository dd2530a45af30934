// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Still images` {
    /// Makes numbered images in a folder: `name-1.png` to `name-12.png`.
    private func stills(_ folder: TemporaryFolder, _ pattern: String, count: Int = 12) async throws
    {
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25", "-frames:v", "\(count)",
        folder.file(pattern),
      ])
    }

    @Test(arguments: ["in/a-%d.png", "in/a-*.png", "in/a-?*.png", "in", "in/"])
    func `are read in natural order`(input: String) async throws {
      let folder = try TemporaryFolder()
      try FileManager.default.createDirectory(
        atPath: folder.file("in"),
        withIntermediateDirectories: false
      )
      try await stills(folder, "in/a-%d.png")
      let output = folder.file("out.mov")
      try await run(
        request(folder.file(input), output, factor: "1") {
          $0.videoEncoder = "pngenc"
        }
      )
      let sums = try await Judge.pictureSums(output)
      var expected: [String] = []
      for number in 1...12 {
        expected += try await Judge.pictureSums(folder.file("in/a-\(number).png"))
      }
      #expect(sums == expected && Set(sums).count == 12)
      #expect(try await Judge.times(output).last == 0.44)
    }

    @Test func `become files whose frames are the same`() async throws {
      let folder = try TemporaryFolder()
      try await stills(folder, "a-%03d.png")
      try await run(
        request(folder.file("a-%03d.png"), folder.file("out/"), factor: "1") {
          $0.container = "png"
        }
      )
      for number in ["01", "07", "12"] {
        #expect(
          try await Judge.pictureSums(folder.file("a-0\(number).png"))
            == Judge.pictureSums(folder.file("out/0000\(number).png"))
        )
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("out")).count == 12)
    }

    @Test func `are read from WebP`() async throws {
      let folder = try TemporaryFolder()
      try await stills(folder, "a-%d.png", count: 3)
      for number in 1...3 {
        try await Clips.ffmpeg([
          "-i", folder.file("a-\(number).png"), "-lossless", "1", folder.file("a-\(number).webp"),
        ])
      }
      let outputs = try ["png", "webp"].map { type in
        try request(folder.file("a-%d.\(type)"), folder.file("\(type).mov"), factor: "1") {
          $0.videoEncoder = "pngenc"
        }
      }
      for request in outputs { try await run(request) }
      let sums = try await Judge.pictureSums(folder.file("webp.mov"))
      #expect(sums == (try await Judge.pictureSums(folder.file("png.mov"))))
      #expect(Set(sums).count == 3)
    }

    @Test func `of another size are fitted, and a note gives the sizes`() async throws {
      let folder = try TemporaryFolder()
      try await stills(folder, "a-%d.png", count: 3)
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=200x96", "-frames:v", "1", folder.file("a-2.png"),
      ])
      let request = try request(folder.file("a-%d.png"), folder.file("out.mp4"), factor: "1")
      let notices = try await onThread {
        var notices: [String] = []
        _ = try Retime.run(request, onNotice: { notices.append($0) })
        return notices
      }
      #expect(
        notices == [
          "video track 0: frames of 200x96 are fitted into 160x96, the size of the first one"
        ]
      )
    }

    @Test func `with missing numbers close up, and are told`() async throws {
      let folder = try TemporaryFolder()
      try await stills(folder, "a-%03d.jpg", count: 6)
      for number in [3, 4] {
        try FileManager.default.removeItem(atPath: folder.file("a-00\(number).jpg"))
      }
      let request = try request(folder.file("a-%03d.jpg"), folder.file("out.mp4"), factor: "2") {
        $0.inputFrameRate = try FrameRate(parsing: "10")
      }
      #expect(try await plan(request).lost.contains { $0.contains("3 to 4") })
      #expect(try await run(request).tracks.map(\.frames) == [8])
    }

    /// The durations are 0.5, 1.25 and again 1.25 s.
    @Test func `are listed with durations`() async throws {
      let folder = try TemporaryFolder()
      try await stills(folder, "a %d.png", count: 3)
      let list = folder.file("list.txt")
      try
        "ffconcat version 1.0\nfile 'a 1.png'\nduration 0.5\nfile 'a 3.png'\nduration 1.25\nfile a\\ 2.png\n"
        .write(toFile: list, atomically: true, encoding: .utf8)
      let output = folder.file("out.mov")
      try await run(
        request(list, output, factor: "1") { $0.videoEncoder = "pngenc" }
      )
      let sums = try await Judge.pictureSums(output)
      #expect(sums.count == 3 && Set(sums).count == 3)
      #expect(try await Judge.times(output) == [0, 0.5, 1.75])
      let info = try await onThread { try Retime.info(output) }
      #expect(info.duration == 3)
    }

    @Test func `of one image last as long as asked`() async throws {
      let folder = try TemporaryFolder()
      try await stills(folder, "a-%d.png", count: 1)
      let output = folder.file("out.mp4")
      var request = try request(folder.file("a-1.png"), output, factor: "1")
      let error = try await failure(of: request)
      #expect(error?.description.contains("--duration") == true)
      request.amount = .duration(RationalTime(3, 1))
      #expect(try await run(request).duration == 3)
    }

    /// Nothing is written before it is refused.
    @Test func `do not replace others without being asked`() async throws {
      let folder = try TemporaryFolder()
      try await stills(folder, "a-%d.png", count: 2)
      let made = folder.file("out")
      try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: false)
      try await stills(folder, "out/b-%d.png", count: 1)
      for output in [made + "/b-%d.png", made + "/"] {
        var request = try request(folder.file("a-%d.png"), output, factor: "1") {
          $0.container = "png"
        }
        #expect(try await failure(of: request)?.kind == .cannotCreate)
        request.overwrites = true
        try await run(request)
        #expect(folder.names.allSatisfy { !$0.hasPrefix(".retime") })
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: made).sorted()
      #expect(names == ["000001.png", "000002.png"])
      try "letter".write(toFile: made + "/letter.txt", atomically: true, encoding: .utf8)
      let request = try request(folder.file("a-%d.png"), made + "/", factor: "1") {
        ($0.container, $0.overwrites) = ("png", true)
      }
      #expect(try await failure(of: request)?.description.contains("letter.txt") == true)
    }

    @Test(arguments: ["b-%d.png", "out.png", "dir", "rate"])
    func `that cannot be are refused`(kind: String) async throws {
      let folder = try TemporaryFolder()
      try await stills(folder, "a-%d.png", count: 2)
      try FileManager.default.createDirectory(
        atPath: folder.file("dir"),
        withIntermediateDirectories: false
      )
      let input = ["b-%d.png", "dir"].contains(kind) ? folder.file(kind) : folder.file("a-%d.png")
      let request = try request(
        kind == "rate" ? try await clip(folder) : input,
        folder.file(kind == "out.png" ? kind : "out.mp4"),
        factor: "1"
      ) {
        if kind == "rate" { $0.inputFrameRate = try FrameRate(parsing: "10") }
      }
      let error = try #require(try await failure(of: request))
      #expect(error.kind == .usage || error.kind == .cannotOpen, "\(error)")
    }

    private func clip(_ folder: TemporaryFolder) async throws -> String {
      let path = folder.file("clip.mp4")
      try await Clips.clip(path, channels: 2)
      return path
    }
  }
}
