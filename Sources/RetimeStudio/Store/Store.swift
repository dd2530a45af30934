// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem
internal import SQLite

/// What outlives the server: the jobs, and what was found out about files.
///
/// SQLite, on a queue of its own. The files of the folder are the truth; this can be thrown away and is then made
/// anew, without the jobs.
final class Store: Sendable {
  let database: DatabaseQueue

  /// Opens the database, or makes it; one that cannot be read is put aside and a new one is made.
  init(_ path: String, _ disk: borrowing Disk) throws(StudioError) {
    do throws(SQLiteError) {
      database = try Self.open(path)
    } catch {
      guard error.isOfTheFile else { throw StudioError("'\(path)' cannot be used: \(error)") }
      // What belongs to it goes along.
      for suffix in ["", "-journal", "-wal", "-shm"] {
        try? disk.files.replace(path + suffix + ".damaged", with: path + suffix)
      }
      do throws(SQLiteError) {
        database = try Self.open(path)
      } catch {
        throw StudioError("'\(path)' cannot be used: \(error)")
      }
    }
  }

  private static func open(_ path: String) throws(SQLiteError) -> DatabaseQueue {
    try DatabaseQueue(path, label: "retime.studio.store", steps: steps)
  }

  /// The tables, step by step.
  private static let steps = [
    Step(
      "files and jobs",
      """
      CREATE TABLE file (
        path TEXT PRIMARY KEY NOT NULL,
        byteCount INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        info TEXT,
        message TEXT,
        hasThumbnail BOOLEAN NOT NULL,
        hasWaveform BOOLEAN NOT NULL,
        job INTEGER
      );
      CREATE TABLE imported (path TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE job (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        request TEXT NOT NULL,
        sourcePath TEXT NOT NULL,
        sourceIsSample BOOLEAN NOT NULL,
        output TEXT NOT NULL,
        state TEXT NOT NULL,
        message TEXT,
        created DOUBLE NOT NULL,
        started DOUBLE,
        finished DOUBLE,
        report TEXT,
        notices TEXT NOT NULL,
        process INTEGER,
        resultByteCount INTEGER,
        resultModified INTEGER
      );
      """
    ),
    Step(
      "order and pause of the queue",
      """
      ALTER TABLE job ADD COLUMN place INTEGER;
      UPDATE job SET place = id;
      CREATE TABLE queue (isPaused BOOLEAN NOT NULL);
      INSERT INTO queue VALUES (0);
      """
    ),
    Step("trash", "CREATE TABLE trash (token TEXT PRIMARY KEY NOT NULL, parent TEXT NOT NULL);"),
  ]
}
#endif
