// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import NIOCore
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `Hostile clients` {
    /// Returns whether the studio still answers another client.
    static func answers(_ bench: Bench) async throws -> Bool {
      let wire = try await Wire(bench)
      try await wire.send("/api/jobs", ["Connection": "close"])
      return await wire.status() == 200
    }

    @Test func `A request that violates HTTP is refused, and the connection ends`() async throws {
      try await Bench.open { bench in
        let host = "Host: 127.0.0.1:\(bench.port)\r\n"
        let get = "GET /api/jobs HTTP/1.1\r\n"
        let post = "POST /api/jobs HTTP/1.1\r\n\(host)Content-Type: application/json\r\n"
        let chunked = "Transfer-Encoding: chunked\r\n"
        for (number, request) in [
          "\(get)Host : 127.0.0.1:\(bench.port)\r\n\r\n",
          "\(get)Host\t: 127.0.0.1:\(bench.port)\r\n\r\n",
          "\(get)\(host)X: a\r\n b\r\n\r\n", "\(get)\(host)X: a\r\n\tb\r\n\r\n",
          "\(get) X: a\r\n\(host)\r\n", "\(get)\(host): a\r\n\r\n", "\(get)\(host)X\r\n\r\n",
          "GET /api/jobs HTTP/1.1\n\(host)\n", "\(get)Host: 127.0.0.1:\(bench.port)\nX: a\r\n\r\n",
          "\(get)\(host)X: a\rY: b\r\n\r\n", "\(get)\(host)X: a\0b\r\n\r\n",
          "\(get)\(host)X\0: a\r\n\r\n", "\(get)\(host)X\u{B}Y: a\r\n\r\n",
          "\(get)\(host)\(host)\r\n", "\(get)\(host)Host: evil.example\r\n\r\n",
          "\(post)Content-Length: +5\r\n\r\nhello", "\(post)Content-Length: -5\r\n\r\nhello",
          "\(post)Content-Length: 0x5\r\n\r\nhello", "\(post)Content-Length: 5 5\r\n\r\nhello",
          "\(post)Content-Length: 5, 5\r\n\r\nhello", "\(post)Content-Length: \r\n\r\nhello",
          "\(post)Content-Length: 99999999999999999999\r\n\r\nhello",
          "\(post)Content-Length: 18446744073709551615\r\n\r\nhello",
          "\(post)Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
          "\(post)Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
          "\(post)Content-Length: 5\r\n\(chunked)\r\n0\r\n\r\n",
          "\(post)\(chunked)Content-Length: 5\r\n\r\n0\r\n\r\n",
          "\(post)\(chunked)\(chunked)\r\n0\r\n\r\n",
          "\(post)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
          "\(post)Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
          "\(post)Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
          "GET /api /jobs HTTP/1.1\r\n\(host)\r\n",
          "GET /api/jobs\r\n\(host)\r\n", "GET /api/jobs HTTP/2.0\r\n\(host)\r\n",
          "GET /api/jobs http/1.1\r\n\(host)\r\n", "G@T /api/jobs HTTP/1.1\r\n\(host)\r\n",
          "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "CONNECT evil.example:80 HTTP/1.1\r\n\(host)\r\n",
          "\u{16}\u{3}\u{1}\0\u{5}hello", "hello\r\n\r\n",
        ].enumerated() {
          let wire = try await Wire(bench)
          try await wire.send(request)
          let answer = await wire.rest()
          #expect(Wire.status(answer) == 400, "\(number): \(request)")
          #expect(answer.contains("\r\nConnection: close\r\n") && answer.contains("{\"message\":"))
          #expect(answer.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
        }
        for foreign in ["http://evil.example/api/jobs", "http://127.0.0.1:\(bench.port)/api/jobs"] {
          let wire = try await Wire(bench)
          try await wire.send(foreign, ["Connection": "close"])
          #expect(await wire.status() == 400)
        }
        #expect(try await Self.answers(bench))
      }
    }

    @Test func `A head that is too large is refused`() async throws {
      try await Bench.open { bench in
        let million = String(repeating: "a", count: 1 << 20)
        let host = "Host: 127.0.0.1:\(bench.port)\r\n"
        for (status, request) in [
          (414, "GET /\(million) HTTP/1.1\r\n\(host)\r\n"),
          (414, "GET /\(million.prefix(20_000)) HTTP/1.1\r\n\(host)\r\n"),
          (414, "GET /\(million.prefix(5000)) HTTP/1.1\r\n\(host)Connection: close\r\n\r\n"),
          (431, "GET / HTTP/1.1\r\n\(host)X: \(million)\r\n\r\n"),
          (431, "GET / HTTP/1.1\r\n\(host)\(million): a\r\n\r\n"),
          (431, "GET / HTTP/1.1\r\n\(host)X: \(million.prefix(20_000))\r\n\r\n"),
          (
            431,
            "GET / HTTP/1.1\r\n\(host)"
              + String(repeating: "X: \(million.prefix(9000))\r\n", count: 4) + "\r\n"
          ),
          (
            431,
            "GET / HTTP/1.1\r\n\(host)" + String(repeating: "X: y\r\n", count: 10_000) + "\r\n"
          ),
        ] {
          let wire = try await Wire(bench)
          // The response arrives while this is being sent; then nothing reads the rest.
          try? await wire.send(request)
          #expect(await wire.status() == status, "\(request.prefix(60))")
        }
        #expect(try await Self.answers(bench))
      }
    }

    @Test func `A client that floods headers does not delay the shutdown`() async throws {
      let server = try await `The server`.Running()
      let port = try #require(server.address.split(separator: ":").last.flatMap { Int($0) })
      let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            // Repeated until the server has ended.
            while let wire = try? await Wire(port: port) {
              try? await wire.send(wire.head("GET /") + "X: ")
              try? await wire.send(million)
              _ = await wire.rest()
            }
          }
        }
        group.addTask {
          for _ in 0..<3 {
            _ = try? await server.curl(["\(server.address)/api/jobs"])
          }
          server.program.signal(SIGTERM)
        }
      }
      #expect(try await server.program.wait().status == 0)
      #expect(server.folder.names == ["a.webm"])
    }

    @Test func `A slow client gets a timeout or is disconnected`() async throws {
      var limits = Limits()
      (limits.idle, limits.request) = (.seconds(1), .seconds(1))
      limits.body = .seconds(1)
      try await Bench.open(limits: limits) { bench in
        let silent = try await Wire(bench)
        #expect(await silent.rest() == "")
        let kept = try await Wire(bench)
        try await kept.send("/api/jobs", [:])
        #expect(Wire.status(await kept.rest()) == 200)
        let loris = try await Wire(bench)
        try await loris.send("GET / HTTP/1.1\r\nX: ")
        #expect(await loris.status() == 408)
        let drops = try await Wire(bench)
        let dropping = Task { while (try? await drops.send("a")) != nil { await Task.yield() } }
        #expect([408, 414, 400].contains(await drops.status()))
        dropping.cancel()
        drops.close()
        let short = try await Wire(bench)
        try await short.send(
          short.head("POST /api/jobs")
            + "Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
        )
        #expect(await short.status() == 408)
        for framing in ["Content-Length: 1000000", "Transfer-Encoding: chunked"] {
          let upload = try await Wire(bench)
          try await upload.send(
            upload.head("POST /api/files?name=slow.mp4")
              + "Content-Type: application/octet-stream\r\n\(framing)\r\n\r\n1\r\n"
          )
          #expect(await upload.status() == 408)
        }
        #expect(bench.media.names.isEmpty)
        #expect(try await Self.answers(bench))
      }
    }

    @Test func `A client that half-closes its connection still gets its response`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        let wire = try await Wire(bench)
        try await wire.send("/api/files/\(Bench.id("a.webm"))/media", [:])
        try await wire.endSending()
        let bytes = await wire.bytes { _ in false }
        #expect(bytes.suffix(36_592) == (try bench.media.bytes(of: "a.webm"))[...])
        let half = try await Wire(bench)
        try await half.send("GET /api/jobs HTT")
        try await half.endSending()
        #expect(await half.status() == 400)
        let broken = try await Wire(bench)
        try await broken.send(
          broken.head("POST /api/files?name=half.mp4")
            + "Content-Type: application/octet-stream\r\nContent-Length: 1000000\r\n\r\nhello"
        )
        try await broken.endSending()
        #expect(await broken.status() == 400)
        #expect(bench.media.names == ["a.webm"])
      }
    }

    @Test func `Chunked bodies are checked`() async throws {
      try await Bench.open { bench in
        func upload(_ chunks: String, _ more: String = "") async throws -> String {
          let wire = try await Wire(bench)
          try await wire.send(
            wire.head("POST /api/files?name=a.mp4")
              + "Content-Type: application/octet-stream\r\n"
              + "Transfer-Encoding: chunked\r\n\(more)\r\n\(chunks)"
          )
          return await wire.read { $0.contains("}") }
        }
        for bad in [
          "FFFFFFFFFFFFFFFFF\r\nhello", "-5\r\nhello", "0x5\r\nhello\r\n0\r\n\r\n", "5\nhello\r\n",
          "5\r\nhelloX\r\n0\r\n\r\n", "zz\r\n", " 5\r\nhello\r\n0\r\n\r\n",
        ] {
          #expect(Wire.status(try await upload(bad)) == 400, "\(bad)")
          #expect(bench.media.names.isEmpty)
        }
        let clip = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Bench.clip)))
        let (first, second) = (clip[..<5], clip[5...])
        let good = try await Wire(bench)
        try await good.send(
          good.head("POST /api/files?name=a.webm")
            + "Content-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\n"
        )
        try await good.send(Array(first) + Array("\r\n\(String(second.count, radix: 16))\r\n".utf8))
        try await good.send(Array(second) + Array("\r\n0\r\nX: y\r\n\r\n".utf8))
        #expect(Wire.status(await good.read { $0.contains("}") }) == 201)
        #expect(try bench.media.bytes(of: "a.webm") == clip)
        let wire = try await Wire(bench)
        try await wire.send(
          wire.head("POST /api/files?name=b.webm")
            + "Content-Type: application/octet-stream\r\nContent-Length: \(clip.count)\r\n"
            + "Expect: 100-continue\r\n\r\n"
        )
        _ = await wire.read { $0 == "HTTP/1.1 100 Continue\r\n\r\n" }
        try await wire.send(clip)
        let answer = await wire.read { $0.contains("}") }
        #expect(answer.contains("HTTP/1.1 201 Created\r\n"))
      }
    }

    @Test func `A short response is sent in one piece`() async throws {
      try await Bench.open { bench in
        let wire = try await Wire(bench)
        for _ in 0..<200 {
          try await wire.send("/api/jobs", [:])
          let answer = await wire.piece()
          #expect(answer?.hasSuffix("{\"isPaused\":false,\"jobs\":[]}") == true)
        }
      }
    }
  }
}
#endif
