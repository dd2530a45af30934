// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import FlyingFox

extension Router {
  /// Answers GET /api/spectrum, the beginning of a WebSocket.
  func spectrum(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.headers[.upgrade] != nil else {
      throw Refusal.badRequest("this address is for a WebSocket: open it with one")
    }
    let response = try await WebSocketHTTPHandler(
      handler: MessageFrameWSHandler(handler: SpectrumSocket(), frameSize: 1 << 20)
    ).handleRequest(request)
    guard response.statusCode == .switchingProtocols else {
      throw Refusal.badRequest("this is no beginning of a WebSocket: RFC 6455 says how it begins")
    }
    return response
  }
}
#endif
