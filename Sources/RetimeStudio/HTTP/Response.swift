// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1
internal import RetimeSystem

/// An answer.
struct Response: Sendable {
  /// What follows the head of an answer.
  enum Body: Sendable {
    case bytes([UInt8])
    /// A file or a part of it, read while it is sent.
    case file(FileBytes)
    /// First all that there is, then what changes, as long as somebody listens.
    case events([UInt8], AsyncStream<[UInt8]>)
    /// A WebSocket; the answer is the end of its handshake.
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

  /// The length of the body in bytes; nil where it is not known.
  var count: Int? {
    switch body {
    case .bytes(let bytes): bytes.count
    case .file(let file): file.range.count
    case .events, .socket: nil
    }
  }

  /// An answer in JSON, in which each byte of a name that is not UTF-8 is U+FFFD.
  static func json(_ value: JSON, _ status: HTTPResponseStatus = .ok) -> Response {
    text(PathText.shown(value.text), "application/json", status)
  }

  /// That it is done, and no more.
  static let nothing = Response(status: .noContent, headers: ["Cache-Control": "no-store"])

  /// An answer of text, which is never kept by a browser.
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

extension Refusal {
  /// The refusal as an answer.
  var response: Response {
    .json(
      .object(details.merging(["message": .string(message)]) { $1 }),
      HTTPResponseStatus(statusCode: status.rawValue)
    )
  }
}
#endif
