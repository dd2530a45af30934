// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import FlyingFox

extension Router {
  /// Answers GET /api/spectrum, a WebSocket.
  func spectrum(_ request: HTTPRequest) async throws -> HTTPResponse {
    throw Refusal(.serviceUnavailable, "not there")
  }
}
#endif
