// SPDX-License-Identifier: MPL-2.0

#if Studio
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  /// Requests that find the times themselves, with real files and the program.
  @Suite struct `Times for a purpose` {
    /// A tone of 1 s, a second of silence, and a tone of 1 s.
    private static func talk(_ folder: TemporaryFolder) async throws {
      _ = try await Program.succeed(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i",
          "aevalsrc='if(between(t,1,2),0,0.5*sin(2*PI*440*t))':s=48000:d=3",
          folder.file("talk.wav"),
        ]
      )
    }

    private func plan(_ bench: Bench, _ id: String, _ rest: String) async throws -> Bench.Answer {
      try await bench.post("/api/plan", #"{"file":"\#(id)","name":"o.mkv",\#(rest)}"#)
    }

    @Test func `The plan of silence removal has the map of what stays`() async throws {
      let media = try TemporaryFolder()
      try await Self.talk(media)
      try await Bench.open(media: media) { bench in
        let id = try await bench.ready("talk.wav").id
        let cut = try await plan(bench, id, #""action":"silence","margin":"0.1""#)
        #expect(cut.status == 200, "\(cut.message)")
        let sections = try #require(cut.json["map"]?["sections"]?.elements)
        #expect(sections.count == 2)
        #expect(abs(try #require(cut.json["duration"]?.double) - 2.2) < 0.05)
        let kept = try await plan(
          bench,
          id,
          #""action":"silence","margin":"0.1","keep":["1.2-1.7"],"drop":["0-0.5"]"#
        )
        #expect(abs(try #require(kept.json["duration"]?.double) - 2.2) < 0.05)
        let fitted = try await plan(bench, id, #""action":"silence","duration":"2.5""#)
        #expect(fitted.json["duration"]?.double == 2.5)
        let wrong = try await plan(bench, id, #""action":"silence","threshold":"5""#)
        #expect(wrong.status == 422 && wrong.message.contains("--threshold 5"), "\(wrong.message)")
        // One speed has no map, and a request that has a map does not get it back.
        #expect(try await plan(bench, id, #""action":"scale","factor":"2""#).json["map"] == nil)
      }
    }

    @Test func `A length is that of another listed file, and a rate shows each frame once`()
      async throws
    {
      let media = try TemporaryFolder()
      try await Self.talk(media)
      try await Bench.open(["a.webm"], media: media) { bench in
        let id = try await bench.ready("a.webm").id
        _ = try await bench.ready("talk.wav")
        let matched = try await plan(bench, id, #""action":"scale","match":"talk.wav""#)
        #expect(matched.status == 200, "\(matched.message)")
        #expect(matched.json["duration"]?.double == 3)
        #expect(
          matched.json["commandLine"]?.string == "retime scale a.webm o.mkv --match=talk.wav"
        )
        for other in ["gone.wav", "../talk.wav", "/etc/passwd", ""] {
          let answer = try await plan(bench, id, #""action":"scale","match":"\#(other)""#)
          #expect(answer.status == 404, "\(other)")
        }
        let number = try await bench.start(
          #"{"file":"\#(id)","action":"scale","name":"m.mkv","match":"talk.wav","noVideo":true}"#
        )
        #expect(try await bench.over(number).state == .done)
        let info = try await bench.ready("a.webm").info
        let frames = info?["tracks"]?.elements.first { $0["kind"]?.string == "video" }?["frames"]
        let conformed = try await plan(bench, id, #""action":"conform","fps":"12.5""#)
        #expect(conformed.status == 200, "\(conformed.message)")
        #expect(conformed.json["tracks"]?.elements.first?["frames"] == frames)
        let rateless = try await plan(bench, id, #""action":"conform""#)
        #expect(rateless.status == 422 && rateless.message.contains("--fps"))
      }
    }

    @Test func `Hits and cues are played at their times`() async throws {
      let media = try TemporaryFolder()
      try await Self.talk(media)
      try await Bench.open(media: media) { bench in
        let id = try await bench.ready("talk.wav").id
        let hit = try await plan(bench, id, #""action":"scale","hits":["1=1.5","2=2.2"]"#)
        #expect(hit.status == 200, "\(hit.message)")
        #expect(hit.json["map"]?["sections"]?.elements.isEmpty == false)
        // A single hit is one speed, which has no map.
        let single = try await plan(bench, id, #""action":"scale","hits":["1=1.5"]"#)
        #expect(single.json["duration"]?.double == 4.5 && single.json["map"] == nil)
        let fast = try await plan(bench, id, #""action":"scale","hits":["1=0.1"]"#)
        #expect(fast.status == 422 && fast.message.contains("1=0.1"), "\(fast.message)")
        let srt = "1\n00:00:00,500 --> 00:00:01,000\nA\n\n2\n00:00:02,000 --> 00:00:02,500\nB\n"
        let cues = try await bench.post(
          "/api/cues?name=a.srt",
          srt,
          ["Content-Type": "application/octet-stream"]
        )
        #expect(
          cues.json["cues"]?.elements.map { $0.elements.compactMap(\.string) } == [
            ["1/2", "1"], ["2", "5/2"],
          ],
          "\(cues.json.text)"
        )
        let none = try await bench.post(
          "/api/cues?name=a.srt",
          "nothing",
          ["Content-Type": "application/octet-stream"]
        )
        #expect(none.status == 422 && none.message.contains("a.srt"), "\(none.message)")
        let table = "1/2,1/1,1/1,3/2\\n2/1,5/2,3/1,7/2\\n"
        let fitted = try await plan(bench, id, #""action":"fit","table":"\#(table)""#)
        #expect(fitted.status == 200, "\(fitted.message)")
        #expect(fitted.json["duration"]?.double == 4)
        #expect(
          fitted.json["commandLine"]?.string == "retime fit talk.wav o.mkv --table=talk.cues.csv"
        )
      }
    }

    @Test func `A result is known to be undone, and gets its former length`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        let source = try await bench.ready("a.webm")
        #expect(source.info?["undoable"] == .bool(false))
        let number = try await bench.start(
          #"{"file":"\#(source.id)","action":"scale","name":"slow.mkv","factor":"2","copyVideo":true}"#
        )
        #expect(try await bench.over(number).state == .done)
        let slow = try await bench.ready("slow.mkv")
        #expect(slow.info?["undoable"] == .bool(true))
        let undone = try await plan(bench, slow.id, #""action":"undo""#)
        #expect(undone.status == 200, "\(undone.message)")
        let (before, after) = (
          try #require(source.info?["duration"]?.double),
          try #require(undone.json["duration"]?.double)
        )
        #expect(abs(before - after) < 0.05)
        let unknown = try await plan(bench, source.id, #""action":"undo""#)
        #expect(unknown.status == 422 && unknown.message.contains("RETIME_MAP"))
      }
    }

    @Test func `A request is exported as a timeline, which is imported as its map`() async throws {
      let media = try TemporaryFolder()
      try await Self.talk(media)
      try await Bench.open(["a.webm"], media: media) { bench in
        let id = try await bench.ready("talk.wav").id
        let wanted = { (action: String) in
          #"{"file":"\#(id)","name":"short.wav","action":\#(action)}"#
        }
        for format in ["otio", "edl", "fcpxml", "mlt"] {
          let made = try await bench.post(
            "/api/export?format=\(format)",
            wanted(#""silence","margin":"0.1""#)
          )
          #expect(made.status == 200, "\(format): \(made.message)")
          #expect(made.json["name"]?.string == "short.\(format)")
          let notes = made.json["notes"]?.elements.compactMap(\.string) ?? []
          #expect(!notes.isEmpty && !notes.joined().contains("export-"), "\(notes)")
          let text = try #require(made.json["text"]?.string)
          let read = try await bench.post(
            "/api/timeline?name=x.\(format)&rate=25",
            text,
            ["Content-Type": "application/octet-stream"]
          )
          #expect(read.status == 200, "\(format): \(read.message)")
          let map = try JSON(parsing: Array(#require(read.json["map"]?.string).utf8))
          #expect(map?["sections"]?.elements.count == 2, "\(format)")
        }
        #expect(try await bench.post("/api/export?format=txt", wanted(#""undo""#)).status == 400)
        #expect(try await bench.post("/api/export", wanted(#""undo""#)).status == 400)
        let rate = try await bench.post(
          "/api/export?format=otio",
          wanted(#""resample","rate":8000"#)
        )
        #expect(rate.status == 422 && rate.message.contains("resample"))
        #expect(media.names.sorted() == ["a.webm", "talk.wav"])
      }
    }
  }
}
#endif
