// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1

/// The access rules: no other web page, and over the network only clients with the token.
///
/// A page of another origin can make a browser send requests to this server. It cannot change their
/// `Host`, the address that the browser connects to, nor their `Origin`.
struct RequestCheck: Sendable {
  /// The port that the server listens on.
  let port: Int
  /// The address given by `--listen`; nil for loopback only.
  let address: String?
  /// The token that browsers must send; nil if none is required, as on loopback.
  let token: String?

  /// Throws a refusal unless the request comes from an allowed host and origin.
  func check(_ request: Request, _ target: Target) throws(RequestError) {
    guard let host = request.header("Host")?.lowercased(), isOwn(host) else {
      throw RequestError(
        .misdirectedRequest,
        "this is not the address of Retime Studio: open the one that `retime studio` printed"
      )
    }
    let isUpgrade = request.header("Upgrade") != nil
    let reads = (request.method == .GET || request.method == .HEAD) && !isUpgrade
    let origin = request.header("Origin")?.lowercased()
    let isForeign = !["same-origin", "none", nil].contains(request.header("Sec-Fetch-Site"))
    guard reads || origin == nil || origin == "http://\(host)",
      !isForeign || target.names.isEmpty && !isUpgrade
    else {
      throw RequestError(
        .forbidden,
        "another web page asked for this: use Retime Studio's own page"
      )
    }
  }

  /// Returns whether the request's cookie contains the token.
  func isKnown(_ request: Request) -> Bool {
    guard let token else { return true }
    let cookies = (request.header("Cookie") ?? "").split(separator: ";").map {
      $0.trimmingPrefix { $0 == " " }
    }
    return cookies.contains { Self.isEqual(String($0), "\(cookieName)=\(token)") }
  }

  /// Returns the response to an address with the valid token: a cookie, and a redirect without the token.
  func welcome(_ target: Target) -> Response? {
    guard let token, let given = target.query["token"], Self.isEqual(given, token) else {
      return nil
    }
    let headers: HTTPHeaders = [
      "Location": "/",
      "Set-Cookie": "\(cookieName)=\(token); Path=/; HttpOnly; SameSite=Strict",
      "Cache-Control": "no-store",
    ]
    return Response(status: .seeOther, headers: headers)
  }

  /// Cookies apply to all ports of a host, so the name includes the port.
  private var cookieName: String { "retime_\(port)" }

  private func isOwn(_ host: String) -> Bool {
    var names = ["localhost", "127.0.0.1", "[::1]"]
    if let address {
      // A server that listens on all addresses cannot list all its names; the token's cookie is
      // bound to one host.
      if address == "0.0.0.0" || address == "::" { return true }
      names.append((address.contains(":") ? "[\(address)]" : address).lowercased())
    }
    return names.contains { host == "\($0):\(port)" || (port == 80 && host == $0) }
  }

  /// Compares in a time that does not depend on the number of equal bytes.
  private static func isEqual(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
#endif
