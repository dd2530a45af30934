// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1

extension Router {
  /// Answers POST /api/presets?replace=true.
  func keepPreset(_ request: Request, _ target: Target) async throws -> Response {
    let preset = try Preset(try await request.json())
    return .json(try await presets.keep(preset, replaces: try target.flag("replace")), .created)
  }

  /// Answers DELETE /api/presets/{id}.
  func removePreset(_ id: String) async throws -> Response {
    try await presets.remove(id)
    return .nothing
  }
}
#endif
