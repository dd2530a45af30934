// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1
internal import RetimeSystem

extension Router {
  /// Answers POST /api/plan.
  func plan(_ call: Call) async throws -> Response {
    let wanted = try StudioRequest(try await call.request.json())
    return .json(try await plans.plan(wanted))
  }

  /// Answers POST /api/estimate.
  func estimate(_ call: Call) async throws -> Response {
    let wanted = try StudioRequest(try await call.request.json())
    return try await estimate { try await plans.estimate(wanted) }
  }

  /// Answers GET /api/jobs/{id}/estimate.
  func estimateJob(_ call: Call) async throws -> Response {
    let job = try await queue.job(try number(call.id))
    guard job.state == .waiting else {
      throw RequestError.conflict("job \(job.id) does not wait: it is \(job.state.rawValue)")
    }
    return try await estimate { try await plans.estimate(job.request, job: job.id) }
  }

  /// Adds `isBusy` to an estimate: whether a job ran during the trial and made it slower.
  private func estimate(_ body: () async throws -> [String: JSON]) async throws -> Response {
    let before = await queue.isBusy
    var found = try await body()
    found["isBusy"] = .bool(await queue.isBusy || before)
    return .json(.object(found))
  }

  /// Answers GET /api/jobs.
  func jobs(_: Call) async -> Response {
    .json(.object(["jobs": .array(await queue.list), "isPaused": .bool(await queue.isPaused)]))
  }

  /// Answers POST /api/jobs.
  func addJob(_ call: Call) async throws -> Response {
    let wanted = try StudioRequest(try await call.request.json())
    let job = try await queue.add(wanted)
    return .json(await queue.json(job), .created)
  }

  /// Answers POST /api/queue.
  func pauseQueue(_ call: Call) async throws -> Response {
    guard case .bool(let isPaused)? = try await call.request.only("isPaused") else {
      throw RequestError.badRequest("give isPaused alone, as true or false")
    }
    try await queue.pause(isPaused)
    return .json(await queue.stateJSON)
  }

  /// Answers POST /api/jobs/{id}/move.
  func moveJob(_ call: Call) async throws -> Response {
    guard let position = try await call.request.only("position")?.int, position > 0 else {
      throw RequestError.badRequest("give position alone, a whole number from 1 on")
    }
    return .json(await queue.json(try await queue.move(try number(call.id), to: position)))
  }

  /// Answers POST /api/jobs/{id}/cancel.
  func cancelJob(_ call: Call) async throws -> Response {
    try call.request.requireType("application/json")
    let id = try number(call.id)
    await plans.drop(job: id)
    return .json(await queue.json(try await queue.cancel(id)))
  }

  /// Answers DELETE /api/jobs/{id}?result=true.
  func forgetJob(_ call: Call) async throws -> Response {
    let (id, removesResult) = (try number(call.id), try call.target.flag("result"))
    let trashed = try await queue.forget(id, removesResult: removesResult)
    return trashed.map { Response.json($0) } ?? .nothing
  }

  /// Answers GET /api/jobs/{id}/preview.
  func preview(_ call: Call) async throws -> Response {
    let job = try await queue.job(try number(call.id))
    let path = library.paths.preview(job.id)
    guard let file = await Blocking.run({ try? $0.open(path) }) else {
      throw RequestError.notFound("job \(job.id) has no preview yet")
    }
    var response = FileReply(file: file, type: "image/jpeg").response(to: call.request)
    response["Cache-Control"] = "no-store"
    return response
  }

  /// Answers GET /api/jobs/{id}/download?name=….
  func download(_ call: Call) async throws -> Response {
    let job = try await queue.job(try number(call.id))
    let name = try FileName.checked(call.target.query["name"] ?? job.name)
    let file = try await library.openResult(of: job)
    return FileReply(file: file, type: MediaType.of(job.output), downloadName: name)
      .response(to: call.request)
  }

  func number(_ text: String) throws(RequestError) -> Int {
    guard text.utf8.count < 10, text.allSatisfy({ ("0"..."9").contains($0) }),
      let number = Int(text)
    else { throw .notFound("'\(text)' is no job: give its number") }
    return number
  }
}
#endif
