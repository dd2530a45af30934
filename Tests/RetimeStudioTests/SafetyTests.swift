// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import NIOHTTP1
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `Access control` {
    /// A response of the check only.
    private func status(
      _ headers: [String: String],
      _ method: HTTPMethod = .GET,
      _ path: String = "/api/files",
      check: RequestCheck = RequestCheck(port: 8017, address: nil, token: nil)
    ) throws -> Int {
      let request = Request(
        method: method,
        uri: path,
        headers: HTTPHeaders(headers.map { ($0.key, $0.value) }),
        body: .whole([])
      )
      do throws(RequestError) {
        try check.check(request, try Target(path: path, query: ""))
        return 200
      } catch {
        return error.status.rawValue
      }
    }

    @Test(arguments: [
      ("127.0.0.1:8017", 200), ("localhost:8017", 200), ("LOCALHOST:8017", 200),
      ("[::1]:8017", 200), ("127.0.0.1", 421), ("127.0.0.1:80", 421), ("evil.example:8017", 421),
      ("localhost.evil.example:8017", 421), ("", 421), ("127.0.0.1:8017@evil.example", 421),
      ("0.0.0.0:8017", 421), ("[::]:8017", 421),
    ])
    func `A request to another host name is refused`(host: String, expected: Int) throws {
      #expect(try status(["Host": host]) == expected)
    }

    @Test func `A request without a host name is refused`() throws {
      #expect(try status([:]) == 421)
    }

    @Test(arguments: [
      ("http://127.0.0.1:8017", 200), ("http://localhost:8017", 403), ("null", 403),
      ("https://127.0.0.1:8017", 403), ("http://evil.example", 403),
      ("http://127.0.0.1:8018", 403), ("", 403),
    ])
    func `Another origin cannot change anything`(origin: String, expected: Int) throws {
      let headers = ["Host": "127.0.0.1:8017", "Origin": origin]
      #expect(try status(headers, .POST, "/api/jobs") == expected)
      #expect(try status(headers, .DELETE, "/api/jobs/1") == expected)
      let socket = headers.merging(["Upgrade": "websocket"]) { $1 }
      #expect(try status(socket, .GET, "/api/spectrum") == expected)
    }

    @Test(arguments: [
      ("same-origin", 200), ("none", 200), ("cross-site", 403), ("same-site", 403),
    ])
    func `Another site cannot embed the studio`(site: String, expected: Int) throws {
      let headers = ["Host": "127.0.0.1:8017", "Sec-Fetch-Site": site]
      #expect(try status(headers) == expected)
      #expect(try status(headers, .GET, "/") == 200)
    }

    @Test func `A network client gets nothing without the token`() async throws {
      let folder = try TemporaryFolder()
      var settings = StudioSettings(folder: folder.path)
      (settings.port, settings.state, settings.token) = (0, folder.file("s"), "secret-token")
      let studio = try await Studio(settings)
      #expect(studio.address.hasSuffix("/?token=secret-token"))
      let host = "127.0.0.1:\(studio.router.check.port)"
      func ask(_ path: String, _ query: String = "", cookie: String? = nil) async -> Response {
        var headers: HTTPHeaders = ["Host": host]
        if let cookie { headers.add(name: "Cookie", value: cookie) }
        return await studio.router.handleRequest(
          Request(method: .GET, uri: "\(path)?\(query)", headers: headers, body: .whole([]))
        )
      }
      #expect(await ask("/api/files").status.code == 401)
      #expect(await ask("/app.js").status.code == 401)
      let locked = await ask("/")
      #expect(locked.status.code == 401)
      #expect(String(decoding: try await locked.bytes, as: UTF8.self).contains("retime studio"))
      #expect(await ask("/", "token=secret-tokem").status.code == 401)
      #expect(await ask("/api/files", "token=secret-token").status.code == 401)
      let welcome = await ask("/", "token=secret-token")
      #expect(welcome.status.code == 303)
      #expect(welcome["Location"] == "/")
      let cookie = try #require(welcome["Set-Cookie"])
      #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
      let pair = String(cookie.prefix { $0 != ";" })
      #expect(await ask("/api/files", cookie: "a=b; \(pair); c=d").status.code == 200)
      #expect(await ask("/api/files", cookie: pair + "x").status.code == 401)
      await studio.stop()
    }

    @Test func `A network address gets a new token, and the local one none`() async throws {
      let folder = try TemporaryFolder()
      var settings = StudioSettings(folder: folder.path)
      (settings.port, settings.state, settings.address) = (0, folder.file("s"), "0.0.0.0")
      let studio = try await Studio(settings)
      let token = try #require(studio.router.check.token)
      #expect(token.count == 32)
      await studio.stop()
      settings.address = "127.0.0.1"
      let other = try await Studio(settings)
      #expect(other.router.check.token == nil)
      await other.stop()
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/net/if_inet6")))
    func `The IPv6 address is recognised in every form`() async throws {
      let folder = try TemporaryFolder()
      var settings = StudioSettings(folder: folder.path)
      (settings.port, settings.state, settings.address) = (0, folder.file("s"), "0:0:0:0:0:0:0:1")
      let studio = try await Studio(settings)
      #expect(studio.address.hasPrefix("http://[::1]:"))
      #expect(studio.router.check.address == "::1" && studio.router.check.token == nil)
      await studio.stop()
    }

    @Test func `Every response has the security headers`() async throws {
      try await Bench.open { bench in
        for target in ["/", "/nothing", "/api/files", "/api/files/x/media", "/api/..", "/api/jobs"]
        {
          let answer = try await bench.get(target)
          #expect(answer["X-Content-Type-Options"] == "nosniff", "\(target)")
          #expect(answer["Referrer-Policy"] == "no-referrer")
          let policy = try #require(answer["Content-Security-Policy"])
          #expect(policy.contains("default-src 'self'"))
          #expect(policy.contains("frame-ancestors 'none'"))
        }
      }
    }
  }
}
#endif
