// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `The job queue` {
    /// The numbers of the waiting jobs in order, as in the events.
    private static func order(_ bench: Bench) async throws -> [Int] {
      let jobs = try await bench.get("/api/jobs").json["jobs"]?.elements ?? []
      let waiting = jobs.filter { $0["state"]?.string == "waiting" }
      return waiting.sorted { ($0["position"]?.int ?? 0) < ($1["position"]?.int ?? 0) }
        .compactMap { $0["id"]?.int }
    }

    @Test func `The queue keeps its order and its pause over a restart`() async throws {
      let (media, state) = (try TemporaryFolder(), try TemporaryFolder())
      var numbers: [Int] = []
      try await Bench.open(["a.webm"], media: media, state: state) { bench in
        let id = try await bench.ready("a.webm").id
        _ = try await bench.post("/api/queue", #"{"isPaused":true}"#)
        for number in 1...4 {
          numbers.append(
            try await bench.start(
              #"{"file":"\#(id)","action":"resample","rate":8000,"noVideo":true,"name":"\#(number).wav"}"#
            )
          )
        }
        let move = { (index: Int, position: Int) in
          try await bench.post("/api/jobs/\(numbers[index])/move", #"{"position":\#(position)}"#)
        }
        #expect(try await move(3, 1).json["position"]?.int == 1)
        #expect(try await move(0, 3).json["position"]?.int == 3)
        #expect(try await Self.order(bench) == [3, 1, 0, 2].map { numbers[$0] })
        #expect(try await move(1, 99).json["position"]?.int == 4)
        #expect(try await move(2, 2).json["position"]?.int == 2)
        for wrong in ["{}", #"{"position":0}"#, #"{"position":"1"}"#, #"{"position":1,"x":2}"#] {
          let answer = try await bench.post("/api/jobs/\(numbers[0])/move", wrong)
          #expect(answer.status == 400, "\(wrong)")
        }
        #expect(try await bench.post("/api/jobs/99/move", #"{"position":1}"#).status == 404)
      }
      let order = [3, 2, 0, 1].map { numbers[$0] }
      try await Bench.open(media: media, state: state) { bench in
        #expect(try await bench.get("/api/jobs").json["isPaused"] == .bool(true))
        #expect(try await Self.order(bench) == order)
        #expect(media.names == ["a.webm"])
        _ = try await bench.post("/api/queue", #"{"isPaused":false}"#)
        var started: [Double] = []
        for number in order {
          let job = try await bench.over(number)
          #expect(job.state == .done, "\(job.message ?? "")")
          started.append(try #require(job.started))
        }
        #expect(started == started.sorted())
        let late = try await bench.post("/api/jobs/\(numbers[0])/move", #"{"position":1}"#)
        #expect(late.status == 409 && late.message.contains("done"), "\(late.message)")
      }
      try await Bench.open(media: media, state: state) { bench in
        let jobs = try await bench.get("/api/jobs")
        #expect(jobs.json["isPaused"] == .bool(false))
      }
    }

    @Test func `Waiting jobs have estimates of time and size`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        let id = try await bench.ready("a.webm").id
        _ = try await bench.post("/api/queue", #"{"isPaused":true}"#)
        let wanted = { @Sendable (factor: String) in
          #"{"file":"\#(id)","action":"scale","name":"o.webm","factor":"\#(factor)","quality":"small"}"#
        }
        let job = try await bench.start(wanted("0.5"))
        let found = try await bench.get("/api/jobs/\(job)/estimate")
        #expect(found.status == 200, "\(found.message)")
        #expect(try #require(found.json["seconds"]?.double) > 0)
        let size = Double(try #require(found.json["byteCount"]?.int))
        #expect(found.json["isBusy"] == .bool(false))
        // The newest request for a file is estimated, and the one before is dropped.
        async let first = bench.post("/api/estimate", wanted("300")).status
        async let second = bench.post("/api/estimate", wanted("200")).status
        #expect(try await [first, second].sorted() == [200, 409])
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.media.path) == ["a.webm"])
        _ = try await bench.post("/api/queue", #"{"isPaused":false}"#)
        #expect(try await bench.over(job).state == .done)
        let real = Double(try bench.media.bytes(of: "o.webm").count)
        #expect(abs(size - real) < real / 4, "\(size) instead of \(real)")
        let late = try await bench.get("/api/jobs/\(job)/estimate")
        #expect(late.status == 409 && late.message.contains("done"), "\(late.message)")
      }
    }

    @Test func `A still image is reported as such`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=160x90", "-frames:v", "1", folder.file("still.png")]
      )
      try await Bench.open { bench in
        let answer = try await bench.upload("still.png", try folder.bytes(of: "still.png"))
        #expect(answer.status == 201, "\(answer.message)")
        let file = try await bench.ready("still.png")
        #expect(file.kind == "picture" && file.hasThumbnail)
        let plan = try await bench.post(
          "/api/plan",
          #"{"file":"\#(file.id)","action":"scale","factor":"2","name":"o.mp4"}"#
        )
        #expect(plan.status == 422)
      }
    }
  }
}
#endif
