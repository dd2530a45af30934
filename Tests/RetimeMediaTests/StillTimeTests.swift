// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Times of still images` {
    private struct Entry: Decodable, Equatable {
      let file: String, time: String
    }

    private func stills(_ folder: borrowing TemporaryFolder, count: Int, _ type: String = "png")
      async throws
    {
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25", "-frames:v", "\(count)",
        folder.file("a-%d.\(type)"),
      ])
    }

    private func times(
      _ folder: borrowing TemporaryFolder,
      _ input: String,
      from times: StillTimes
    ) async throws -> [Double] {
      let output = folder.file("times.mov")
      try await run(
        request(folder.file(input), output, factor: "1") {
          ($0.stillTimes, $0.overwrites, $0.videoEncoder) = (times, true, "pngenc")
        }
      )
      return try await Judge.times(output)
    }

    @Test func `An index has the exact time of each image, and can be read`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=96x64:r=30000/1001:d=0.4", "-c:v", "ffv1",
        folder.file("in.mkv"),
      ])
      let index = folder.file("index.json")
      try await run(
        request(folder.file("in.mkv"), folder.file("out"), factor: "1") {
          ($0.container, $0.index) = ("png", index)
        }
      )
      let entries = try JSONDecoder().decode(
        [Entry].self,
        from: Data(contentsOf: URL(fileURLWithPath: index))
      )
      let ticks = (0..<12).map { Rational($0 * 1001, 30_000) }
      #expect(entries.map(\.time) == ticks.map(\.description))
      #expect(entries.first?.file == "000001.png" && entries.last?.file == "000012.png")
      let read = try await times(folder, "out", from: .list(index))
      #expect(read.count == 12)
      for (time, tick) in zip(read, ticks) { #expect(abs(time - tick.doubleValue) < 2e-5) }
    }

    @Test func `No index appears without the images`() async throws {
      let folder = try TemporaryFolder()
      try await stills(folder, count: 3)
      try FileManager.default.createDirectory(
        atPath: folder.file("out"),
        withIntermediateDirectories: false
      )
      var request = try request(folder.file("a-%d.png"), folder.file("out"), factor: "1") {
        ($0.container, $0.index) = ("png", folder.file("index.json"))
      }
      #expect(try await failure(of: request)?.kind == .cannotCreate)
      #expect(folder.names.allSatisfy { !$0.contains("index") })
      (request.output, request.container) = (folder.file("out.mkv"), nil)
      #expect(try await failure(of: request)?.kind == .usage)
    }

    /// The first two were taken in the same second, and the third has a fraction.
    @Test func `EXIF times are those of the frames`() async throws {
      let folder = try TemporaryFolder()
      try await stills(folder, count: 4, "jpg")
      let moments = [
        ("2024:02:28 23:59:58", ""), ("2024:02:28 23:59:58", ""), ("2024:02:29 00:00:01", "5"),
        ("2024:02:29 00:00:02", "250"),
      ]
      for (number, (text, fraction)) in moments.enumerated() {
        let path = folder.file("a-\(number + 1).jpg")
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        let made = bytes[..<2] + Self.exif(text, fraction, isBig: number % 2 == 1) + bytes[2...]
        try Data(made).write(to: URL(fileURLWithPath: path))
      }
      #expect(try await times(folder, "a-%d.jpg", from: .exif) == [0, 1.75, 3.5, 4.25])
      try await stills(folder, count: 4)
      let request = try request(folder.file("a-*.png"), folder.file("out.mp4"), factor: "1") {
        $0.stillTimes = .exif
      }
      let error = try await failure(of: request)
      #expect(error?.kind == .usage && error?.description.contains("no EXIF time") == true)
    }

    /// A segment APP1 with DateTimeOriginal and SubSecTimeOriginal.
    private static func exif(_ text: String, _ fraction: String, isBig: Bool) -> [UInt8] {
      func number(_ value: Int, _ size: Int) -> [UInt8] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBig ? bytes.reversed() : bytes
      }
      func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
        number(tag, 2) + number(type, 2) + number(count, 4) + value
      }
      let digits = Array(fraction.utf8) + [UInt8](repeating: 0, count: 4 - fraction.utf8.count)
      let block =
        Array((isBig ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
        + number(1, 2) + entry(0x8769, 4, 1, number(26, 4)) + number(0, 4)
        + number(2, 2) + entry(0x9003, 2, 20, number(56, 4))
        + entry(0x9291, 2, fraction.utf8.count + 1, digits) + number(0, 4)
        + Array(text.utf8) + [0]
      let content = Array("Exif\0\0".utf8) + block
      let length = content.count + 2
      return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }

    @Test func `Modification times are those of the frames`() async throws {
      let folder = try TemporaryFolder()
      try await stills(folder, count: 3)
      for (number, seconds) in [(1, 1000.0), (2, 1000.5), (3, 1003)] {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: seconds)],
          ofItemAtPath: folder.file("a-\(number).png")
        )
      }
      #expect(try await times(folder, "a-%d.png", from: .file) == [0, 0.5, 3])
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 10)],
        ofItemAtPath: folder.file("a-3.png")
      )
      let request = try request(folder.file("a-%d.png"), folder.file("out.mp4"), factor: "1") {
        $0.stillTimes = .file
      }
      #expect(try await failure(of: request)?.description.contains("earlier") == true)
    }

    @Test(arguments: ["0\n1/3\n# a comment\n2.5", "0\n1\n", "[{\"file\": \"a-1.png\"}]", "{}"])
    func `A text lists the times of images`(text: String) async throws {
      let folder = try TemporaryFolder()
      try await stills(folder, count: 3)
      let list = try folder.write(text.utf8, to: "times.txt")
      guard text.contains("comment") else {
        let request = try request(folder.file("a-%d.png"), folder.file("out.mp4"), factor: "1") {
          $0.stillTimes = .list(list)
        }
        #expect(try await failure(of: request)?.kind == .usage)
        return
      }
      let read = try await times(folder, "a-%d.png", from: .list(list))
      #expect(read.count == 3 && abs(read[1] - 1.0 / 3) < 1e-4 && read[2] == 2.5)
    }
  }
}
