// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import FlyingFox
internal import FoundationEssentials
internal import RetimeSystem

extension Router {
  /// Answers POST /api/plan.
  func plan(_ request: HTTPRequest) async throws -> HTTPResponse {
    let wanted = try StudioRequest(try await RequestBody.json(of: request))
    return .json(try await plans.plan(wanted))
  }

  /// Answers GET /api/jobs.
  func jobs() async -> HTTPResponse {
    .json(.object(["jobs": .array(await queue.list)]))
  }

  /// Answers POST /api/jobs.
  func addJob(_ request: HTTPRequest) async throws -> HTTPResponse {
    let wanted = try StudioRequest(try await RequestBody.json(of: request))
    let job = try await queue.add(wanted)
    return .json(await queue.json(job), .created)
  }

  /// Answers POST /api/jobs/{id}/cancel.
  func cancelJob(_ request: HTTPRequest, _ id: String) async throws -> HTTPResponse {
    try RequestBody.requireType("application/json", request)
    return .json(await queue.json(try await queue.cancel(try number(id))))
  }

  /// Answers DELETE /api/jobs/{id}?result=true.
  func forgetJob(_ target: Target, _ id: String) async throws -> HTTPResponse {
    let result = target.query["result"]
    guard result == nil || result == "true" || result == "false" else {
      throw Refusal.badRequest("result is '\(result ?? "")': give true or false")
    }
    try await queue.forget(try number(id), removesResult: result == "true")
    let headers: HTTPHeaders = [.cacheControl: "no-store"]
    return HTTPResponse(statusCode: .noContent, headers: headers)
  }

  /// Answers GET /api/jobs/{id}/preview.
  func preview(_ request: HTTPRequest, _ id: String) async throws -> HTTPResponse {
    let job = try await queue.job(try number(id))
    let path = library.paths.preview(job.id)
    guard let file = await Blocking.run({ try? RandomAccessFile(path) }) else {
      throw Refusal.notFound("job \(job.id) has made no picture yet")
    }
    var response = FileReply(file: file, type: "image/jpeg").response(to: request)
    response.headers.setValues(["no-store"], for: .cacheControl)
    return response
  }

  /// Answers GET /api/jobs/{id}/download?name=….
  func download(
    _ request: HTTPRequest,
    _ target: Target,
    _ id: String
  ) async throws -> HTTPResponse {
    let job = try await queue.job(try number(id))
    let name = try FileName.checked(target.query["name"] ?? job.request.name)
    let file = try await library.openResult(of: job)
    return FileReply(file: file, type: MediaType.of(job.output), downloadName: name)
      .response(to: request)
  }

  private func number(_ text: String) throws(Refusal) -> Int {
    guard text.utf8.count < 10, text.allSatisfy({ ("0"..."9").contains($0) }),
      let number = Int(text)
    else { throw .notFound("'\(text)' is no job: give its number") }
    return number
  }
}
#endif
