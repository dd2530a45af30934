// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1

/// Who may ask: no other web page, and over the network only who has the token.
///
/// A page on another address can make a browser send requests to this server. It cannot give them another
/// `Host`, which names the address that the browser believes to be at, nor another `Origin`.
struct RequestCheck: Sendable {
  /// The port that the server listens on.
  let port: Int
  /// The address that `--listen` gave; nil for loopback alone.
  let address: String?
  /// What a browser must know; nil for nothing, as on loopback.
  let token: String?

  /// Lets a request pass, or says why not.
  func check(_ request: Request, _ target: Target) throws(Refusal) {
    guard let host = request.header("Host")?.lowercased(), isOwn(host) else {
      throw Refusal(
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
      throw Refusal(.forbidden, "another web page asked for this: use Retime Studio's own page")
    }
  }

  /// Whether the request brings the token in its cookie.
  func isKnown(_ request: Request) -> Bool {
    guard let token else { return true }
    let cookies = (request.header("Cookie") ?? "").split(separator: ";").map {
      $0.trimmingPrefix { $0 == " " }
    }
    return cookies.contains { Self.isEqual(String($0), "\(cookieName)=\(token)") }
  }

  /// The answer to an address with the right token: a cookie, and the address without the token.
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

  /// Cookies are the same for all ports of a host, so the port is in the name.
  private var cookieName: String { "retime_\(port)" }

  private func isOwn(_ host: String) -> Bool {
    var names = ["localhost", "127.0.0.1", "[::1]"]
    if let address {
      // A server on every address cannot know all its names; the token's cookie is bound to one.
      if address == "0.0.0.0" || address == "::" { return true }
      names.append((address.contains(":") ? "[\(address)]" : address).lowercased())
    }
    return names.contains { host == "\($0):\(port)" || (port == 80 && host == $0) }
  }

  /// Compares in a time that does not tell how much was right.
  private static func isEqual(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
#endif
