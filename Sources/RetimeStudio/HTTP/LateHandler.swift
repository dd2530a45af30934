// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import FlyingFox
internal import Synchronization

/// Stands in for the router until the port is known, which the router must know.
final class LateHandler: HTTPHandler {
  private let handler = Mutex<(any HTTPHandler)?>(nil)

  func set(_ handler: any HTTPHandler) { self.handler.withLock { $0 = handler } }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let handler = handler.withLock({ $0 }) else {
      return Refusal(.serviceUnavailable, "Retime Studio is just starting: try again").response
    }
    return try await handler.handleRequest(request)
  }
}
#endif
