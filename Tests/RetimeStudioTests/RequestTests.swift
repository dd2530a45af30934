// SPDX-License-Identifier: MPL-2.0

#if Studio
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `Job requests` {
    private func request(_ text: String) throws -> StudioRequest {
      try StudioRequest(try #require(JSON(parsing: Array(text.utf8))))
    }

    @Test(arguments: [
      (
        #"{"file":"f","action":"scale","name":"o.mp4","factor":"0.5","fps":"30","frames":"blend","#
          + #""audioMethod":"smooth","mono":true,"sdr":true,"copyVideo":true,"noAudio":true}"#,
        [
          "--factor=0.5", "--fps=30", "--frames=blend", "--sdr", "--mono", "--audio-method=smooth",
          "--copy-video", "--no-audio",
        ]
      ),
      (
        #"{"file":"f","action":"reverse","name":"o.mp4","boomerang":true,"duration":"1:30","smart":true}"#,
        ["--boomerang", "--duration=1:30", "--smart"]
      ),
      (#"{"file":"f","action":"reverse","name":"o.mp4"}"#, []),
      (
        #"{"file":"f","action":"resample","name":"o.wav","rate":48000,"channel":1}"#,
        ["--rate=48000", "--channel=1"]
      ),
      // As the page sent it until 0.2.0.
      (
        #"{"file":"f","action":"resample","name":"o.wav","rate":8000,"audioMethod":"sinc"}"#,
        ["--rate=8000"]
      ),
      (
        #"{"file":"f","action":"spectrogram","name":"o.png","colors":"viridis","axes":true}"#,
        ["--colors=viridis", "--axes"]
      ),
      (
        #"{"file":"f","action":"scale","name":"o.mp4","factor":"4","fps":"23.976","frames":"flow","#
          + #""flowQuality":"fast","pitch":"+3","formants":"keep","start":"1:02.5","end":"70","#
          + #""quality":"small"}"#,
        [
          "--factor=4", "--fps=23.976", "--frames=flow", "--flow-quality=fast", "--pitch=+3",
          "--formants=keep", "--quality=small", "--start=1:02.5", "--end=70",
        ]
      ),
      (
        #"{"file":"f","action":"reverse","name":"o.mp4","pitch":"keep","end":"2"}"#,
        ["--pitch=keep", "--end=2"]
      ),
      (
        #"{"file":"f","action":"silence","name":"o.mp4","threshold":"auto","longestPause":"0.8","#
          + #""shortestLoud":"0.1","keep":["0-1:00","5-6"],"drop":["9-end"],"duration":"60","#
          + #""speechSpeed":"1.5","restSpeed":"8","fps":"source","pitch":"keep","fitSize":"25M"}"#,
        [
          "--threshold=auto", "--longest-pause=0.8", "--shortest-loud=0.1", "--keep=0-1:00",
          "--keep=5-6", "--drop=9-end", "--duration=60", "--speech-speed=1.5", "--rest-speed=8",
          "--fps=source", "--pitch=keep", "--fit-size=25M",
        ]
      ),
      (
        #"{"file":"f","action":"silence","name":"o.mp4","quietSpeed":"6","loudSpeed":"1.2","#
          + #""margin":"0.3","shortest":"0.5","start":"1"}"#,
        ["--quiet-speed=6", "--loud-speed=1.2", "--margin=0.3", "--shortest=0.5", "--start=1"]
      ),
      (
        #"{"file":"f","action":"conform","name":"o.mp4","fps":"24000/1001","copyVideo":true}"#,
        ["--fps=24000/1001", "--copy-video"]
      ),
      (
        #"{"file":"f","action":"fit","name":"o.wav","table":"0,1,0,2","slowest":"0.4","#
          + #""fastest":"3","bestEffort":true}"#,
        ["--slowest=0.4", "--fastest=3", "--best-effort"]
      ),
      (#"{"file":"f","action":"undo","name":"o.mkv","fps":"vfr"}"#, ["--fps=vfr"]),
      (#"{"file":"f","action":"scale","name":"o.mp4","every":"2"}"#, ["--every=2"]),
      (#"{"file":"f","action":"scale","name":"o.mp4","match":"song.mp3"}"#, []),
      (
        #"{"file":"f","action":"scale","name":"o.mp4","hits":["12.5=20","31=45"],"slowest":"0.4"}"#,
        ["--hit=12.5=20", "--hit=31=45", "--slowest=0.4"]
      ),
      // null and false count as absent, for keys of other actions too.
      (
        #"{"file":"f","action":"scale","name":"o.mp4","speed":"2","mono":null,"boomerang":false}"#,
        ["--speed=2"]
      ),
    ])
    func `A request becomes options of the command line`(json: String, options: [String]) throws {
      let made = try request(json)
      #expect(made.options == options)
      // A job is stored as text, and read again when the studio starts.
      #expect(try request(made.json.text) == made)
    }

    @Test(arguments: [
      "[]", "3", #"{}"#, #"{"action":"scale","name":"o.mp4","factor":"2"}"#,
      #"{"file":"f","name":"o.mp4","factor":"2"}"#, #"{"file":"f","action":"scale","factor":"2"}"#,
      #"{"file":"f","action":"delete","name":"o.mp4"}"#,
      #"{"file":"f","action":"scale","name":"o.mp4"}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","factor":2}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","factor":"2","speed":"2"}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","factor":"2","mono":"yes"}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","factor":"2","channel":"1"}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","factor":"2","channel":1.5}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","factor":"2","videoEncoder":"x264enc"}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","factor":"2","rate":48000}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","factor":"2","colors":"grey"}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","factor":"2\u0000"}"#,
      #"{"file":"f","action":"scale","name":"../o.mp4","factor":"2"}"#,
      #"{"file":"f","action":"scale","name":"/o.mp4","factor":"2"}"#,
      #"{"file":"f","action":"scale","name":".o.mp4","factor":"2"}"#,
      #"{"file":"f","action":"scale","name":"","factor":"2"}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","map":3}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","map":"/etc/passwd"}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","map":{"sections":[]}}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","map":{"retime-map":1,"sections":[],"path":"x"}}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","map":{"retime-map":1,"sections":[{"from":"0","to":"0","speed":"1"}]}}"#,
      #"{"file":"f","action":"reverse","name":"o.mp4","map":{"retime-map":1,"sections":[{"from":"0","to":"1","speed":"1"}]}}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","factor":"2","start":1}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","factor":"2","pitch":3}"#,
      #"{"file":"f","action":"resample","name":"o.wav","rate":8000,"pitch":"keep"}"#,
      #"{"file":"f","action":"spectrogram","name":"o.png","start":"1"}"#,
      #"{"file":"f","action":"resample","name":"o.wav"}"#,
      #"{"file":"f","action":"resample","name":"o.wav","rate":"48000"}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","factor":"2","match":"song.mp3"}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","factor":"2","hits":["1=2"]}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","hits":[]}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","hits":"1=2"}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","hits":[1]}"#,
      #"{"file":"f","action":"scale","name":"o.mp4","hits":["1=2"],"map":{"retime-map":1,"sections":[{"from":"0","to":"1","speed":"1"}]}}"#,
      #"{"file":"f","action":"silence","name":"o.mp4","keep":"0-1"}"#,
      #"{"file":"f","action":"silence","name":"o.mp4","factor":"2"}"#,
      #"{"file":"f","action":"conform","name":"o.mp4","speed":"2"}"#,
      #"{"file":"f","action":"fit","name":"o.mp4"}"#,
      #"{"file":"f","action":"fit","name":"o.mp4","table":"nothing"}"#,
      #"{"file":"f","action":"fit","name":"o.mp4","table":"/etc/passwd"}"#,
      #"{"file":"f","action":"fit","name":"o.mp4","cues":"a.srt"}"#,
      #"{"file":"f","action":"undo","name":"o.mp4","pitch":"keep"}"#,
      #"{"file":"f","action":"undo","name":"o.mp4","start":"1"}"#,
      #"{"file":"f","action":"resample","name":"o.wav","rate":8000,"fitSize":"1M"}"#,
      #"{"file":["f"],"action":"reverse","name":"o.wav"}"#,
      #"{"file":"f","action":"reverse","name":"o.wav","overwrite":1}"#,
    ])
    func `An invalid request is refused`(json: String) {
      #expect(throws: RequestError.self) { try request(json) }
    }

    @Test func `A value can never become another option or a path`() throws {
      let value = #"--version \" --profile x"#
      let wanted = try request(
        #"{"file":"f","action":"scale","name":"-y","factor":"\#(value)","fps":"-"}"#
      )
      let arguments = JobCommand(wanted, source: "/m/a b.mp4")
        .arguments(output: "/m/-y", attachment: nil)
      #expect(
        arguments == [
          "scale", "--factor=--version \" --profile x", "--fps=-", "--", "/m/a b.mp4", "/m/-y",
        ]
      )
      let text = JobCommand(wanted, source: "a b.mp4").text(output: "-y")
      #expect(
        text == #"retime scale 'a b.mp4' ./-y '--factor=--version " --profile x' --fps=-"#
      )
    }
  }

  @Suite struct `Plan summaries` {
    @Test(arguments: [
      ("30000/1001", "29.97"), ("30/1", "30"), ("25", "25"), ("24000/1001", "23.98"),
      ("15/2", "7.5"), ("0/0", "0/0"),
    ])
    func `Frame rates are abbreviated`(rate: String, words: String) {
      #expect(PlanSummary.rate(rate) == words)
    }

    @Test func `The summary is that of the dry run`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        let id = try await bench.ready("a.webm").id
        let answer = try await bench.post(
          "/api/plan",
          #"{"file":"\#(id)","action":"scale","factor":"0.5","fps":"24","name":"o.mp4"}"#
        )
        #expect(answer.status == 200)
        #expect(abs(try #require(answer.json["duration"]?.double) - 2) < 0.05)
        #expect(answer.json["exists"] == .bool(false))
        #expect(answer.json["path"]?.string == "o.mp4")
        let words = answer.json["tracks"]?.elements.compactMap { $0["summary"]?.string }
        #expect(words == ["320×240, 24 fps, VP9", "48000 Hz, mono, AAC"])
        #expect(answer.json["tracks"]?.elements.first?["frames"]?.int == 48)
        #expect(
          answer.json["commandLine"]?.string == "retime scale a.webm o.mp4 --factor=0.5 --fps=24"
        )
        #expect(bench.media.names == ["a.webm"])
      }
    }

    @Test func `The summary covers a trim range at any rate`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        let id = try await bench.ready("a.webm").id
        let answer = try await bench.post(
          "/api/plan",
          #"{"file":"\#(id)","action":"scale","factor":"2","fps":"12.5","frames":"flow","#
            + #""pitch":"keep","start":"1","end":"0:03","name":"o.mp4"}"#
        )
        #expect(answer.status == 200, "\(answer.message)")
        #expect(answer.json["duration"]?.double == 4)
        let video = answer.json["tracks"]?.elements.first
        #expect(video?["frames"]?.int == 50)
        #expect(video?["summary"]?.string == "320×240, 12.5 fps, VP9")
      }
    }

    @Test func `A refusal has retime's own message`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        let id = try await bench.ready("a.webm").id
        for (given, word) in [
          (#""factor":"-1","name":"o.mp4""#, "-1"), (#""factor":"2","name":"o.xyz""#, "o.xyz"),
          (#""factor":"2","fps":"x","name":"o.mp4""#, "x"),
          (#""factor":"2","name":"a.webm""#, "a.webm"),
          (#""factor":"2","name":"o.mp4","pitch":"high""#, "high"),
          (#""factor":"2","name":"o.mp4","start":"3","end":"2""#, "--start"),
          (#""factor":"2","name":"o.mp4","frames":"flow","flowQuality":"most""#, "most"),
          (#""factor":"2","name":"o.mp4","quality":"x264enc""#, "'small', 'good' or 'best'"),
          (#""factor":"2","name":"o.mp4","noVideo":true,"noAudio":true"#, "nothing"),
        ] {
          let answer = try await bench.post(
            "/api/plan",
            #"{"file":"\#(id)","action":"scale",\#(given)}"#
          )
          #expect(answer.status == 422, "\(given)")
          #expect(answer.message.contains(word), "\(answer.message)")
          #expect(!answer.message.contains(bench.media.path))
        }
        let gone = try await bench.post(
          "/api/plan",
          #"{"file":"x","action":"reverse","name":"o.mp4"}"#
        )
        #expect(gone.status == 404)
        #expect(try await bench.post("/api/plan", "{").status == 400)
      }
    }
  }
}
#endif
