// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1

/// A request whose body is read on demand.
struct Request: Sendable {
  let method: HTTPMethod
  /// The path and the query, still percent-encoded.
  let path: String, query: String
  let headers: HTTPHeaders
  let body: RequestBody

  init(method: HTTPMethod, uri: String, headers: HTTPHeaders, body: RequestBody) {
    (self.method, self.headers, self.body) = (method, headers, body)
    let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    query = parts.count > 1 ? String(parts[1]) : ""
  }

  /// Returns the first value of a header.
  func header(_ name: String) -> String? { headers.first(name: name) }
}
#endif
