// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// Subtitles, chapters and copied packets of a job with a speed map.
  @Suite struct `Tracks of a job with a speed map` {
    @Test(arguments: ["mkv", "mp4"], [Pitch.follow, .keep])
    func `Flash and beep stay in sync through ramps, holds and reversals`(
      container: String,
      pitch: Pitch
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mov"), folder.file("out.\(container)"))
      try await Clips.flashes(at: [1, 5, 9], length: 0.2, seconds: 10, rate: 100, to: input)
      try await make(input, output) { request in
        request.frameTiming = .variable
        request.pitch = pitch
        request.course = .document(
          try MapDocument(
            parsing: """
              {"retime-map": 1, "sections": [
                {"from": "0", "to": "4", "speed": ["1/2", "2"]},
                {"hold": "4", "for": "0.7"},
                {"from": "4", "to": "8", "speed": ["2", "1"], "ease": "linear"},
                {"from": "8", "to": "3", "speed": "1.5"},
                {"from": "0.5", "to": "end", "speed": ["0.8", "3"]}]}
              """
          )
        )
      }
      try await `SharedFrame and sound stay together`().expectTogether(output, count: 6)
    }

    @Test(arguments: [Pitch.follow, .keep])
    func `Flashes and beeps land on their hits`(pitch: Pitch) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mov"), folder.file("out.mkv"))
      try await Clips.flashes(at: [1, 5, 9], length: 0.2, seconds: 10, rate: 100, to: input)
      try await make(input, output) { request in
        (request.pitch, request.course) = (pitch, .hits(try MapHits(["1=1.5", "5=4", "9=11"])))
      }
      let times = try await `SharedFrame and sound stay together`().expectTogether(output, count: 3)
      for (time, hit) in zip(times, [1.5, 4, 11]) { #expect(abs(time - hit) < 0.01) }
      let flashes = try await `SharedFrame and sound stay together`().flashes(in: output)
      // No tick is early, and none is later than the first one at or after the hit.
      #expect(flashes == [1.5, 4, 11])
    }

    @Test func `Hits of a part count from its start, and refuse what else sets the times`()
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mov"), folder.file("out.mkv"))
      try await Clips.flashes(at: [1, 5, 9], length: 0.2, seconds: 10, rate: 100, to: input)
      let hits = JobRequest.Course.hits(try MapHits(["5=6", "9=8"]))
      try await make(input, output) { request in
        (request.start, request.course) = (RationalTime(1, 1), hits)
      }
      #expect(try await `SharedFrame and sound stay together`().beeps(in: output).count == 3)
      #expect(
        try await `SharedFrame and sound stay together`().flashes(in: output).suffix(2) == [6, 8]
      )
      for (amount, playback) in [
        (JobRequest.Amount.duration(.init(9, 1)), Playback.forward), (.asMapped, .backward),
      ] {
        var request = JobRequest(input: input, output: folder.file("no.mkv"), amount: amount)
        (request.playback, request.course) = (playback, hits)
        let error = await #expect(throws: RetimeError.self) { try await plan(request) }
        #expect(error?.description.contains("hits, cues and undo determine all times") ?? false)
      }
    }

    @Test func `Cues of subtitle files land on those of another`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mov"), folder.file("out.mkv"))
      try await Clips.flashes(at: [1, 5, 9], length: 0.2, seconds: 10, rate: 100, to: input)
      func file(_ name: String, _ times: [(String, String)]) throws -> String {
        let text = times.enumerated().map {
          "\($0 + 1)\n00:00:0\($1.0) --> 00:00:0\($1.1)\nText\n\n"
        }
        return try folder.write(text.joined().utf8, to: name)
      }
      let cues = try file("a.srt", [("1,000", "1,200"), ("5,000", "5,200"), ("9,000", "9,200")])
      let to = try file("b.srt", [("2,000", "2,300"), ("4,500", "4,700"), ("9,500", "9,600")])
      try await make(input, output) { request in
        (request.pitch, request.course) = (.keep, .cues(try CueFit(cues: cues, to: to)))
      }
      let judge = `SharedFrame and sound stay together`()
      _ = try await judge.expectTogether(output, count: 3)
      #expect(try await judge.flashes(in: output) == [2, 4.5, 9.5])
      #expect(throws: RetimeError.self) {
        try CueFit(cues: cues, to: file("c.srt", [("1,000", "2,000")]))
      }
      #expect(throws: RetimeError.self) { try CueFit(cues: cues, to: input) }
      #expect(throws: RetimeError.self) { try CueFit(cues: folder.file("no.srt"), to: to) }
    }

    @Test(arguments: ["mkv", "mp4"])
    func `Subtitles and chapters are cut, moved and repeated with the video`(
      container: String
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.\(container)"))
      let cues = """
        1
        00:00:01,000 --> 00:00:02,500
        one

        2
        00:00:02,600 --> 00:00:02,900
        two

        3
        00:00:04,000 --> 00:00:06,500
        three
        """
      let chapters = """
        ;FFMETADATA1
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=2200
        title=A
        [CHAPTER]
        TIMEBASE=1/1000
        START=2200
        END=5000
        title=B
        [CHAPTER]
        TIMEBASE=1/1000
        START=5000
        END=8000
        title=C
        """
      try await Clips.clip(
        folder.file("clip.mkv"),
        seconds: 8,
        ["-c:v", "mpeg4", "-c:a", "pcm_s16le"]
      )
      try await Clips.ffmpeg([
        "-i", folder.file("clip.mkv"), "-i", folder.write(Array(cues.utf8), to: "s.srt"), "-i",
        folder.write(Array(chapters.utf8), to: "c.txt"), "-map", "0", "-map", "1", "-map_metadata",
        "2", "-c", "copy", "-t", "8", input,
      ])
      try await make(input, output) { request in
        request.course = .edits(
          try MapEdits(ranges: ["2-3=cut", "6-8=2"], holds: ["4.5=2"])
        )
        request.loops = 2
        request.amount = .asMapped
        request.end = RationalTime(8, 1)
      }
      let text = try await Judge.decoded(output, ["-map", "0:s", "-f", "srt"]).text
      let shown = text.split(separator: "\n").filter { $0.contains("-->") }.map(String.init)
      // 2 s to 3 s is cut, 4.5 s is frozen for 2 s, and from 6 s on the speed is 2: 8 s, twice.
      #expect(
        shown == [
          "00:00:01,000 --> 00:00:02,000", "00:00:03,000 --> 00:00:07,250",
          "00:00:09,000 --> 00:00:10,000", "00:00:11,000 --> 00:00:15,250",
        ]
      )
      let found = try await Judge.metadata(output).chapters
      #expect(found.map(\.title) == ["A", "B", "C", "A", "B", "C"])
      #expect(found.map(\.start) == [0, 2000, 6000, 8000, 10_000, 14_000])
    }

    @Test func `Encoded frames are kept if each is displayed once`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      try await Clips.clip(input, seconds: 4, ["-c:v", "libx264", "-c:a", "pcm_s16le"])
      let change = { (request: inout JobRequest) in
        request.copiesVideo = true
        request.course = .edits(try MapEdits(keys: ["1=1", "2=1/2"], holds: ["3=1"]))
      }
      try await make(input, output, change)
      #expect(try await Judge.pictureSums(output) == (try await Judge.pictureSums(input)))
      let times = try await Judge.timestamps(output).counts.sorted()
      // A second at speed 1, a ramp of 4/3 s, half the speed from then on, and a freeze frame.
      #expect(times[0] == 0 && times[30] == 1000 && abs(times[60] - 2333) <= 1)
      #expect(abs(times[90] - 4333) <= 1 && abs(times[91] - 5400) <= 1 && times.count == 120)
      var request = JobRequest(input: input, output: folder.file("no.mkv"), amount: .asMapped)
      request.copiesVideo = true
      request.loops = 2
      let error = try await failure(of: request)
      #expect(error?.kind == .usage && error?.description.contains("--copy-video") == true)
      #expect(!folder.names.contains("no.mkv"))
    }

    @Test(arguments: [("mkv", ["-c:a", "pcm_s16le"]), ("mp4", ["-c:a", "alac"]), ("ts", ["-an"])])
    func `Whole GOPs around cuts are copied`(
      container: String,
      sound: [String]
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(container)"), folder.file("out.\(container)"))
      let codecs = ["-c:v", "libx264", "-g", "30", "-sc_threshold", "0", "-bf", "3"] + sound
      try await Clips.clip(input, seconds: 6, codecs)
      let change = { (request: inout JobRequest) in
        request.copiesVideo = true
        request.course = .edits(try MapEdits(ranges: ["0-1=cut", "2-3.99=cut", "4.99-end=1/2"]))
      }
      try await make(input, output, change)
      let sums = try await Judge.pictureSums(input)
      #expect(try await Judge.pictureSums(output) == Array(sums[30..<60] + sums[120..<180]))
      let found = try await Judge.timestamps(output)
      let unit = try #require(found.unit.split(separator: "/").last.flatMap { Double($0) })
      let times = found.counts.sorted().map { Double($0) / unit }
      let moved = times.map { $0 - times[0] }
      // A second at speed 1, one from 3.99 s on, and half the speed from 4.99 s on.
      #expect(abs(moved[29] - 29.0 / 30) < 0.002 && abs(moved[30] - 1.01) < 0.002)
      #expect(abs(moved[59] - 1 - 29.0 / 30 - 0.01) < 0.002 && times.count == 90)
      #expect(abs(moved[89] - 2 - (29.0 / 30 + 0.01) * 2) < 0.002)
      var request = JobRequest(input: input, output: folder.file("no.mkv"), amount: .asMapped)
      request.copiesVideo = true
      request.course = .edits(try MapEdits(ranges: ["1-2.4=cut"]))
      let error = try await failure(of: request)
      #expect(error?.kind == .usage && error?.description.contains("cut at 2.0 s or 3.0 s") == true)
      #expect(!folder.names.contains("no.mkv"))
    }

    @Test func `The map in a plan gives the same output as the edits`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      try await Clips.clip(input, seconds: 4, ["-c:v", "ffv1", "-c:a", "pcm_s16le"])
      for (start, end) in [(nil, nil), (RationalTime(1, 1), RationalTime(7, 2))] {
        var request = JobRequest(input: input, output: output, amount: .asMapped)
        request.overwrites = true
        (request.start, request.end) = (start, end)
        request.course = .edits(
          try MapEdits(keys: ["1.5=1", "2=1/3"], ranges: ["2.5-3=cut"], holds: ["2.25=0.5"])
        )
        let plan = try await plan(request)
        try await run(request)
        let sums = try await (Judge.pictureSums(output), Judge.samples(output, "s16le"))
        let map = try #require(plan.map)
        request.course = .document(MapDocument(map.parts, duration: try map.parts.total()))
        try await run(request)
        #expect(try await Judge.pictureSums(output) == sums.0)
        #expect(try await Judge.samples(output, "s16le") == sums.1)
      }
    }

    private func make(
      _ input: String,
      _ output: String,
      _ change: (inout JobRequest) throws -> Void
    ) async throws {
      var request = JobRequest(input: input, output: output, amount: .asMapped)
      try change(&request)
      try await run(request)
    }
  }
}
