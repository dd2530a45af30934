// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1
internal import RetimeMedia

/// The page's own files, embedded in the program.
enum Page {
  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
    "ico": "image/x-icon", "webmanifest": "application/manifest+json", "woff2": "font/woff2",
  ]

  static func response(_ request: Request, _ target: Target) throws(RequestError) -> Response {
    let name = target.names.isEmpty ? "index.html" : target.names.joined(separator: "/")
    guard request.method == .GET || request.method == .HEAD else {
      throw RequestError(.methodNotAllowed, "the page can only be read: use GET")
    }
    guard let bytes = PageFiles.all[name], let type = types[MediaName.suffix(of: name)] else {
      throw .notFound("there is nothing at this address: open / for the page")
    }
    let tag = "\"\(bytes.count)-\(Fingerprint.of(bytes))\""
    let headers: HTTPHeaders = ["Content-Type": type, "Cache-Control": "no-cache", "ETag": tag]
    if request.header("If-None-Match") == tag {
      return Response(status: .notModified, headers: headers)
    }
    return Response(status: .ok, headers: headers, body: .bytes(bytes))
  }

  /// Returns the page shown without a valid token.
  static func locked(_ target: Target) throws(RequestError) -> Response {
    guard target.names.isEmpty || target.names == ["index.html"] else {
      throw RequestError(.unauthorized, lockedText)
    }
    let page = """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>Retime Studio</title>
      <h1>Retime Studio</h1>
      <p>\(lockedText).</p>
      </html>

      """
    return .text(page, "text/html; charset=utf-8", .unauthorized)
  }

  private static let lockedText =
    "this studio asks for a token: open the whole address that `retime studio` printed, "
    + "with ?token= and what follows"
}
#endif
