// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1

/// Checks of request heads that the parser accepts but that proxies could interpret differently.
///
/// The parser itself, llhttp without its lenient flags, rejects spaces before colons, folded lines,
/// bare line feeds, NULs, invalid or repeated lengths, and a length combined with a transfer
/// coding.
enum HeadRules {
  /// Returns the body's length in bytes; nil for a chunked body, whose length is unknown.
  static func bodyCount(of head: HTTPRequestHead) throws(RequestError) -> Int? {
    let headers = head.headers
    guard headers["Host"].count <= 1 else {
      throw .badRequest("the request names two hosts: give one Host")
    }
    let codings = headers["Transfer-Encoding"]
    let lengths = headers["Content-Length"]
    guard !codings.isEmpty else {
      guard let length = lengths.first else { return 0 }
      guard lengths.count == 1, let count = Int(length), count >= 0 else {
        throw .badRequest("the Content-Length is '\(length)': give one whole number")
      }
      return count
    }
    guard codings.count == 1, codings[0].lowercased() == "chunked", lengths.isEmpty,
      head.version == .http1_1
    else {
      throw .badRequest("the Transfer-Encoding is '\(codings[0])': send a length, or chunks alone")
    }
    return nil
  }

  /// Returns the refusal for a parser error.
  static func refusal(of error: HTTPParserError, firstLine: Int, limits: Limits) -> RequestError {
    switch error {
    case .headerOverflow where firstLine > limits.field:
      RequestError(
        .uriTooLong,
        "the address is too long: give at most \(Target.maximumLength) bytes"
      )
    case .headerOverflow:
      RequestError(
        .requestHeaderFieldsTooLarge,
        "the request's header is too large: give at most \(limits.field) bytes in one field, "
          + "\(limits.head) in all, and \(limits.fields) fields"
      )
    default: .badRequest("this is no request of HTTP/1.1: RFC 9112 says how one is written")
    }
  }
}
#endif
