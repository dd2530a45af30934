// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore

/// The body of a request, read from the network on demand.
struct RequestBody: Sendable {
  /// The length in bytes; nil for a chunked body, whose length is unknown.
  let count: Int?
  /// Returns the next bytes; nil at the end.
  let next: @Sendable () async throws -> ByteBuffer?

  /// The maximum length of a JSON body in bytes; only an upload may be longer.
  static let maximumJSON = 1 << 16

  /// Whether the length is known and short enough to discard an unread body.
  var isShort: Bool { count.map { $0 <= Self.maximumJSON } ?? false }
}

extension Request {
  /// Returns the value of a JSON body.
  func json() async throws -> JSON {
    guard let value = JSON(parsing: try await text()) else {
      throw RequestError.badRequest("the request is not JSON")
    }
    return value
  }

  /// Returns the value of a key that must be the only one of a JSON body; nil if there are others.
  func only(_ key: String) async throws -> JSON? {
    guard case .object(let values) = try await json(), values.count == 1 else { return nil }
    return values[key]
  }

  /// Returns the unparsed text of a JSON body, which preserves the notation of its numbers.
  func text() async throws -> [UInt8] {
    try requireType("application/json")
    var bytes: [UInt8] = []
    while let more = try await body.next() {
      bytes += more.readableBytesView
      guard bytes.count <= RequestBody.maximumJSON else { break }
    }
    return bytes
  }

  /// Throws unless the body has a known, short length.
  func requireShort() throws(RequestError) {
    guard !body.isShort else { return }
    throw RequestError(
      .payloadTooLarge,
      "the request is too long: give at most \(RequestBody.maximumJSON) bytes and their number"
    )
  }

  /// Throws unless the content type is `type`, which forms of other web pages cannot send.
  func requireType(_ type: String) throws(RequestError) {
    let given = header("Content-Type")?.prefix { $0 != ";" } ?? ""
    guard given.lowercased() == type else {
      throw RequestError(.unsupportedMediaType, "the content type is '\(given)': send \(type)")
    }
  }

  /// Returns `response`, to be sent before the body was read.
  ///
  /// After a long body the connection closes, so that no part of the body can be parsed as the next
  /// request.
  func ending(with response: Response) -> Response {
    guard !body.isShort else { return response }
    var response = response
    response["Connection"] = "close"
    return response
  }
}
#endif
