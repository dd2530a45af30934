// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1

/// A method and a path that the server answers.
struct Route: Sendable {
  typealias Answer = @Sendable (Router, Request, Target, String) async throws -> Response

  let method: HTTPMethod
  /// Names of the path; "*" stands for one that is handed to the answer.
  let names: [String]
  let answer: Answer

  init(_ method: HTTPMethod, _ path: String, _ answer: @escaping Answer) {
    self.method = method
    names = path.split(separator: "/").map(String.init)
    self.answer = answer
  }

  /// The name in place of "*", empty where there is none; nil when the path is another one.
  func match(_ path: [String]) -> String? {
    guard path.count == names.count else { return nil }
    var found = ""
    for (name, given) in zip(names, path) {
      if name == "*" { found = given } else if name != given { return nil }
    }
    return found
  }

  /// Everything that can be asked for below /api; API/openapi.json says what comes back.
  static let all: [Route] = [
    Route(.GET, "api/files") { router, _, _, _ in try await router.files() },
    Route(.POST, "api/files") { router, request, target, _ in
      try await router.upload(request, target)
    },
    Route(.GET, "api/files/*/media") { router, request, _, id in
      try await router.media(request, id)
    },
    Route(.GET, "api/files/*/thumbnail") { router, request, _, id in
      try await router.thumbnail(request, id)
    },
    Route(.GET, "api/files/*/waveform") { router, request, _, id in
      try await router.waveform(request, id)
    },
    Route(.GET, "api/files/*/proxy") { router, request, _, id in
      try await router.proxy(request, id)
    },
    Route(.GET, "api/files/*/spectrogram") { router, request, target, id in
      try await router.spectrogram(request, target, id)
    },
    Route(.GET, "api/files/*/flow") { router, request, target, id in
      try await router.flow(request, target, id)
    },
    Route(.POST, "api/files/*/rename") { router, request, _, id in
      try await router.renameFile(request, id)
    },
    Route(.DELETE, "api/files/*") { router, _, _, id in try await router.deleteFile(id) },
    Route(.POST, "api/plan") { router, request, _, _ in try await router.plan(request) },
    Route(.POST, "api/estimate") { router, request, _, _ in try await router.estimate(request) },
    Route(.POST, "api/timeline") { router, request, _, _ in try await router.timeline(request) },
    Route(.GET, "api/jobs") { router, _, _, _ in await router.jobs() },
    Route(.POST, "api/jobs") { router, request, _, _ in try await router.addJob(request) },
    Route(.POST, "api/jobs/*/cancel") { router, request, _, id in
      try await router.cancelJob(request, id)
    },
    Route(.POST, "api/jobs/*/move") { router, request, _, id in
      try await router.moveJob(request, id)
    },
    Route(.DELETE, "api/jobs/*") { router, _, target, id in
      try await router.forgetJob(target, id)
    },
    Route(.GET, "api/jobs/*/estimate") { router, _, _, id in try await router.estimateJob(id) },
    Route(.GET, "api/jobs/*/preview") { router, request, _, id in
      try await router.preview(request, id)
    },
    Route(.GET, "api/jobs/*/download") { router, request, target, id in
      try await router.download(request, target, id)
    },
    Route(.POST, "api/jobs/*/rename") { router, request, _, id in
      try await router.renameResult(request, id)
    },
    Route(.POST, "api/trash/*/restore") { router, request, _, id in
      try await router.restore(request, id)
    },
    Route(.POST, "api/queue") { router, request, _, _ in try await router.pauseQueue(request) },
    Route(.GET, "api/presets") { router, _, _, _ in .json(await router.presets.json) },
    Route(.POST, "api/presets") { router, request, target, _ in
      try await router.keepPreset(request, target)
    },
    Route(.DELETE, "api/presets/*") { router, _, _, id in
      try await router.removePreset(id)
    },
    Route(.GET, "api/openapi.json") { _, _, _, _ in
      .text(String(decoding: PageFiles.description, as: UTF8.self), "application/json")
    },
    Route(.GET, "api/events") { router, _, _, _ in try await router.events() },
    Route(.GET, "api/spectrum") { router, request, _, _ in
      try await router.spectrum(request)
    },
  ]
}
#endif
