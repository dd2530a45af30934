// SPDX-License-Identifier: MPL-2.0

#if Studio
/// A step from one form of a database to the next: one that has been published is never changed.
public struct Step: Sendable {
  let name: String, statements: String

  /// `name`: what a database is noted to have done.
  public init(_ name: String, _ statements: String) {
    (self.name, self.statements) = (name, statements)
  }
}

extension Database {
  /// Takes the steps that the database has not taken yet, in order, each whole or not at all.
  ///
  /// It notes them as GRDB does, with which databases were made before.
  func take(_ steps: [Step]) throws(SQLiteError) {
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
