// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore

/// What comes with a request, taken from the network no faster than it is asked for.
struct RequestBody: Sendable {
  /// The bytes that were announced; nil when the body comes in chunks, without their number.
  let count: Int?
  /// The next bytes; nil at the end.
  let next: @Sendable () async throws -> ByteBuffer?

  /// The largest body of JSON, in bytes; only an upload may be longer.
  static let maximumJSON = 1 << 16

  /// Whether it is short enough to be thrown away when nobody wants it.
  var isShort: Bool { count.map { $0 <= Self.maximumJSON } ?? false }
}

extension Request {
  /// The value of a body of JSON.
  func json() async throws -> JSON {
    guard let value = JSON(parsing: try await text()) else {
      throw Refusal.badRequest("the request is not JSON")
    }
    return value
  }

  /// The value of a key that a body of JSON has alone; nil where it has others too.
  func only(_ key: String) async throws -> JSON? {
    guard case .object(let values) = try await json(), values.count == 1 else { return nil }
    return values[key]
  }

  /// The text of a body of JSON, numbers as they were written.
  func text() async throws -> [UInt8] {
    try requireType("application/json")
    var bytes: [UInt8] = []
    while let more = try await body.next() {
      bytes += more.readableBytesView
      guard bytes.count <= RequestBody.maximumJSON else { break }
    }
    return bytes
  }

  /// Refuses a body that nobody would read.
  func requireShort() throws(Refusal) {
    guard !body.isShort else { return }
    throw Refusal(
      .payloadTooLarge,
      "the request is too long: give at most \(RequestBody.maximumJSON) bytes and their number"
    )
  }

  /// Refuses what a form of another page could send.
  func requireType(_ type: String) throws(Refusal) {
    let given = header("Content-Type")?.prefix { $0 != ";" } ?? ""
    guard given.lowercased() == type else {
      throw Refusal(.unsupportedMediaType, "the content type is '\(given)': send \(type)")
    }
  }

  /// An answer that is given before the body was read.
  ///
  /// Of a long body the rest is thrown away, and the connection ends: nothing in it can pass for the next request.
  func ending(with response: Response) -> Response {
    guard !body.isShort else { return response }
    var response = response
    response["Connection"] = "close"
    return response
  }
}
#endif
