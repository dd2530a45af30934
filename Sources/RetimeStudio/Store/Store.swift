// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem
internal import SQLite

/// The state that outlives the server: the jobs, and the probe results of files.
///
/// A SQLite database on a dispatch queue of its own. The folder's files are authoritative: the
/// database can be deleted and is then rebuilt, without the jobs.
final class Store: Sendable {
  let database: DatabaseQueue

  /// Opens or creates the database.
  ///
  /// An unreadable database is renamed to `.damaged` and replaced by a new one.
  init(_ path: String, _ disk: borrowing DiskAccess) throws(StudioError) {
    do throws(SQLiteError) {
      database = try Self.open(path)
    } catch {
      guard error.isOfTheFile else { throw StudioError("'\(path)' cannot be used: \(error)") }
      // The journal files belong to the database and are renamed with it.
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

  /// The migrations that create the tables.
  private static let steps = [
    Migration(
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
    Migration(
      "order and pause of the queue",
      """
      ALTER TABLE job ADD COLUMN place INTEGER;
      UPDATE job SET place = id;
      CREATE TABLE queue (isPaused BOOLEAN NOT NULL);
      INSERT INTO queue VALUES (0);
      """
    ),
    Migration(
      "trash",
      "CREATE TABLE trash (token TEXT PRIMARY KEY NOT NULL, parent TEXT NOT NULL);"
    ),
  ]
}
#endif
