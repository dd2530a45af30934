// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import GRDB

extension Store {
  /// Every file that was ever looked at with success, by its path.
  func files() async throws -> [String: MediaFile] {
    try await database.read { database in
      var files: [String: MediaFile] = [:]
      for row in try Row.fetchAll(database, sql: "SELECT * FROM file WHERE message IS NULL") {
        let file = MediaFile(row)
        files[file.path] = file
      }
      return files
    }
  }

  /// Keeps what was found out about a file.
  func save(_ file: MediaFile) async throws {
    try await database.write { database in
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO file
          (path, byteCount, modified, info, message, hasThumbnail, hasWaveform, job)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          file.path, file.byteCount, file.modified, file.info?.text, file.message,
          file.hasThumbnail, file.hasWaveform, file.job,
        ]
      )
    }
  }

  /// Forgets files that are gone.
  func removeFiles(_ paths: [String]) async throws {
    try await database.write { database in
      for path in paths {
        try database.execute(sql: "DELETE FROM file WHERE path = ?", arguments: [path])
      }
    }
  }

  /// What is in the trash: tokens, and the folders beside which it stands.
  func trash() async throws -> [(token: String, parent: String)] {
    try await database.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM trash").map { ($0["token"], $0["parent"]) }
    }
  }

  /// Remembers that something is in the trash.
  func addTrash(_ token: String, _ parent: String) async throws {
    try await database.write {
      try $0.execute(sql: "INSERT INTO trash VALUES (?, ?)", arguments: [token, parent])
    }
  }

  /// Forgets something that was in the trash.
  func removeTrash(_ token: String) async throws {
    try await database.write {
      try $0.execute(sql: "DELETE FROM trash WHERE token = ?", arguments: [token])
    }
  }

  /// The paths under which files were imported whose names are not those of media.
  func imported() async throws -> Set<String> {
    try await database.read { try String.fetchSet($0, sql: "SELECT path FROM imported") }
  }

  /// Remembers such a path.
  func addImported(_ path: String) async throws {
    try await database.write {
      try $0.execute(sql: "INSERT OR IGNORE INTO imported VALUES (?)", arguments: [path])
    }
  }
}

extension MediaFile {
  fileprivate init(_ row: Row) {
    self.init(path: row["path"], byteCount: row["byteCount"], modified: row["modified"])
    info = (row["info"] as String?).flatMap { JSON(parsing: Array($0.utf8)) }
    message = row["message"]
    (hasThumbnail, hasWaveform, job) = (row["hasThumbnail"], row["hasWaveform"], row["job"])
    state = info == nil ? .waiting : .ready
  }
}
#endif
