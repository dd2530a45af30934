// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import GRDB
internal import RetimeSystem

/// What outlives the server: the jobs, and what was found out about files.
///
/// SQLite by way of GRDB, which runs it on a queue of its own. The files of the folder are the truth; this
/// can be thrown away and is then made anew, without the jobs.
final class Store: Sendable {
  let database: DatabaseQueue

  /// Opens the database, or makes it; one that cannot be read is put aside and a new one is made.
  init(_ path: String, _ disk: borrowing Disk) throws(StudioError) {
    do {
      database = try Self.open(path)
    } catch {
      for suffix in ["", "-wal", "-shm"] {
        try? disk.files.replace(path + suffix + ".damaged", with: path + suffix)
      }
      do {
        database = try Self.open(path)
      } catch {
        throw StudioError("'\(path)' cannot be used: \(error)")
      }
    }
  }

  private static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "retime.studio.store"
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try migrations.migrate(database)
    return database
  }

  /// The tables, step by step: a step that has been published is never changed.
  private static var migrations: DatabaseMigrator {
    var migrations = DatabaseMigrator()
    migrations.registerMigration("files and jobs") { database in
      try database.create(table: "file") { table in
        table.primaryKey("path", .text)
        table.column("byteCount", .integer).notNull()
        table.column("modified", .integer).notNull()
        table.column("info", .text)
        table.column("message", .text)
        table.column("hasThumbnail", .boolean).notNull()
        table.column("hasWaveform", .boolean).notNull()
        table.column("job", .integer)
      }
      try database.create(table: "imported") { table in
        table.primaryKey("path", .text)
      }
      try database.create(table: "job") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("request", .text).notNull()
        table.column("sourcePath", .text).notNull()
        table.column("sourceIsSample", .boolean).notNull()
        table.column("output", .text).notNull()
        table.column("state", .text).notNull()
        table.column("message", .text)
        table.column("created", .double).notNull()
        table.column("started", .double)
        table.column("finished", .double)
        table.column("report", .text)
        table.column("notices", .text).notNull()
        table.column("process", .integer)
        table.column("resultByteCount", .integer)
        table.column("resultModified", .integer)
      }
    }
    migrations.registerMigration("order and pause of the queue") { database in
      try database.alter(table: "job") { $0.add(column: "place", .integer) }
      try database.execute(sql: "UPDATE job SET place = id")
      try database.create(table: "queue") { table in
        table.column("isPaused", .boolean).notNull()
      }
      try database.execute(sql: "INSERT INTO queue VALUES (FALSE)")
    }
    migrations.registerMigration("trash") { database in
      try database.create(table: "trash") { table in
        table.primaryKey("token", .text)
        table.column("parent", .text).notNull()
      }
    }
    return migrations
  }
}
#endif
