// SPDX-License-Identifier: MPL-2.0

#if Studio

extension Router {
  /// Answers DELETE /api/files/{id}.
  func deleteFile(_ call: Call) async throws -> Response {
    .json(try await queue.delete(call.id))
  }

  /// Answers POST /api/files/{id}/rename.
  func renameFile(_ call: Call) async throws -> Response {
    .json(try await queue.rename(call.id, to: try await newName(call)))
  }

  /// Answers POST /api/jobs/{id}/rename.
  func renameResult(_ call: Call) async throws -> Response {
    .json(try await queue.rename(resultOf: try number(call.id), to: try await newName(call)))
  }

  /// Answers POST /api/trash/{id}/restore.
  func restore(_ call: Call) async throws -> Response {
    try call.request.requireType("application/json")
    return .json(try await queue.restore(call.id))
  }

  private func newName(_ call: Call) async throws -> String {
    guard let name = try await call.request.only("name")?.string else {
      throw RequestError.badRequest("give name alone, as a text")
    }
    return name
  }
}
#endif
