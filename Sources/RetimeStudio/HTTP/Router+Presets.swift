// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1

extension Router {
  /// Answers GET /api/presets.
  func listPresets(_: Call) async -> Response { .json(await presets.json) }

  /// Answers POST /api/presets?replace=true.
  func keepPreset(_ call: Call) async throws -> Response {
    let preset = try Preset(try await call.request.json())
    let replaces = try call.target.flag("replace")
    return .json(try await presets.keep(preset, replaces: replaces), .created)
  }

  /// Answers DELETE /api/presets/{id}.
  func removePreset(_ call: Call) async throws -> Response {
    try await presets.remove(call.id)
    return .nothing
  }
}
#endif
