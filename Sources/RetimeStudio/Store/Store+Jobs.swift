// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import SQLite

extension Store {
  /// Returns every job, oldest first.
  func jobs() async throws(SQLiteError) -> [Job] {
    try await rows("SELECT * FROM job ORDER BY id").compactMap(Job.init)
  }

  /// Adds a job and numbers it if it has no number.
  func add(_ job: Job) async throws(SQLiteError) -> Job {
    try await database.run { (database) throws(SQLiteError) in
      try database.run(
        """
        INSERT INTO job (id, request, sourcePath, sourceIsSample, output, state, created, notices)
        VALUES (?, ?, ?, ?, ?, ?, ?, '[]')
        """,
        [
          job.id == 0 ? nil : job.id, job.request.json.text, job.sourcePath, job.sourceIsSample,
          job.output, job.state.rawValue, job.created,
        ]
      )
      var job = job
      job.id = Int(database.lastRow)
      job.place = job.id
      try Self.save(place: job, database)
      return job
    }
  }

  /// Adds a job that was removed from the list, with all its fields.
  func putBack(_ job: Job) async throws(SQLiteError) { try await save(add(job)) }

  /// Updates the stored state and result of a job.
  func save(_ job: Job) async throws(SQLiteError) {
    try await run(
      """
      UPDATE job SET output = ?, state = ?, message = ?, started = ?, finished = ?, report = ?, notices = ?,
      process = ?, resultByteCount = ?, resultModified = ? WHERE id = ?
      """,
      [
        job.output, job.state.rawValue, job.message, job.started, job.finished, job.report?.text,
        JSON.strings(job.notices).text, job.process, job.resultByteCount, job.resultModified,
        job.id,
      ]
    )
  }

  /// Stores the positions of jobs in the queue in one transaction.
  func save(places jobs: [Job]) async throws(SQLiteError) {
    try await database.run { (database) throws(SQLiteError) in
      for job in jobs { try Self.save(place: job, database) }
    }
  }

  private static func save(
    place job: Job,
    _ database: borrowing Database
  ) throws(SQLiteError) {
    try database.run("UPDATE job SET place = ? WHERE id = ?", [job.place, job.id])
  }

  /// Returns whether the queue was stored as paused.
  func isPaused() async throws(SQLiteError) -> Bool {
    try await rows("SELECT isPaused FROM queue").first?["isPaused"] ?? false
  }

  /// Stores whether the queue is paused.
  func save(isPaused: Bool) async throws(SQLiteError) {
    try await run("UPDATE queue SET isPaused = ?", [isPaused])
  }

  /// Removes a job.
  func removeJob(_ id: Int) async throws(SQLiteError) {
    try await run("DELETE FROM job WHERE id = ?", [id])
  }
}

extension Job {
  /// Creates a job from a row; nil if another version wrote it and this version cannot parse it.
  fileprivate init?(_ row: Row) {
    guard let value = Self.json(row["request"]), let request = try? StudioRequest(value),
      let state = row["state"].flatMap(State.init), let id: Int = row["id"],
      let sourcePath: String = row["sourcePath"], let output: String = row["output"],
      let created: Double = row["created"]
    else { return nil }
    self.init(
      request: request,
      sourcePath: sourcePath,
      sourceIsSample: row["sourceIsSample"] ?? false,
      output: output,
      created: created
    )
    (self.id, self.state, message) = (id, state, row["message"])
    place = row["place"] ?? id
    (started, finished, process) = (row["started"], row["finished"], row["process"])
    report = Self.json(row["report"])
    notices = Self.json(row["notices"])?.elements.compactMap(\.string) ?? []
    (resultByteCount, resultModified) = (row["resultByteCount"], row["resultModified"])
  }

  private static func json(_ text: String?) -> JSON? {
    text.flatMap { JSON(parsing: Array($0.utf8)) }
  }
}
#endif
