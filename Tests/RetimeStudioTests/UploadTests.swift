// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import NIOHTTP1
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `Uploads` {
    @Test func `An upload appears in the folder and in the list`() async throws {
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

    @Test(
      arguments: [
        ("notes", Array("hello, this is a text\n".utf8)), ("empty.mp4", []),
        ("words.srt", Array("1\n00:00:01,000 --> 00:00:02,000\nHello\n".utf8)),
        ("noise.wav", (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 167) }),
      ]
    )
    func `An upload that is not media is refused and removed`(name: String, bytes: [UInt8])
      async throws
    {
      try await Bench.open { bench in
        let answer = try await bench.upload(name, bytes)
        #expect(answer.status == 422)
        #expect(answer.message.contains("'\(name)'") && answer.message.contains("not added"))
        #expect(!answer.message.contains(".retime-"), "\(answer.message)")
        #expect(bench.media.names.isEmpty && bench.media.leftovers.isEmpty)
        #expect(await bench.library.files[Bench.id(name)] == nil)
      }
    }

    @Test func `An upload of media may have any name`() async throws {
      try await Bench.open { bench in
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Bench.clip)))
        #expect(try await bench.upload("film of mine", bytes).status == 201)
        #expect(try await bench.ready("film of mine").state == .ready)
      }
    }

    @Test func `An upload replaces no file and proposes another name`() async throws {
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

    @Test func `An upload cannot leave the folder`() async throws {
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

    @Test func `An upload larger than the free space is refused before its body is read`()
      async throws
    {
      try await Bench.open { bench in
        let request = Request(
          method: .POST,
          uri: "/api/files?name=huge.mov",
          headers: ["Host": "127.0.0.1:\(bench.port)", "Content-Type": "application/octet-stream"],
          body: .blocks(1 << 60) { _ in nil }
        )
        let response = await bench.studio.router.handleRequest(request)
        #expect(response.status.code == 507)
        #expect(response["Connection"] == "close")
        #expect(bench.media.names.isEmpty)
      }
    }

    @Test func `An interrupted upload leaves no file`() async throws {
      try await Bench.open { bench in
        struct Gone: Error {}
        let body = RequestBody.blocks(1 << 24) { number in
          guard number < 40 else { throw Gone() }
          return [UInt8](repeating: 7, count: 65_536)
        }
        let request = Request(
          method: .POST,
          uri: "/api/files?name=half.mov",
          headers: ["Host": "127.0.0.1:\(bench.port)", "Content-Type": "application/octet-stream"],
          body: body
        )
        let response = await bench.studio.router.handleRequest(request)
        #expect(response.status.code == 500)
        #expect(bench.media.names.isEmpty)
      }
    }
  }
}
#endif
