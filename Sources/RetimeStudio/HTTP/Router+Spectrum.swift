// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1

extension Router {
  /// Answers GET /api/spectrum, the handshake of a WebSocket (RFC 6455, section 4.2.1).
  func spectrum(_ call: Call) async throws -> Response {
    let request = call.request
    guard let upgrade = request.header("Upgrade") else {
      throw RequestError.badRequest("this address is for a WebSocket: open it with one")
    }
    let connection = request.headers[canonicalForm: "Connection"].map { $0.lowercased() }
    let keys = request.headers["Sec-WebSocket-Key"]
    guard request.method == .GET, upgrade.lowercased() == "websocket",
      connection.contains("upgrade"), request.headers["Sec-WebSocket-Version"] == ["13"],
      keys.count == 1, Self.isKey(keys[0]), request.body.count == 0
    else {
      throw RequestError.badRequest(
        "this is no beginning of a WebSocket: RFC 6455 says how it begins"
      )
    }
    return Response(status: .switchingProtocols, body: .socket)
  }

  /// Returns whether a text is the Base64 form of 16 bytes.
  private static func isKey(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z0-9+\/]{21}[AQgw]==/) != nil
  }
}
#endif
