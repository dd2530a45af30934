// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeMedia
internal import RetimeSystem

// Operations on the results of jobs: rename, move to the trash and restore.

extension JobQueue {
  /// Moves the result of a job to the trash; returns nil if the result no longer exists.
  func delete(resultOf job: Job) async throws -> JSON? {
    guard try await library.isUnchanged(resultOf: job) else { return nil }
    try checkFree(job.output)
    let trashed = try await trash.put(job.output, job: job, number: job.id)
    await library.refresh()
    return trashed
  }

  /// Moves a result to the trash and removes its job from the list.
  func delete(_ id: String) async throws -> JSON {
    let file = try await made(id)
    try checkFree(file.path)
    _ = try await library.checkMade(file.path)
    let job = job(of: file.path)
    let trashed = try await trash.put(file.path, job: job, number: file.job)
    if let job { await drop(job) }
    await library.refresh()
    return trashed
  }

  /// Restores a file from the trash.
  func restore(_ token: String) async throws -> JSON {
    let entry = try await trash.take(token)
    if let job = entry.job {
      try await store.putBack(job)
      jobs[job.id] = job
    }
    let file = await added(entry.path, number: entry.number)
    if let job = entry.job { tell(job) }
    return .object([
      "file": .optional(file?.json), "job": .optional(entry.job.map(json)),
    ])
  }

  /// Renames a result within its folder.
  func rename(_ id: String, to name: String) async throws -> JSON {
    let file = try await made(id)
    let path = try await rename(path: file.path, to: name)
    guard let renamed = await added(path, number: file.job) else {
      throw RequestError.notFound("'\(path)' is not there any more")
    }
    if let job = job(of: path) { tell(job) }
    return renamed.json
  }

  /// Renames the result of a job within its folder.
  func rename(resultOf id: Int, to name: String) async throws -> JSON {
    let job = try job(id)
    guard job.state == .done else {
      throw RequestError.conflict("job \(id) has no result: it is \(job.state.rawValue)")
    }
    _ = await added(try await rename(path: job.output, to: name), number: id)
    let renamed = try self.job(id)
    tell(renamed)
    return json(renamed)
  }

  private func rename(path: String, to name: String) async throws -> String {
    let name = try FileName.checked(name)
    let suffix = MediaName.suffix(of: path)
    guard MediaName.suffix(of: name) == suffix else {
      throw RequestError.badRequest(
        "'\(name)' would be another kind of file: let it end in .\(suffix)"
      )
    }
    let new = MediaFile(path: path).parent + name
    try checkFree(path)
    try checkFree(new)
    guard new != path else { return path }
    _ = try await library.checkMade(path)
    let root = library.root
    do throws(SystemError) {
      try await Blocking.run { (disk) throws(SystemError) in
        try disk.files.place("\(root)/\(path)", at: "\(root)/\(new)")
      }
    } catch {
      guard !error.isAlreadyThere else {
        throw RequestError.conflict("'\(new)' is already there: give another name")
      }
      throw RequestError(.forbidden, "'\(path)' cannot be renamed: \(error)")
    }
    if var job = job(of: path) {
      job.output = new
      jobs[job.id] = job
      try await store.save(job)
    }
    return new
  }

  /// Returns a listed file that a job has created.
  private func made(_ id: String) async throws(RequestError) -> MediaFile {
    let file = try await library.file(id)
    guard file.job != nil, !file.isSample else {
      throw RequestError(
        .forbidden,
        "'\(file.path)' was not made here: rename or delete it by hand"
      )
    }
    return file
  }

  /// Returns the newest job whose result is the file at a path.
  private func job(of path: String) -> Job? {
    jobs.values.filter { $0.state == .done && $0.output == path }.max { $0.id < $1.id }
  }

  /// Throws if an unfinished job reads or writes a file.
  private func checkFree(_ path: String) throws(RequestError) {
    let user = jobs.values.first { job in
      !job.isOver && (job.output == path || (job.sourcePath == path && !job.sourceIsSample))
    }
    guard let user else { return }
    throw .conflict("'\(path)' is in use by job \(user.id): wait for it, or cancel it")
  }

  /// Adds a new file to the library, which announces it to the pages.
  private func added(_ path: String, number: Int?) async -> MediaFile? {
    guard MediaName.isMedia(path) else { return nil }
    return await library.add(path, job: number)
  }
}
#endif
