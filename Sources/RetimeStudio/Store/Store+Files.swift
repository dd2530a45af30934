// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import SQLite

extension Store {
  /// Returns every file that was ever probed successfully, by its path.
  func files() async throws(SQLiteError) -> [String: MediaFile] {
    let rows = try await rows("SELECT * FROM file WHERE message IS NULL")
    return Dictionary(rows.compactMap(MediaFile.init).map { ($0.path, $0) }) { $1 }
  }

  /// Stores the probe results of a file.
  func save(_ file: MediaFile) async throws(SQLiteError) {
    try await run(
      """
      INSERT OR REPLACE INTO file
      (path, byteCount, modified, info, message, hasThumbnail, hasWaveform, job)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        file.path, file.byteCount, file.modified, file.info?.text, file.message,
        file.hasThumbnail, file.hasWaveform, file.job,
      ]
    )
  }

  /// Removes the entry of a file that no longer exists.
  func removeFile(_ path: String) async throws(SQLiteError) {
    try await run("DELETE FROM file WHERE path = ?", [path])
  }

  /// Returns the entries of the trash: each token with the folder that contained the file.
  func trash() async throws(SQLiteError) -> [(token: String, parent: String)] {
    try await rows("SELECT * FROM trash").compactMap { row in
      guard let token: String = row["token"], let parent: String = row["parent"] else { return nil }
      return (token, parent)
    }
  }

  /// Adds an entry to the trash.
  func addTrash(_ token: String, _ parent: String) async throws(SQLiteError) {
    try await run("INSERT INTO trash VALUES (?, ?)", [token, parent])
  }

  /// Removes an entry from the trash.
  func removeTrash(_ token: String) async throws(SQLiteError) {
    try await run("DELETE FROM trash WHERE token = ?", [token])
  }

  /// Returns the paths of imported files whose names are not those of media files.
  func imported() async throws(SQLiteError) -> Set<String> {
    Set(try await rows("SELECT path FROM imported").compactMap { $0["path"] })
  }

  /// Adds the path of an imported file whose name is not that of a media file.
  func addImported(_ path: String) async throws(SQLiteError) {
    try await run("INSERT OR IGNORE INTO imported VALUES (?)", [path])
  }

  /// Runs one statement.
  func run(
    _ text: String,
    _ values: [(any ColumnConvertible)?] = []
  ) async throws(SQLiteError) {
    try await database.run { (database) throws(SQLiteError) in _ = try database.run(text, values) }
  }

  /// Returns the rows of one statement.
  func rows(_ text: String) async throws(SQLiteError) -> [Row] {
    try await database.run { (database) throws(SQLiteError) in try database.run(text) }
  }
}

extension MediaFile {
  /// Creates a file from a row; nil if a required column is missing.
  fileprivate init?(_ row: Row) {
    guard let path: String = row["path"], let byteCount: Int64 = row["byteCount"],
      let modified: Int64 = row["modified"]
    else { return nil }
    self.init(path: path, byteCount: byteCount, modified: modified)
    info = row["info"].flatMap { (text: String) in JSON(parsing: Array(text.utf8)) }
    message = row["message"]
    hasThumbnail = row["hasThumbnail"] ?? false
    hasWaveform = row["hasWaveform"] ?? false
    job = row["job"]
    state = info == nil ? .waiting : .ready
  }
}
#endif
