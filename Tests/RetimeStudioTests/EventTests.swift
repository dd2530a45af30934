// SPDX-License-Identifier: MPL-2.0

#if Studio
import FlyingFox
import Foundation
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `A page that listens` {
    @Test(.timeLimit(.minutes(1))) func `gets everything first, and then what changes`()
      async throws
    {
      try await Bench.open(["a.webm"]) { bench in
        let id = try await bench.ready("a.webm").id
        let response = await bench.studio.router.handleRequest(
          HTTPRequest(
            method: .GET,
            version: .http11,
            target: .init(path: "/api/events", query: ""),
            headers: [.host: "127.0.0.1:\(bench.port)"],
            body: HTTPBodySequence(data: Data())
          )
        )
        #expect(response.headers[.contentType] == "text/event-stream")
        guard case .httpBody(let body) = response.payload else { return }
        var heard = ""
        var number: Int?
        for try await bytes in body {
          heard += String(decoding: bytes, as: UTF8.self)
          if number == nil {
            #expect(heard.contains("event: files\ndata: {\"complete\":true,"))
            number = try await bench.start(
              #"{"file":"\#(id)","action":"reverse","name":"back.wav","noVideo":true}"#
            )
          }
          if heard.contains("\"path\":\"back.wav\""), heard.contains("\"state\":\"done\"") {
            break
          }
        }
        for state in ["waiting", "running", "done"] {
          #expect(heard.contains("\"state\":\"\(state)\""), "\(state)")
        }
        let lines = heard.split(separator: "\n").filter { $0.hasPrefix("data: ") }
        for line in lines {
          #expect(JSON(parsing: Array(line.dropFirst(6).utf8)) != nil, "\(line)")
        }
      }
    }

    @Test(.timeLimit(.minutes(1))) func `is let go when it does not keep up or the server ends`()
      async throws
    {
      let hub = EventHub()
      let slow = hub.listen()
      for number in 0..<3000 { hub.send("job", .integer(number)) }
      var count = 0
      for await _ in slow { count += 1 }
      #expect(count == 2000 && hub.listenerCount == 0)
      let other = hub.listen()
      hub.close()
      for await _ in other { Issue.record("nothing was sent") }
      for await _ in hub.listen() { Issue.record("nothing was sent") }
    }
  }

  @Suite struct `A microphone` {
    /// A tone of a quarter of the sample rate.
    static let tone: [Float] = (0..<4096).map { [0.0, 0.5, 0.0, -0.5][$0 % 4] }

    static func bytes(_ samples: [Float]) -> Data {
      Data(samples.flatMap { Clips.bytes($0.bitPattern) })
    }

    private func answers(_ messages: [WSMessage]) async throws -> [WSMessage] {
      let (client, said) = AsyncStream.makeStream(of: WSMessage.self)
      for message in messages { said.yield(message) }
      said.finish()
      var answers: [WSMessage] = []
      for await answer in try await SpectrumSocket().makeMessages(for: client) {
        answers.append(answer)
      }
      return answers
    }

    @Test func `is answered with the columns of a spectrogram, however it is split`() async throws {
      let start = WSMessage.text(#"{"sampleRate":48000,"size":1024,"hop":512}"#)
      let whole = try await answers([start, .data(Self.bytes(Self.tone))])
      guard case .data(let columns)? = whole.first else {
        Issue.record("no columns")
        return
      }
      #expect(whole.count == 1)
      // (4096 - 1024) ÷ 512 + 1 frames
      #expect(columns.count == 7 * 1024)
      let first = Array(columns.prefix(1024))
      let loudest = try #require(first.indices.max { first[$0] < first[$1] })
      // Row k is at (k + ½) · rate ÷ 2N: a quarter of the rate is k = 511.5.
      #expect((510...513).contains(loudest) && first[loudest] > 200)
      #expect(first[100] < 60)
      var parts: [WSMessage] = [start]
      for begin in stride(from: 0, to: 4096, by: 300) {
        parts.append(.data(Self.bytes(Array(Self.tone[begin..<min(begin + 300, 4096)]))))
      }
      var joined = Data()
      for case .data(let part) in try await answers(parts) { joined += part }
      #expect(joined == columns)
    }

    @Test func `sees what retime draws of the same sound in a file`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "aevalsrc=0.5*sin(2*PI*t*(500+2000*t)):s=16000:d=0.5", "-c:a",
          "pcm_f32le", folder.file("in.wav"),
        ]
      )
      try await Program.succeed(
        Bench.executable,
        ["spectrogram", folder.file("in.wav"), folder.file("out.png"), "--colors", "grey"]
      )
      let drawn = try await Program.succeed(
        "ffmpeg",
        [
          "-v", "error", "-i", folder.file("out.png"), "-vf", "transpose=clock", "-f", "rawvideo",
          "-pix_fmt", "gray", "-",
        ]
      ).output
      let raw = try await Program.succeed(
        "ffmpeg",
        ["-v", "error", "-i", folder.file("in.wav"), "-f", "f32le", "-"]
      ).output
      let heard = try await answers([
        .text(#"{"sampleRate":16000,"size":1024,"hop":512}"#), .data(Data(raw)),
      ])
      guard case .data(let columns)? = heard.first else {
        Issue.record("no columns")
        return
      }
      // Clockwise, a column is a row, low frequencies first.
      #expect(Array(columns) == drawn)
    }

    @Test(arguments: [
      [WSMessage.data(Data(count: 4))], [.text("hello")], [.text("{}")],
      [.text(#"{"sampleRate":48000,"size":1023,"hop":512}"#)],
      [.text(#"{"sampleRate":48000,"size":1048576,"hop":512}"#)],
      [.text(#"{"sampleRate":48000,"size":1024,"hop":0}"#)],
      [.text(#"{"sampleRate":-1,"size":1024,"hop":512}"#)],
      [.text(#"{"sampleRate":48000,"size":1024,"hop":512,"more":1}"#)],
      [.text(#"{"sampleRate":48000,"size":1024,"hop":512}"#), .data(Data(count: 3))],
      [.text(#"{"sampleRate":48000,"size":1024,"hop":512}"#), .data(Data(count: 1 << 21))],
      [.text(#"{"sampleRate":48000,"size":1024,"hop":512}"#), .text("again")],
    ])
    func `that makes no sense is told so`(messages: [WSMessage]) async throws {
      let last = try await answers(messages).last
      guard case .close(let code)? = last else {
        Issue.record("\(String(describing: last))")
        return
      }
      #expect(code.code == 1008 && !code.reason.isEmpty)
    }

    @Test func `is opened as RFC 6455 says, and by no other page`() async throws {
      try await Bench.open { bench in
        let handshake = [
          "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
          "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ]
        let good = try await bench.get("/api/spectrum", handshake)
        #expect(good.status == 101)
        // The value of the standard's own example, 1.3.
        #expect(good["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(try await bench.get("/api/spectrum").status == 400)
        let foreign = handshake.merging(["Origin": "http://evil.example"]) { $1 }
        #expect(try await bench.get("/api/spectrum", foreign).status == 403)
        let short = handshake.merging(["Sec-WebSocket-Key": "x"]) { $1 }
        #expect(try await bench.get("/api/spectrum", short).status == 400)
      }
    }
  }

  @Suite struct `What is made when it is asked for` {
    @Test(.timeLimit(.minutes(1))) func `is a copy that every browser plays`() async throws {
      let folder = try TemporaryFolder()
      // 10 bits and 4:2:2 are what no browser plays.
      try await Clips.clip(
        folder.file("in.mov"),
        seconds: 0.5,
        ["-c:v", "prores_ks", "-pix_fmt", "yuv422p10le", "-c:a", "pcm_s24le"]
      )
      try await Bench.open(media: folder) { bench in
        let id = try await bench.ready("in.mov").id
        let made = try await made("/api/files/\(id)/proxy", bench)
        #expect(made["Content-Type"] == "video/mp4")
        let path = try bench.state.write(made.body, to: "proxy.mp4")
        let judged = try await Program.succeed(
          "ffprobe",
          ["-v", "error", "-show_entries", "stream=codec_name,profile,pix_fmt", "-of", "csv", path]
        )
        #expect(judged.text.contains("h264,High,yuv420p"))
        #expect(judged.text.contains("aac,LC"))
        let part = try await bench.get("/api/files/\(id)/proxy", ["Range": "bytes=4-7"])
        #expect(part.status == 206 && part.body == Array("ftyp".utf8))
      }
    }

    @Test(.timeLimit(.minutes(1))) func `is a spectrogram, or the reason why there is none`()
      async throws
    {
      let folder = try TemporaryFolder()
      try await Clips.clip(folder.file("silent.mp4"), seconds: 0.2, ["-an"])
      try Bench.put("a.webm", in: folder)
      try await Bench.open(media: folder) { bench in
        let id = try await bench.ready("a.webm").id
        let made = try await made("/api/files/\(id)/spectrogram?colors=grey&at=1", bench)
        #expect(made["Content-Type"] == "image/png")
        #expect(made.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let duration = try #require(made["X-Spectrogram-Duration"].flatMap(Double.init))
        #expect(abs(duration - 4) < 0.1)
        let silent = try await bench.ready("silent.mp4").id
        let none = try await bench.get("/api/files/\(silent)/spectrogram")
        #expect(none.status == 422 && none.message == "'silent.mp4' has no sound")
        #expect(try await bench.get("/api/files/\(silent)/waveform").status == 404)
      }
    }

    /// Asks until it is made; a page does the same, with pauses.
    private func made(_ target: String, _ bench: Bench) async throws -> Bench.Answer {
      var answer = try await bench.get(target)
      var fractions: [Double] = []
      while answer.status == 202 {
        fractions.append(try #require(answer.json["fraction"]?.double))
        await bench.studio.router.derived.moved()
        answer = try await bench.get(target)
      }
      #expect(!fractions.isEmpty && fractions.allSatisfy((0...1).contains))
      #expect(answer.status == 200)
      return answer
    }
  }
}
#endif
