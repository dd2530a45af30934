// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1

extension Router {
  /// Answers GET /api/events.
  func events(_: Call) async throws -> Response {
    guard hub.listenerCount < EventHub.maximumListeners else {
      throw RequestError(.serviceUnavailable, "too many pages listen already: close some of them")
    }
    // Listening starts first, so that changes made while the lists are read follow after them.
    let news = hub.listen()
    var first = Array("retry: 1000\n\n".utf8)
    first += EventHub.event(
      "files",
      .object([
        "files": .array(await library.list.map(\.json)), "removed": .array([]),
        "complete": .bool(true), "folders": .strings(await library.folders),
      ])
    )
    first += EventHub.event("queue", await queue.stateJSON)
    first += EventHub.event("presets", await presets.json)
    for job in await queue.list.reversed() { first += EventHub.event("job", job) }
    return Response(
      status: .ok,
      headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"],
      body: .events(first, news)
    )
  }
}
#endif
