// SPDX-License-Identifier: MPL-2.0

#if Studio
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `Many connections` {
    @Test func `Five hundred connections keep no client out`() async throws {
      var limits = Limits()
      limits.connections = 64
      try await Bench.open(limits: limits) { bench in
        var wires: [Wire] = []
        for number in 0..<500 {
          let wire = try await Wire(bench)
          if number.isMultiple(of: 2) { try? await wire.send("GET / HTTP/1.1\r\nX: ") }
          wires.append(wire)
          if number % 100 == 99 { #expect(try await `Hostile clients`.answers(bench)) }
        }
        #expect(bench.studio.server.connections.count <= 64)
        // The first have been disconnected without a response.
        #expect(await wires[0].rest() == "")
        for wire in wires { wire.close() }
      }
    }

    @Test func `Connections beyond the limit are refused`() async throws {
      var limits = Limits()
      limits.connections = 2
      try await Bench.open(limits: limits) { bench in
        let busy = [try await Wire(bench), try await Wire(bench)]
        for wire in busy {
          try await wire.send("/api/events", [:])
          #expect(await wire.read { $0.contains("event: files") }.hasPrefix("HTTP/1.1 200 "))
        }
        let third = try await Wire(bench)
        #expect(await third.status() == 503)
        for wire in busy { wire.close() }
        while bench.studio.server.connections.count > 0 { await Task.yield() }
        #expect(try await `Hostile clients`.answers(bench))
      }
    }

    @Test func `Pipelined requests are answered in order`() async throws {
      try await Bench.open { bench in
        let wire = try await Wire(bench)
        let request = wire.head("GET /api/jobs") + "\r\n"
        let body = wire.head("POST /api/nothing") + "Content-Length: 5\r\n\r\nhello"
        try await wire.send(request + body + request + "garbage\r\n\r\n")
        let all = await wire.rest()
        let statuses = all.matches(of: #/HTTP/1.1 (\d+) /#).map { String($0.1) }
        #expect(statuses == ["200", "404", "200", "400"])
        // Thousands at once are not accepted: the connection ends, and a client has to ask again.
        let flood = try await Wire(bench)
        try? await flood.send(String(repeating: request, count: 5000))
        let count = await flood.rest().matches(of: #/HTTP/1.1 200 /#).count
        #expect((1..<5000).contains(count))
      }
    }
  }
}
#endif
