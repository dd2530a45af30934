// SPDX-License-Identifier: MPL-2.0

#if Studio
import FlyingFox
import Foundation
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `An upload` {
    @Test(.timeLimit(.minutes(1))) func `stands in the folder and in the list`() async throws {
      try await Bench.open { bench in
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Bench.clip)))
        let answer = try await bench.upload("ü new.webm", bytes)
        #expect(answer.status == 201)
        #expect(answer.json["path"]?.string == "ü new.webm")
        #expect(try bench.media.bytes(of: "ü new.webm") == bytes)
        let file = try await bench.ready("ü new.webm")
        #expect(file.state == .ready)
        #expect(bench.media.names == ["ü new.webm"])
      }
    }

    @Test(.timeLimit(.minutes(1))) func `of any kind is looked at, and says what it is`()
      async throws
    {
      try await Bench.open { bench in
        #expect(try await bench.upload("notes", Array("hello".utf8)).status == 201)
        let file = try await bench.ready("notes")
        #expect(file.state == .failed && file.message?.isEmpty == false)
        #expect(try await bench.upload("empty.mp4", []).status == 201)
        #expect(try await bench.ready("empty.mp4").message == "'empty.mp4' is empty")
      }
    }

    @Test(.timeLimit(.minutes(1))) func `replaces nothing, and proposes another name`() async throws
    {
      try await Bench.open { bench in
        _ = try bench.media.write([1], to: "a.webm")
        _ = try bench.media.write([2], to: "a 2.webm")
        let answer = try await bench.upload("a.webm", [3])
        #expect(answer.status == 409)
        #expect(answer.json["name"]?.string == "a 3.webm")
        #expect(try bench.media.bytes(of: "a.webm") == [1])
        #expect(bench.media.leftovers.isEmpty)
      }
    }

    @Test(.timeLimit(.minutes(1))) func `goes nowhere else`() async throws {
      try await Bench.open { bench in
        for name in ["../a.webm", "/tmp/a.webm", "sub/a.webm", ".a.webm", "..", "a\0.webm", ""] {
          let answer = try await bench.upload(name, [1])
          #expect(answer.status == 400, "\(name)")
          #expect(!answer.message.isEmpty)
        }
        #expect(try await bench.ask(.POST, "/api/files", body: [1]).status == 415)
        let octets = ["Content-Type": "application/octet-stream"]
        #expect(try await bench.ask(.POST, "/api/files", octets, body: [1]).status == 400)
        #expect(try await bench.ask(.POST, "/api/files?name=a%2", octets, body: [1]).status == 400)
        #expect(try await bench.upload("a.webm", [1], type: "text/plain").status == 415)
        let foreign = octets.merging(["Origin": "http://evil.example"]) { $1 }
        let refused = try await bench.ask(.POST, "/api/files?name=a.webm", foreign, body: [1])
        #expect(refused.status == 403)
        #expect(bench.media.names.isEmpty)
      }
    }

    @Test(.timeLimit(.minutes(1))) func `that has no room is refused before it comes`() async throws
    {
      try await Bench.open { bench in
        let request = HTTPRequest(
          method: .POST,
          version: .http11,
          target: .init(path: "/api/files", query: "name=huge.mov"),
          headers: [
            .host: "127.0.0.1:\(bench.port)", .contentType: "application/octet-stream",
          ],
          body: HTTPBodySequence(from: Bytes { _ in nil }, count: 1 << 60)
        )
        let response = await bench.studio.router.handleRequest(request)
        #expect(response.statusCode.code == 507)
        #expect(response.headers[.connection] == "close")
        #expect(bench.media.names.isEmpty)
      }
    }

    @Test(.timeLimit(.minutes(1))) func `that breaks off leaves nothing`() async throws {
      try await Bench.open { bench in
        struct Gone: Error {}
        let bytes = Bytes { number in
          guard number < 40 else { throw Gone() }
          return [UInt8](repeating: 7, count: 65_536)
        }
        let request = HTTPRequest(
          method: .POST,
          version: .http11,
          target: .init(path: "/api/files", query: "name=half.mov"),
          headers: [
            .host: "127.0.0.1:\(bench.port)", .contentType: "application/octet-stream",
          ],
          body: HTTPBodySequence(from: bytes, count: 1 << 24)
        )
        let response = await bench.studio.router.handleRequest(request)
        #expect(response.statusCode.code == 500)
        #expect(bench.media.names.isEmpty)
      }
    }
  }
}
#endif
