// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeCore

extension Router {
  /// Answers POST /api/timeline.
  func timeline(_ call: Call) async throws -> Response {
    let text = try await call.request.text()
    do {
      let map = try MapDocument(timeline: text)
      return .json(.object(["map": .string(map.description)]))
    } catch {
      throw RequestError.unprocessable("\(error)")
    }
  }
}
#endif
