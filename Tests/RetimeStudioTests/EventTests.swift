// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import NIOHTTP1
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `Event clients` {
    @Test func `A client gets the whole state first, and then the changes`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        let id = try await bench.ready("a.webm").id
        let response = await bench.studio.router.handleRequest(
          Request(
            method: .GET,
            uri: "/api/events",
            headers: ["Host": "127.0.0.1:\(bench.port)"],
            body: .whole([])
          )
        )
        #expect(response["Content-Type"] == "text/event-stream")
        guard case .events(let first, let news) = response.body else { return }
        var heard = String(decoding: first, as: UTF8.self)
        #expect(heard.contains("event: files\ndata: {\"complete\":true,"))
        _ = try await bench.start(
          #"{"file":"\#(id)","action":"reverse","name":"back.wav","noVideo":true}"#
        )
        for await bytes in news {
          heard += String(decoding: bytes, as: UTF8.self)
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

    @Test func `A client is disconnected when it is too slow or the server ends`() async throws {
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

  @Suite struct `The microphone spectrum` {
    /// A tone of a quarter of the sample rate.
    static let tone: [Float] = (0..<4096).map { [0.0, 0.5, 0.0, -0.5][$0 % 4] }

    static func bytes(_ samples: [Float]) -> [UInt8] {
      samples.flatMap { Clips.bytes($0.bitPattern) }
    }

    private func answers(_ messages: [SpectrumSession.Message]) async throws -> [[UInt8]] {
      var session = SpectrumSession()
      var answers: [[UInt8]] = []
      for message in messages { answers.append(try await session.answer(to: message)) }
      return answers.filter { !$0.isEmpty }
    }

    @Test func `Samples are answered with spectrogram columns, for any split`() async throws {
      let start = SpectrumSession.Message.text(#"{"sampleRate":48000,"size":1024,"hop":512}"#)
      let whole = try await answers([start, .bytes(Self.bytes(Self.tone))])
      let columns = try #require(whole.first)
      #expect(whole.count == 1)
      // (4096 - 1024) ÷ 512 + 1 frames
      #expect(columns.count == 7 * 1024)
      let first = Array(columns.prefix(1024))
      let loudest = try #require(first.indices.max { first[$0] < first[$1] })
      // Row k is at (k + ½) · rate ÷ 2N: a quarter of the rate is k = 511.5.
      #expect((510...513).contains(loudest) && first[loudest] > 200)
      #expect(first[100] < 60)
      var parts: [SpectrumSession.Message] = [start]
      for begin in stride(from: 0, to: 4096, by: 300) {
        parts.append(.bytes(Self.bytes(Array(Self.tone[begin..<min(begin + 300, 4096)]))))
      }
      #expect(try await answers(parts).flatMap { $0 } == columns)
    }

    @Test func `The columns equal the spectrogram of the same audio in a file`() async throws {
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
      let options = ["-vf", "transpose=clock", "-f", "rawvideo", "-pix_fmt", "gray"]
      let drawn = try await Judge.decoded(folder.file("out.png"), options).output
      let raw = try await Judge.decoded(folder.file("in.wav"), ["-f", "f32le"]).output
      let heard = try await answers([
        .text(#"{"sampleRate":16000,"size":1024,"hop":512}"#), .bytes(raw),
      ])
      let columns = try #require(heard.first)
      // Clockwise, a column is a row, low frequencies first.
      #expect(columns == drawn)
    }

    @Test(arguments: [
      [SpectrumSession.Message.bytes([0, 0, 0, 0])], [.text("hello")], [.text("{}")],
      [.text(#"{"sampleRate":48000,"size":1023,"hop":512}"#)],
      [.text(#"{"sampleRate":48000,"size":1048576,"hop":512}"#)],
      [.text(#"{"sampleRate":48000,"size":1024,"hop":0}"#)],
      [.text(#"{"sampleRate":48000,"size":1024,"hop":63}"#)],
      [.text(#"{"sampleRate":48000,"size":1000,"hop":62}"#)],
      [.text(#"{"sampleRate":-1,"size":1024,"hop":512}"#)],
      [.text(#"{"sampleRate":48000,"size":1024,"hop":512,"more":1}"#)],
      [.text(#"{"sampleRate":48000,"size":1024,"hop":512}"#), .bytes([0, 0, 0])],
      [
        .text(#"{"sampleRate":48000,"size":1024,"hop":512}"#),
        .bytes([UInt8](repeating: 0, count: 1 << 21)),
      ],
      [.text(#"{"sampleRate":48000,"size":1024,"hop":512}"#), .text("again")],
    ])
    func `Invalid messages are refused with a reason`(messages: [SpectrumSession.Message])
      async throws
    {
      let refusal = await #expect(throws: RequestError.self) { try await answers(messages) }
      #expect(refusal?.message.isEmpty == false)
    }

    @Test func `A sample is answered with at most 16 bytes`() async throws {
      let block = Self.bytes([Float](repeating: 0.1, count: SpectrumSession.maximumBlock / 4))
      let heard = try await answers([
        .text(#"{"sampleRate":48000,"size":1024,"hop":64}"#), .bytes(block),
      ])
      #expect(heard.count == 1 && (1...4 * block.count).contains(heard[0].count))
    }

    @Test func `A closed microphone is not processed further`() async throws {
      let hearing = Task {
        while !Task.isCancelled { await Task.yield() }
        return try await answers([
          .text(#"{"sampleRate":48000,"size":1024,"hop":64}"#),
          .bytes(Self.bytes([Float](repeating: 0.1, count: 65_536))),
        ])
      }
      hearing.cancel()
      #expect(try await hearing.value == [])
    }

    @Test func `The socket is opened by RFC 6455, and only by the studio's page`() async throws {
      try await Bench.open { bench in
        let wire = try await Wire(bench)
        try await wire.send("/api/spectrum", Wire.handshake)
        let good = await wire.read { $0.contains("\r\n\r\n") }
        #expect(good.hasPrefix("HTTP/1.1 101 "))
        // The value of the standard's own example, 1.3.
        #expect(good.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
        #expect(try await bench.get("/api/spectrum").status == 400)
        let foreign = Wire.handshake.merging(["Origin": "http://evil.example"]) { $1 }
        #expect(try await bench.get("/api/spectrum", foreign).status == 403)
        let short = Wire.handshake.merging(["Sec-WebSocket-Key": "x"]) { $1 }
        #expect(try await bench.get("/api/spectrum", short).status == 400)
      }
    }
  }
}
#endif
