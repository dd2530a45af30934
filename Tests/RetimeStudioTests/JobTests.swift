// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import NIOHTTP1
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `Studio jobs` {
    /// Hours of video: it does not end within the test.
    static func endless(_ id: String, _ name: String = "long.webm") -> String {
      #"{"file":"\#(id)","action":"scale","factor":"3600","fps":"30","name":"\#(name)"}"#
    }

    @Test func `A job makes a file that other programs play`() async throws {
      try await Bench.open(["sub/a.webm"]) { bench in
        let source = try await bench.ready("sub/a.webm").id
        let number = try await bench.start(
          #"{"file":"\#(source)","action":"scale","factor":"0.5","fps":"30","name":"fast ü.mp4"}"#
        )
        let job = try await bench.over(number)
        #expect(job.state == .done, "\(job.message ?? "")")
        let path = bench.media.file("sub/fast ü.mp4")
        let judged = try await Judge.streams(path)
        #expect(judged.complaints.isEmpty)
        #expect(judged.streams.map(\.codec_name) == ["vp9", "aac"])
        #expect(try await Judge.complaints(decoding: path).isEmpty)
        let frames = try await Judge.timestamps(path).counts.count
        #expect(frames == 60)

        let answer = try await bench.get("/api/jobs")
        let told = try #require(answer.json["jobs"]?.elements.first)
        #expect(told["state"]?.string == "done")
        #expect(told["path"]?.string?.hasSuffix("/sub/fast ü.mp4") == true)
        #expect(told["report"]?["tracks"]?.elements.first?["frames"]?.int == 60)
        #expect(told["source"]?["id"]?.string == source)
        let result = try #require(told["result"]?.string)
        #expect(try await bench.library.file(result).job == number)
        let media = try await bench.get("/api/files/\(result)/media", ["Range": "bytes=4-7"])
        #expect(media.status == 206 && media.body == Array("ftyp".utf8))

        let download = try await bench.get(
          "/api/jobs/\(number)/download?name=mein%20Film%C3%BC.mp4"
        )
        #expect(download.status == 200)
        #expect(download.body == (try bench.media.bytes(of: "sub/fast ü.mp4")))
        let disposition = try #require(download["Content-Disposition"])
        #expect(disposition.hasPrefix(#"attachment; filename="mein Film_.mp4""#))
        #expect(disposition.contains("filename*=UTF-8''mein%20Film%C3%BC.mp4"))
        #expect(try await bench.get("/api/jobs/\(number)/download?name=..%2fx").status == 400)
        let picture = try await bench.get("/api/jobs/\(number)/preview")
        #expect(picture.status == 200 && picture["Cache-Control"] == "no-store")
        #expect(picture.body.starts(with: [0xFF, 0xD8]))

        #expect(try await bench.ask(.DELETE, "/api/jobs/\(number)?result=maybe").status == 400)
        #expect(try await bench.ask(.DELETE, "/api/jobs/\(number)?result=true").status == 200)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try await bench.get("/api/jobs/\(number)/preview").status == 404)
        #expect(try await bench.get("/api/jobs").json["jobs"]?.elements.isEmpty == true)
      }
    }

    @Test func `A cancelled job leaves no file, and the next one starts`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        let id = try await bench.ready("a.webm").id
        let first = try await bench.start(Self.endless(id))
        let second = try await bench.start(Self.endless(id, "other.webm"))
        try await bench.until { try await bench.queue.job(first).preview > 0 }
        #expect(bench.media.leftovers.count == 1)
        let waiting = await bench.queue.json(try await bench.queue.job(second))
        #expect(waiting["state"]?.string == "waiting" && waiting["position"]?.int == 1)
        let taken = try await bench.post("/api/jobs", Self.endless(id))
        #expect(taken.status == 409)
        let cancelled = try await bench.post("/api/jobs/\(first)/cancel", "")
        #expect(cancelled.status == 200 && cancelled.json["state"]?.string == "cancelled")
        try await bench.until { try await bench.queue.job(second).state == .running }
        #expect(try await bench.ask(.DELETE, "/api/jobs/\(second)").status == 409)
        #expect(try await bench.post("/api/jobs/\(second)/cancel", "").status == 200)
        #expect(bench.media.names == ["a.webm"])
        #expect(try await bench.post("/api/jobs/99/cancel", "").status == 404)
        let form = ["Content-Type": "text/plain"]
        #expect(try await bench.post("/api/jobs/\(first)/cancel", "", form).status == 415)
      }
    }

    @Test func `A job waits while the queue is paused`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        let source = try await bench.ready("a.webm").id
        for wrong in ["{}", #"{"isPaused":1}"#, #"{"isPaused":true,"jobs":[]}"#, "true"] {
          #expect(try await bench.post("/api/queue", wrong).status == 400, "\(wrong)")
        }
        let paused = try await bench.post("/api/queue", #"{"isPaused":true}"#)
        #expect(paused.json == .object(["isPaused": .bool(true)]))
        let long = try await bench.start(Self.endless(source, "1.webm"))
        let next = try await bench.start(Self.endless(source, "2.webm"))
        _ = try await bench.queue.cancel(long)
        #expect(try await bench.queue.job(next).state == .waiting)
        #expect(try await bench.get("/api/jobs").json["isPaused"] == .bool(true))
        _ = try await bench.post("/api/queue", #"{"isPaused":false}"#)
        #expect(try await bench.queue.job(next).state == .running)
        _ = try await bench.queue.cancel(next)
      }
    }

    @Test func `A failed job has a message`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        let id = try await bench.ready("a.webm").id
        let number = try await bench.start(
          #"{"file":"\#(id)","action":"scale","factor":"0","name":"o.mp4"}"#
        )
        let job = try await bench.over(number)
        #expect(job.state == .failed)
        #expect(job.message?.contains("'0'") == true, "\(job.message ?? "")")
        #expect(bench.media.names == ["a.webm"])
      }
    }

    @Test func `A job replaces a file only on demand, and never a link`() async throws {
      let outside = try TemporaryFolder()
      try Bench.put("precious.webm", in: outside)
      try await Bench.open(["a.webm"]) { bench in
        let id = try await bench.ready("a.webm").id
        _ = try bench.media.write([1], to: "old.wav")
        try bench.media.link("link.webm", to: outside.file("precious.webm"))
        let job = { (name: String, overwrite: Bool) in
          #"{"file":"\#(id)","action":"resample","rate":8000,"noVideo":true,"name":"\#(name)","#
            + #""overwrite":\#(overwrite)}"#
        }
        #expect(try await bench.post("/api/jobs", job("old.wav", false)).status == 409)
        #expect(try await bench.post("/api/jobs", job("link.webm", true)).status == 409)
        #expect(try await bench.post("/api/jobs", job("a.webm", true)).status == 409)
        let number = try await bench.start(job("old.wav", true))
        #expect(try await bench.over(number).state == .done)
        let sound = try await Judge.streams(bench.media.file("old.wav")).streams
        #expect(sound.map(\.sample_rate) == ["8000"])
        // The studio does not remove a file that has changed since.
        _ = try bench.media.write([1, 2], to: "old.wav")
        #expect(try await bench.ask(.DELETE, "/api/jobs/\(number)?result=true").status == 409)
        #expect(try bench.media.bytes(of: "old.wav") == [1, 2])
      }
    }

    @Test func `Jobs outlive the server`() async throws {
      let (media, state) = (try TemporaryFolder(), try TemporaryFolder())
      var numbers: [Int] = []
      try await Bench.open(["a.webm"], media: media, state: state) { bench in
        let id = try await bench.ready("a.webm").id
        let done = try await bench.start(
          #"{"file":"\#(id)","action":"spectrogram","colors":"grey","name":"o.png"}"#
        )
        #expect(try await bench.over(done).state == .done)
        numbers = [
          done, try await bench.start(Self.endless(id, "b.webm")),
          try await bench.start(Self.endless(id, "c.webm")),
        ]
        try await bench.until { try await bench.queue.job(numbers[1]).preview > 0 }
      }
      #expect(media.names == ["a.webm", "o.png"])
      try await Bench.open(media: media, state: state) { bench in
        // The probe results are stored.
        #expect(await bench.library.files[Bench.id("a.webm")]?.state == .ready)
        #expect(try await bench.queue.job(numbers[0]).state == .done)
        let picture = try await bench.get("/api/jobs/\(numbers[0])/download")
        #expect(picture["Content-Type"] == "image/png" && picture.body.count > 1000)
        try await bench.until { try await bench.queue.job(numbers[1]).preview > 0 }
        #expect(try await bench.queue.job(numbers[2]).state == .waiting)
        _ = try await bench.post("/api/jobs/\(numbers[2])/cancel", "")
        _ = try await bench.post("/api/jobs/\(numbers[1])/cancel", "")
      }
      #expect(media.names == ["a.webm", "o.png"])
    }

    @Test func `An invalid request is refused`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        let id = try await bench.ready("a.webm").id
        for (json, status) in [
          ("", 400), ("nonsense", 400), (#"{"file":"\#(id)"}"#, 400),
          (#"{"file":"0000000000000000","action":"reverse","name":"o.mp4"}"#, 404),
          (#"{"file":"\#(id)","action":"reverse","name":"../o.mp4"}"#, 400),
        ] {
          #expect(try await bench.post("/api/jobs", json).status == status, "\(json)")
        }
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        #expect(try await bench.post("/api/jobs", "{}", form).status == 415)
        #expect(try await bench.ask(.DELETE, "/api/jobs/7").status == 404)
        #expect(await bench.queue.list.isEmpty)
      }
    }
  }
}
#endif
