// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import GRDB

extension Store {
  /// Every job, oldest first.
  func jobs() async throws -> [Job] {
    try await database.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM job ORDER BY id").compactMap(Job.init)
    }
  }

  /// Adds a job and gives it its number, unless it has one.
  func add(_ job: Job) async throws -> Job {
    try await database.write { database in
      try database.execute(
        sql: """
          INSERT INTO job (id, request, sourcePath, sourceIsSample, output, state, created, notices)
          VALUES (?, ?, ?, ?, ?, ?, ?, '[]')
          """,
        arguments: [
          job.id == 0 ? nil : job.id, job.request.json.text, job.sourcePath, job.sourceIsSample,
          job.output, job.state.rawValue, job.created,
        ]
      )
      var job = job
      job.id = Int(database.lastInsertedRowID)
      job.place = job.id
      try Self.save(place: job, database)
      return job
    }
  }

  /// Adds a job that was taken off the list, as it was.
  func putBack(_ job: Job) async throws { try await save(add(job)) }

  /// Keeps what has become of a job.
  func save(_ job: Job) async throws {
    try await database.write { database in
      try database.execute(
        sql: """
          UPDATE job SET output = ?, state = ?, message = ?, started = ?, finished = ?, report = ?, notices = ?,
          process = ?, resultByteCount = ?, resultModified = ? WHERE id = ?
          """,
        arguments: [
          job.output, job.state.rawValue, job.message, job.started, job.finished, job.report?.text,
          JSON.strings(job.notices).text, job.process, job.resultByteCount,
          job.resultModified, job.id,
        ]
      )
    }
  }

  /// Keeps the places of jobs in the queue, all or none.
  func save(places jobs: [Job]) async throws {
    try await database.write { database in
      for job in jobs { try Self.save(place: job, database) }
    }
  }

  private static func save(place job: Job, _ database: Database) throws {
    try database.execute(
      sql: "UPDATE job SET place = ? WHERE id = ?",
      arguments: [job.place, job.id]
    )
  }

  /// Whether the queue was paused when that was said last.
  func isPaused() async throws -> Bool {
    try await database.read { try Bool.fetchOne($0, sql: "SELECT isPaused FROM queue") ?? false }
  }

  /// Keeps whether the queue is paused.
  func save(isPaused: Bool) async throws {
    try await database.write {
      try $0.execute(sql: "UPDATE queue SET isPaused = ?", arguments: [isPaused])
    }
  }

  /// Forgets a job.
  func removeJob(_ id: Int) async throws {
    try await database.write {
      try $0.execute(sql: "DELETE FROM job WHERE id = ?", arguments: [id])
    }
  }
}

extension Job {
  /// A job of the database; nil for one that an other version wrote and this one does not understand.
  fileprivate init?(_ row: Row) {
    guard let value = JSON(parsing: Array((row["request"] as String).utf8)),
      let request = try? StudioRequest(value), let state = State(rawValue: row["state"])
    else { return nil }
    self.init(
      request: request,
      sourcePath: row["sourcePath"],
      sourceIsSample: row["sourceIsSample"],
      output: row["output"],
      created: row["created"]
    )
    (id, self.state, message) = (row["id"], state, row["message"])
    place = row["place"] ?? id
    (started, finished, process) = (row["started"], row["finished"], row["process"])
    report = (row["report"] as String?).flatMap { JSON(parsing: Array($0.utf8)) }
    notices =
      JSON(parsing: Array((row["notices"] as String).utf8))?.elements.compactMap(\.string)
      ?? []
    (resultByteCount, resultModified) = (row["resultByteCount"], row["resultModified"])
  }
}
#endif
