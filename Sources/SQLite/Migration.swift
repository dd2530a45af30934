// SPDX-License-Identifier: MPL-2.0

#if Studio
/// A migration from one version of the schema to the next; a released one must not change.
public struct Migration: Sendable {
  let name: String, statements: String

  /// Creates a migration.
  ///
  /// `name`: the identifier under which a database records that it is applied.
  public init(_ name: String, _ statements: String) {
    (self.name, self.statements) = (name, statements)
  }
}

extension Database {
  /// Applies the migrations that the database lacks, in order, each in a transaction.
  ///
  /// They are recorded in GRDB's table, `grdb_migrations`, so that databases created by GRDB stay
  /// valid.
  func take(_ steps: [Migration]) throws(SQLiteError) {
    try execute(
      "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
    )
    let taken = try run("SELECT identifier FROM grdb_migrations")
      .compactMap { $0["identifier"] as String? }
    for step in steps where !taken.contains(step.name) {
      try transaction { (database) throws(SQLiteError) in
        try database.execute(step.statements)
        try database.run("INSERT INTO grdb_migrations VALUES (?)", [step.name])
      }
    }
  }
}
#endif
