// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import NIOHTTP1
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `The list of files` {
    @Test func `The list describes the files, also in subfolders`() async throws {
      try await Bench.open(["a.webm", "sub/ü b.webm", ".hidden.webm", "notes.txt"]) { bench in
        _ = try bench.media.write([1, 2, 3], to: "broken.mp4")
        let clip = try await bench.ready("a.webm")
        _ = try await bench.ready("sub/ü b.webm")
        let broken = try await bench.ready("broken.mp4")
        #expect(broken.state == .failed)
        #expect(broken.message?.isEmpty == false)
        #expect(broken.message?.contains(bench.media.path) == false)
        let answer = try await bench.get("/api/files")
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "application/json")
        #expect(answer.json["isWritable"] == .bool(true))
        #expect(try #require(answer.json["freeSpace"]?.int) > 0)
        let files = answer.json["files"]?.elements ?? []
        #expect(
          files.compactMap { $0["path"]?.string } == ["a.webm", "broken.mp4", "sub/ü b.webm"]
        )
        let file = try #require(files.first)
        #expect(file["id"]?.string == clip.id)
        #expect(file["kind"]?.string == "video")
        #expect(file["size"]?.int == 36_592)
        #expect(abs(try #require(file["duration"]?.double) - 4) < 0.1)
        #expect(file["mime"]?.string == "video/webm; codecs=\"vp09.00.40.08, opus\"")
        #expect(file["info"]?["tracks"]?.elements.count == 2)
        #expect(file["isSample"] == .bool(false))
      }
    }

    @Test func `Files have thumbnails and waveforms`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        let id = try await bench.ready("a.webm").id
        try await bench.until { await bench.library.files[id]?.hasWaveform ?? false }
        let picture = try await bench.get("/api/files/\(id)/thumbnail")
        #expect(picture.status == 200)
        #expect(picture["Content-Type"] == "image/jpeg")
        let path = try bench.state.write(picture.body, to: "thumbnail.jpg")
        let streams = try await Judge.streams(path).streams
        #expect(streams.map(\.width) == [320] && streams.map(\.height) == [240])
        let shape = try await bench.get("/api/files/\(id)/waveform")
        #expect(shape.status == 200)
        #expect(abs(try #require(shape.json["duration"]?.double) - 4) < 0.1)
        let peaks = shape.json["peaks"]?.elements ?? []
        #expect((400...800).contains(peaks.count))
        let numbers = peaks.flatMap { $0.elements.compactMap(\.double) }
        #expect(numbers.count == 2 * peaks.count && numbers.allSatisfy { abs($0) <= 1 })
        #expect(try #require(numbers.max()) > 0.05)
      }
    }

    @Test func `The list follows the folder`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        try Bench.put("later.webm", in: bench.media)
        _ = try await bench.ready("later.webm")
        try FileManager.default.removeItem(atPath: bench.media.file("a.webm"))
        try await bench.until { await bench.library.files[Bench.id("a.webm")] == nil }
        #expect(try await bench.get("/api/files/\(Bench.id("a.webm"))/media").status == 404)
      }
    }

    @Test func `The list of a hundred files does not wait for probing`() async throws {
      let names = (0..<100).map { "clip \($0).webm" }
      try await Bench.open(names) { bench in
        let answer = try await bench.get("/api/files")
        #expect(answer.json["files"]?.elements.count == 100)
        // Two files are probed at a time, so most of them cannot have been probed by now.
        #expect(await bench.library.lookups.count <= 2)
        #expect(await bench.library.files.values.contains { $0.state == .waiting })
      }
    }

    @Test func `An empty folder shows a sample clip`() async throws {
      try await Bench.open { bench in
        let file = try #require(await bench.library.list.first)
        #expect(file.isSample)
        let answer = try await bench.get("/api/files/\(file.id)/media")
        #expect(answer.body == Array(try Data(contentsOf: URL(fileURLWithPath: Bench.clip))))
        let plan = try await bench.post(
          "/api/plan",
          #"{"file":"\#(file.id)","action":"scale","factor":"2","name":"slow.mp4"}"#
        )
        #expect(plan.json["path"]?.string == "slow.mp4")
        try Bench.put("own.webm", in: bench.media)
        _ = try await bench.ready("own.webm")
        #expect(await bench.library.list.map(\.path) == ["own.webm"])
      }
    }
  }

  @Suite struct `File routes` {
    @Test func `A file is served completely or in ranges, byte for byte`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        let bytes = try bench.media.bytes(of: "a.webm")
        let target = "/api/files/\(Bench.id("a.webm"))/media"
        let whole = try await bench.get(target)
        #expect(whole.status == 200 && whole.body == bytes)
        #expect(whole["Content-Type"] == "video/webm")
        #expect(whole["Accept-Ranges"] == "bytes")
        for (range, expected) in [
          ("bytes=0-99", 0..<100), ("bytes=36000-", 36_000..<36_592), ("bytes=-7", 36_585..<36_592),
        ] {
          let part = try await bench.get(target, ["Range": range])
          #expect(part.status == 206)
          #expect(part.body == Array(bytes[expected]))
          #expect(
            part["Content-Range"] == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/36592"
          )
        }
        let beyond = try await bench.get(target, ["Range": "bytes=40000-"])
        #expect(beyond.status == 416 && beyond["Content-Range"] == "bytes */36592")
        let tag = try #require(whole["ETag"])
        #expect(try await bench.get(target, ["If-None-Match": tag]).status == 304)
        let old = try await bench.get(target, ["Range": "bytes=0-9", "If-Range": "\"old\""])
        #expect(old.status == 200 && old.body == bytes)
        let head = try await bench.ask(.HEAD, target)
        #expect(head.status == 200 && head.body.isEmpty && head["Content-Length"] == "36592")
      }
    }

    @Test func `A link is served only if its target is in the folder`() async throws {
      let outside = try TemporaryFolder()
      try Bench.put("secret.webm", in: outside)
      let media = try TemporaryFolder()
      try Bench.put("real.webm", in: media)
      for (link, target) in [
        ("inside.webm", media.file("real.webm")), ("outside.webm", outside.file("secret.webm")),
        ("folder", outside.path),
        ("up.webm", "../\(outside.path.split(separator: "/").last ?? "")"),
        ("gone.webm", media.file("nothing.webm")), ("device.webm", "/dev/zero"),
      ] {
        try media.link(link, to: target)
      }
      try await Bench.open(media: media) { bench in
        #expect(await bench.library.list.map(\.path) == ["inside.webm", "real.webm"])
        #expect(try await bench.get("/api/files/\(Bench.id("inside.webm"))/media").status == 200)
        #expect(try await bench.get("/api/files/\(Bench.id("outside.webm"))/media").status == 404)
        // A file that becomes a link after it was listed is not followed either.
        try FileManager.default.removeItem(atPath: media.file("real.webm"))
        try media.link("real.webm", to: outside.file("secret.webm"))
        #expect(try await bench.get("/api/files/\(Bench.id("real.webm"))/media").status == 404)
      }
    }

    @Test(arguments: [
      "/api/files/0123456789abcdef/media", "/api/files/a.webm/media",
      "/api/files/..%2fa.webm/media", "/api/files/%2e%2e/media", "/api/files/../media",
      "/api/files/%00/media", "/api/files//media", "/api/files/ü/thumbnail",
      "/api/files/\u{2025}/media", "/api/files/x/waveform", "/api/files/x/proxy",
      "/api/files/x/spectrogram", "/api/files/x/flow?at=1", "/api/file/x", "/api/files/x/media/y",
      "/api", "/api/nothing",
      "/index.html/..", "/Page/index.html", "/etc/passwd", "/%2fetc%2fpasswd",
      "/api/jobs/1/preview", "/api/jobs/1/download", "/api/jobs/-1/preview",
      "/api/jobs/99999999999999999999/preview", "/api/jobs/x/preview",
    ])
    func `A path that is not listed is not found`(target: String) async throws {
      try await Bench.open { bench in
        let answer = try await bench.get(target)
        #expect([400, 404].contains(answer.status))
        #expect(!answer.message.isEmpty)
      }
    }

    @Test func `Methods and bodies that do not fit a route are refused`() async throws {
      try await Bench.open { bench in
        let wrong = try await bench.ask(.PUT, "/api/files")
        #expect(wrong.status == 405 && wrong["Allow"] == "GET, POST")
        #expect(try await bench.ask(.DELETE, "/api/files").status == 405)
        #expect(try await bench.get("/api/plan").status == 405)
        #expect(try await bench.ask(.POST, "/").status == 405)
        #expect(try await bench.ask(.HEAD, "/api/events").status == 405)
        let long = [UInt8](repeating: 32, count: RequestBody.maximumJSON + 1)
        #expect(try await bench.ask(.POST, "/api/jobs", body: long).status == 413)
        let id = try #require(await bench.library.list.first?.id)
        #expect(try await bench.get("/api/files/\(id)/spectrogram?colors=pink").status == 400)
      }
    }
  }
}
#endif
