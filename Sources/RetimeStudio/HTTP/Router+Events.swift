// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import FlyingFox
internal import FlyingSocks

extension Router {
  /// Answers GET /api/events.
  func events() async -> HTTPResponse {
    // Listening comes first: what happens while the lists are made is told after them.
    let news = hub.listen()
    var first = Array("retry: 1000\n\n".utf8)
    first += EventHub.event(
      "files",
      .object([
        "files": .array(await library.list.map(\.json)), "removed": .array([]),
        "complete": .bool(true),
      ])
    )
    for job in await queue.list.reversed() { first += EventHub.event("job", job) }
    let headers: HTTPHeaders = [.contentType: "text/event-stream", .cacheControl: "no-store"]
    return HTTPResponse(
      statusCode: .ok,
      headers: headers,
      body: HTTPBodySequence(from: EventBytes(first: first, news: news))
    )
  }
}

/// A stream of events as a body that has no end of its own.
private struct EventBytes: AsyncBufferedSequence {
  typealias Element = UInt8

  let first: [UInt8]
  let news: AsyncStream<[UInt8]>

  func makeAsyncIterator() -> Iterator {
    Iterator(first: first, news: news.makeAsyncIterator())
  }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var first: [UInt8]?
    var news: AsyncStream<[UInt8]>.Iterator

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      if let first {
        self.first = nil
        return first
      }
      return await news.next()
    }
  }
}
#endif
