// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `Maps in requests` {
    private static let sections =
      #"[{"from":"0","to":"1","speed":["1","1/2"]},{"hold":"1","for":"0.5"},{"from":"1","to":"0.5","speed":"2"}]"#

    private static func request(_ id: String, _ map: String, _ rest: String = "") -> String {
      #"{"file":"\#(id)","action":"scale","name":"o.mkv","map":\#(map)\#(rest)}"#
    }

    /// The names of the map files that are kept for commands.
    private func kept(_ bench: Bench) throws -> [String] {
      let maps = bench.library.paths.map("x").dropLast("x.json".count)
      return try FileManager.default.contentsOfDirectory(atPath: String(maps))
    }

    @Test func `A map is accepted as text and as JSON, and the plan has its duration`() async throws
    {
      try await Bench.open(["a.webm"]) { bench in
        let id = try await bench.ready("a.webm").id
        let map = #"{"retime-map":1,"sections":\#(Self.sections)}"#
        for written in [map, JSON.string(map).text] {
          let answer = try await bench.post("/api/plan", Self.request(id, written))
          #expect(answer.status == 200, "\(answer.message)")
          // 4/3 s of the ramp, the hold, and a quarter of a second backwards.
          let duration = try #require(answer.json["duration"]?.double)
          #expect(abs(duration - (4.0 / 3 + 0.75)) < 1e-9)
          #expect(
            answer.json["commandLine"]?.string == "retime scale a.webm o.mkv --map=a.map.json"
          )
        }
        let long = try await bench.post("/api/plan", Self.request(id, map, #","duration":"5""#))
        #expect(long.json["duration"]?.double == 5)
        let end = #"{"retime-map":1,"sections":[{"from":"0","to":"99","speed":"1"}]}"#
        let beyond = try await bench.post("/api/plan", Self.request(id, end))
        #expect(beyond.status == 422 && beyond.message.contains("99 s"), "\(beyond.message)")
        let broken = try await bench.post("/api/plan", Self.request(id, #""{\n\"retime-map\":2}""#))
        #expect(broken.status == 400 && broken.message.contains("line 2"), "\(broken.message)")
        #expect(try kept(bench) == [])
      }
    }

    @Test func `The first clip of a timeline gives a map`() async throws {
      try await Bench.open { bench in
        let time = { (value: String) in
          #"{"OTIO_SCHEMA":"RationalTime.1","rate":30,"value":\#(value)}"#
        }
        let clip =
          #"{"OTIO_SCHEMA":"Clip.2","source_range":{"OTIO_SCHEMA":"TimeRange.1","start_time":\#(time("10"))"#
          + #","duration":\#(time("15"))},"effects":[{"OTIO_SCHEMA":"LinearTimeWarp.1","time_scalar":-2.0}]}"#
        let ask = { (text: String) in
          try await bench.post("/api/timeline", text, ["Content-Type": "application/octet-stream"])
        }
        let answer = try await ask(clip)
        #expect(answer.status == 200, "\(answer.message)")
        let map = try JSON(parsing: Array(#require(answer.json["map"]?.string).utf8))
        let section = try #require(map?["sections"]?.elements.first)
        #expect(section["from"]?.string == "4/3" && section["to"]?.string == "1/3")
        #expect(section["speed"]?.string == "2")
        let empty = try await ask(#"{"OTIO_SCHEMA":"Stack.1","children":[]}"#)
        #expect(empty.status == 422 && empty.message.contains("no clip"), "\(empty.message)")
        #expect(try await ask("{").status == 422)
        #expect(try await bench.post("/api/timeline", clip).status == 415)
      }
    }

    @Test func `A job uses its map, which is removed afterwards`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        let id = try await bench.ready("a.webm").id
        let map = #"{"retime-map":1,"sections":\#(Self.sections)}"#
        let number = try await bench.start(Self.request(id, map, #","frames":"flow""#))
        let job = try await bench.over(number)
        #expect(job.state == .done, "\(job.message ?? "")")
        let lengths = try await Judge.streams(bench.media.file("o.mkv")).streams.map(\.codec_type)
        #expect(Set(lengths) == ["video", "audio"])
        let told = try await bench.get("/api/jobs").json["jobs"]?.elements.first
        let duration = try #require(told?["report"]?["duration"]?.double)
        #expect(abs(duration - (4.0 / 3 + 0.75)) < 0.05)
        #expect(told?["request"]?["map"]?["sections"]?.elements.count == 3)
        #expect(try kept(bench) == [])
      }
    }

    @Test func `A map outlives the server`() async throws {
      let (media, state) = (try TemporaryFolder(), try TemporaryFolder())
      let slow = #"{"retime-map":1,"sections":[{"from":"0","to":"end","speed":"1/900"}]}"#
      var number = 0
      try await Bench.open(["a.webm"], media: media, state: state) { bench in
        let id = try await bench.ready("a.webm").id
        number = try await bench.start(Self.request(id, slow))
        try await bench.until { try await bench.queue.job(number).preview > 0 }
        #expect(try kept(bench) == ["job-\(number).json"])
      }
      try await Bench.open(media: media, state: state) { bench in
        try await bench.until { try await bench.queue.job(number).preview > 0 }
        #expect(try await bench.post("/api/jobs/\(number)/cancel", "").status == 200)
        #expect(try await bench.queue.job(number).state == .cancelled)
        #expect(try kept(bench) == [])
      }
    }
  }
}
#endif
