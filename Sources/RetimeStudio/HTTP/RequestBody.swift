// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore

/// The body of a request, read from the network on demand.
struct RequestBody: Sendable {
  /// The length in bytes; nil for a chunked body, whose length is unknown.
  let count: Int?
  /// Returns the next bytes; nil at the end.
  let next: @Sendable () async throws -> ByteBuffer?

  /// The maximum length of a JSON body in bytes: room for a map of some thousand sections.
  static let maximumJSON = 1 << 18

  /// The maximum length of a timeline or subtitle file, in bytes.
  static let maximumFile = 1 << 22

  /// Returns the maximum length of a body that is no upload, for the components of a path.
  static func most(for path: [String]) -> Int {
    [["api", "timeline"], ["api", "cues"]].contains(path) ? maximumFile : maximumJSON
  }

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
  private func text() async throws -> [UInt8] {
    try requireType("application/json")
    return try await bytes(most: RequestBody.maximumJSON)
  }

  /// Returns a file of the page's user, such as a timeline, which is not kept.
  func file() async throws -> [UInt8] {
    try requireType("application/octet-stream")
    return try await bytes(most: RequestBody.maximumFile)
  }

  private func bytes(most: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = try await body.next() {
      bytes += more.readableBytesView
      guard bytes.count <= most else { break }
    }
    return bytes
  }

  /// Throws unless the body has a known length of at most `most` bytes.
  func requireShort(most: Int) throws(RequestError) {
    guard body.count.map({ $0 > most }) ?? true else { return }
    throw RequestError(
      .payloadTooLarge,
      "the request is too long: give at most \(most) bytes and their number"
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
