// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import FlyingFox
internal import FlyingSocks
internal import FoundationEssentials

/// What comes with a request.
enum RequestBody {
  /// The largest body of JSON, in bytes.
  static let maximumJSON = 1 << 16

  /// The value of a body of JSON.
  static func json(of request: HTTPRequest) async throws -> JSON {
    try requireType("application/json", request)
    guard let value = JSON(parsing: Array(try await request.bodyData)) else {
      throw Refusal.badRequest("the request is not JSON")
    }
    return value
  }

  /// Refuses a body that nobody would read: only an upload may be long.
  static func requireShort(_ request: HTTPRequest) throws(Refusal) {
    guard request.bodySequence.count.map({ $0 > maximumJSON }) ?? true else { return }
    throw Refusal(
      .payloadTooLarge,
      "the request is too long: give at most \(maximumJSON) bytes and their number"
    )
  }

  /// Refuses what a form of another page could send.
  static func requireType(_ type: String, _ request: HTTPRequest) throws(Refusal) {
    let given = request.headers[.contentType]?.prefix { $0 != ";" } ?? ""
    guard given.lowercased() == type else {
      throw Refusal(.unsupportedMediaType, "the content type is '\(given)': send \(type)")
    }
  }

  /// Makes an answer safe that is given before the request's body was read.
  ///
  /// FlyingFox reads short bodies itself. Of a longer one it would take the rest for the next request of the
  /// connection, whoever wrote it. So the rest is read after the answer was sent, and thrown away, for half a
  /// minute at most; browsers only hear an answer when they could send everything. Then the connection ends.
  static func ending(_ request: HTTPRequest, with response: HTTPResponse) async -> HTTPResponse {
    if let count = request.bodySequence.count, count <= Server.shortBody { return response }
    var response = response
    let text = (try? await response.bodyData) ?? Data()
    response.headers[.connection] = "close"
    response.payload = .httpBody(
      HTTPBodySequence(
        from: LastWords(text: Array(text), rest: request.bodySequence),
        count: text.count
      )
    )
    return response
  }
}

/// An answer's text, then nothing until the request's body has been read, then the end of the connection.
private struct LastWords: AsyncBufferedSequence {
  typealias Element = UInt8

  struct Ended: Error {}
  let text: [UInt8]
  let rest: HTTPBodySequence

  func makeAsyncIterator() -> Iterator { Iterator(text: text, rest: rest) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var text: [UInt8]?
    let rest: HTTPBodySequence

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      if let text {
        self.text = nil
        return text
      }
      let deadline = ContinuousClock.now + .seconds(30)
      for try await _ in rest where ContinuousClock.now > deadline { break }
      throw Ended()
    }
  }
}
#endif
