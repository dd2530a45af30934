// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1

/// The request dispatcher: it checks the client first, then selects the route.
struct Router: Sendable {
  let check: RequestCheck
  let library: Library
  let queue: JobQueue
  let derived: DerivedFiles
  let plans: Plans
  let exports: Exports
  let presets: Presets
  let containers: OfferedContainers
  let hub: EventHub

  func handleRequest(_ request: Request) async -> Response {
    var response: Response
    do {
      response = try await answer(request)
    } catch {
      let refusal =
        error as? RequestError ?? RequestError(.internalServerError, "that did not work: try again")
      response = request.ending(with: refusal.response)
    }
    Self.keepApart(&response)
    return request.method == .HEAD ? Self.withoutBody(response) : response
  }

  private func answer(_ request: Request) async throws -> Response {
    let target = try Target(path: request.path, query: request.query)
    try check.check(request, target)
    if request.method != .POST || target.names != ["api", "files"] {
      try request.requireShort(most: RequestBody.most(for: target.names))
    }
    if !check.isKnown(request) {
      if request.method == .GET, target.names.isEmpty, let welcome = check.welcome(target) {
        return welcome
      }
      return request.ending(with: try Page.locked(target))
    }
    guard target.names.first == "api" else { return try Page.response(request, target) }
    // HEAD is GET without the body; it is refused for events and WebSockets.
    let method: HTTPMethod = request.method == .HEAD ? .GET : request.method
    var allowed: [String] = []
    for route in Route.all {
      guard let id = route.match(target.names) else { continue }
      if route.method == method {
        return try await route.answer(self)(Call(request: request, target: target, id: id))
      }
      allowed.append(route.method.rawValue)
    }
    guard !allowed.isEmpty else {
      throw RequestError.notFound(
        "there is nothing at this address: docs/studio.md lists what there is"
      )
    }
    var response = RequestError(
      .methodNotAllowed,
      "\(request.method.rawValue) is not for this address: use \(allowed.joined(separator: " or "))"
    ).response
    response["Allow"] = allowed.joined(separator: ", ")
    return request.ending(with: response)
  }

  /// Adds the security headers: nothing is loaded from, or available to, other origins.
  static func keepApart(_ response: inout Response) {
    for (header, value) in safety { response[header] = value }
  }

  private static let safety = [
    (
      "Content-Security-Policy",
      "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; "
        + "worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        + "frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  private static func withoutBody(_ response: Response) -> Response {
    var response = response
    guard let count = response.count else {
      return RequestError(.methodNotAllowed, "HEAD is not for this address: use GET").response
    }
    response["Content-Length"] = "\(count)"
    response.body = .bytes([])
    return response
  }
}
#endif
