// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1
internal import RetimeSystem

/// An HTTP response.
struct Response: Sendable {
  /// The body of a response.
  enum Body: Sendable {
    case bytes([UInt8])
    /// A file or a range of it, read while it is sent.
    case file(FileBytes)
    /// The current state, then the changes until the client disconnects.
    case events([UInt8], AsyncStream<[UInt8]>)
    /// A WebSocket; the response completes its handshake.
    case socket
  }

  var status: HTTPResponseStatus
  var headers: HTTPHeaders = [:]
  var body = Body.bytes([])

  /// The value of a header.
  subscript(header: String) -> String? {
    get { headers.first(name: header) }
    set {
      headers.remove(name: header)
      if let newValue { headers.add(name: header, value: newValue) }
    }
  }

  /// The length of the body in bytes; nil if unknown.
  var count: Int? {
    switch body {
    case .bytes(let bytes): bytes.count
    case .file(let file): file.range.count
    case .events, .socket: nil
    }
  }

  /// Returns a JSON response; invalid UTF-8 bytes in names become U+FFFD.
  static func json(_ value: JSON, _ status: HTTPResponseStatus = .ok) -> Response {
    text(PathText.shown(value.text), "application/json", status)
  }

  /// The response of a successful request without content.
  static let nothing = Response(status: .noContent, headers: ["Cache-Control": "no-store"])

  /// Returns a text response that browsers do not cache.
  static func text(
    _ text: String,
    _ type: String,
    _ status: HTTPResponseStatus = .ok
  ) -> Response {
    Response(
      status: status,
      headers: ["Content-Type": type, "Cache-Control": "no-store"],
      body: .bytes(Array(text.utf8))
    )
  }
}

extension RequestError {
  /// The refusal as a response.
  var response: Response {
    .json(
      .object(details.merging(["message": .string(message)]) { $1 }),
      HTTPResponseStatus(statusCode: status.rawValue)
    )
  }
}
#endif
