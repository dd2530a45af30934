// SPDX-License-Identifier: MPL-2.0

#if Studio

extension Router {
  /// Answers DELETE /api/files/{id}.
  func deleteFile(_ id: String) async throws -> Response { .json(try await queue.delete(id)) }

  /// Answers POST /api/files/{id}/rename.
  func renameFile(_ request: Request, _ id: String) async throws -> Response {
    .json(try await queue.rename(id, to: try await newName(request)))
  }

  /// Answers POST /api/jobs/{id}/rename.
  func renameResult(_ request: Request, _ id: String) async throws -> Response {
    .json(try await queue.rename(resultOf: try number(id), to: try await newName(request)))
  }

  /// Answers POST /api/trash/{id}/restore.
  func restore(_ request: Request, _ id: String) async throws -> Response {
    try request.requireType("application/json")
    return .json(try await queue.restore(id))
  }

  private func newName(_ request: Request) async throws -> String {
    guard let name = try await request.only("name")?.string else {
      throw Refusal.badRequest("give name alone, as a text")
    }
    return name
  }
}
#endif
