// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1

/// A request with its parsed address.
struct Call: Sendable {
  let request: Request
  let target: Target
  /// The path component at the "*" of the route; empty if the route has none.
  let id: String
}

/// A method and a path that the server answers.
struct Route: Sendable {
  typealias Answer = @Sendable (Router) -> @Sendable (Call) async throws -> Response

  let method: HTTPMethod
  /// The components of the path; "*" matches any component and is passed on.
  let names: [String]
  let answer: Answer

  init(_ method: HTTPMethod, _ path: String, _ answer: @escaping Answer) {
    self.method = method
    names = path.split(separator: "/").map(String.init)
    self.answer = answer
  }

  /// Returns the component at "*", empty if there is none; nil if the path does not match.
  func match(_ path: [String]) -> String? {
    guard path.count == names.count else { return nil }
    var found = ""
    for (name, given) in zip(names, path) {
      if name == "*" { found = given } else if name != given { return nil }
    }
    return found
  }

  /// All routes below /api; API/openapi.json describes their responses.
  static let all: [Route] = [
    Route(.GET, "api/files", Router.files),
    Route(.POST, "api/files", Router.upload),
    Route(.GET, "api/files/*/media", Router.media),
    Route(.GET, "api/files/*/thumbnail", Router.thumbnail),
    Route(.GET, "api/files/*/waveform", Router.waveform),
    Route(.GET, "api/files/*/proxy", Router.proxy),
    Route(.GET, "api/files/*/spectrogram", Router.spectrogram),
    Route(.GET, "api/files/*/flow", Router.flow),
    Route(.POST, "api/files/*/rename", Router.renameFile),
    Route(.DELETE, "api/files/*", Router.deleteFile),
    Route(.POST, "api/plan", Router.plan),
    Route(.POST, "api/estimate", Router.estimate),
    Route(.POST, "api/timeline", Router.timeline),
    Route(.POST, "api/cues", Router.cues),
    Route(.POST, "api/export", Router.export),
    Route(.GET, "api/jobs", Router.jobs),
    Route(.POST, "api/jobs", Router.addJob),
    Route(.POST, "api/jobs/*/cancel", Router.cancelJob),
    Route(.POST, "api/jobs/*/move", Router.moveJob),
    Route(.DELETE, "api/jobs/*", Router.forgetJob),
    Route(.GET, "api/jobs/*/estimate", Router.estimateJob),
    Route(.GET, "api/jobs/*/preview", Router.preview),
    Route(.GET, "api/jobs/*/download", Router.download),
    Route(.POST, "api/jobs/*/rename", Router.renameResult),
    Route(.POST, "api/trash/*/restore", Router.restore),
    Route(.POST, "api/queue", Router.pauseQueue),
    Route(.GET, "api/containers", Router.listContainers),
    Route(.GET, "api/presets", Router.listPresets),
    Route(.POST, "api/presets", Router.keepPreset),
    Route(.DELETE, "api/presets/*", Router.removePreset),
    Route(.GET, "api/openapi.json", Router.describe),
    Route(.GET, "api/events", Router.events),
    Route(.GET, "api/spectrum", Router.spectrum),
  ]
}

extension Router {
  /// Answers GET /api/containers.
  fileprivate func listContainers(_: Call) async throws -> Response {
    .json(try await containers.json())
  }

  /// Answers GET /api/openapi.json.
  fileprivate func describe(_: Call) -> Response {
    .text(String(decoding: PageFiles.description, as: UTF8.self), "application/json")
  }
}
#endif
