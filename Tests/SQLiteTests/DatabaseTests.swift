// SPDX-License-Identifier: MPL-2.0

#if Studio
import SQLite
import TestSupport
import Testing

@Suite struct `A database` {
  static let steps = [
    Migration("first", "CREATE TABLE kept (name TEXT PRIMARY KEY NOT NULL, value)"),
    Migration("second", "ALTER TABLE kept ADD COLUMN more DOUBLE"),
  ]

  let folder: TemporaryFolder
  var path: String { folder.file("a.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  func open(_ steps: [Migration] = steps) throws -> DatabaseQueue {
    try DatabaseQueue(path, label: "test", steps: steps)
  }

  @Test func `Values are stored and read back, also after a restart`() async throws {
    let values: [(any ColumnConvertible)?] = [
      "", "a\0b", "naïve 🐇 \u{1F1E8}\u{1F1ED}", Int64.min, Int64.max, -0.1,
      Double.leastNonzeroMagnitude, true, nil,
      String(repeating: "long ", count: 1 << 18),
    ]
    let writer = try open()
    for (number, value) in values.enumerated() {
      try await writer.run { (database) throws(SQLiteError) in
        _ = try database.run(
          "INSERT INTO kept (name, value, more) VALUES (?, ?, ?)",
          ["\(number)", value, 0.5]
        )
      }
    }
    for database in [writer, try open()] {
      let rows = try await database.run { (database) throws(SQLiteError) in
        try database.run("SELECT * FROM kept ORDER BY CAST(name AS INTEGER)")
      }
      #expect(rows.count == values.count)
      #expect(rows[0]["value"] == "" && rows[1]["value"] == "a\0b")
      #expect(rows[2]["value"] == "naïve 🐇 \u{1F1E8}\u{1F1ED}")
      #expect(rows[3]["value"] == Int64.min && rows[4]["value"] == Int.max)
      #expect(rows[5]["value"] == -0.1 && rows[6]["value"] == Double.leastNonzeroMagnitude)
      #expect(rows[7]["value"] == true && rows[7]["value"] == 1)
      #expect((rows[9]["value"] as String?)?.utf8.count == 5 << 18)
      #expect(rows.allSatisfy { $0["more"] == 0.5 })
    }
  }

  @Test func `Null, another type and a missing column read as nil`() async throws {
    let rows = try await open().run { (database) throws(SQLiteError) in
      try database.run("SELECT NULL AS a, 'text' AS b, 0.5 AS c, x'00' AS d, 3 AS e")
    }
    let row = try #require(rows.first)
    #expect(row["a"] as String? == nil && row["b"] as Int? == nil && row["c"] as Bool? == nil)
    #expect(row["d"] as String? == nil && row["e"] as String? == nil && row["f"] as Int? == nil)
    #expect(row["e"] == 3.0)
  }

  @Test func `Transactions are atomic and serialized`() async throws {
    let database = try open()
    await #expect(throws: SQLiteError.self) {
      try await database.run { (database) throws(SQLiteError) in
        try database.run("INSERT INTO kept (name) VALUES ('a')")
        try database.run("INSERT INTO kept (name) VALUES ('a')")
      }
    }
    try await withThrowingTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          try await database.run { (database) throws(SQLiteError) in
            let count: Int? = try database.run("SELECT COUNT(*) AS n FROM kept")[0]["n"]
            try database.run("INSERT INTO kept VALUES (?, ?, NULL)", ["\(number)", count])
            return database.lastRow
          }
        }
      }
      let rows = try await group.reduce(into: Set()) { $0.insert($1) }
      #expect(rows == Set(1...50))
    }
    let counts = try await database.run { (database) throws(SQLiteError) in
      try database.run("SELECT value FROM kept").compactMap { $0["value"] as Int? }
    }
    #expect(counts.sorted() == Array(0..<50))
  }

  @Test func `Each migration runs once, also if GRDB ran the first`() async throws {
    _ = try open([
      Migration(
        "GRDB's",
        """
        CREATE TABLE "kept" ("name" TEXT PRIMARY KEY NOT NULL, "value");
        INSERT INTO kept VALUES ('old', 7);
        INSERT INTO grdb_migrations VALUES ('first');
        """
      )
    ])
    for _ in 0..<2 {
      let rows = try await open().run { (database) throws(SQLiteError) in
        try database.run("SELECT * FROM kept WHERE more IS NULL")
      }
      #expect(rows.count == 1 && rows[0]["value"] == 7)
    }
  }

  @Test func `Two connections wait for each other`() async throws {
    let (one, other) = (try open(), try open())
    try await withThrowingTaskGroup { group in
      for number in 0..<40 {
        group.addTask {
          try await (number % 2 == 0 ? one : other).run { (database) throws(SQLiteError) in
            _ = try database.run("INSERT INTO kept (name) VALUES (?)", ["\(number)"])
          }
        }
      }
      try await group.waitForAll()
    }
    let rows = try await one.run { (database) throws(SQLiteError) in
      try database.run("SELECT name FROM kept")
    }
    #expect(rows.count == 40)
  }

  @Test func `A failed migration is rolled back completely`() async throws {
    let broken = Migration("second", "CREATE TABLE half (a); CREATE TABLE half (a)")
    #expect(throws: SQLiteError.self) { try open([Self.steps[0], broken]) }
    let names = try await open().run { (database) throws(SQLiteError) in
      try database.run("SELECT name FROM sqlite_master WHERE name = 'half'")
    }
    #expect(names.isEmpty)
  }

  @Test func `Errors have SQLite's message`() async throws {
    let database = try open()
    await #expect {
      try await database.run { (database) throws(SQLiteError) in
        _ = try database.run("SELECT * FROM lost")
      }
    } throws: {
      "\($0)" == "no such table: lost (SQLite 1)"
    }
    #expect {
      try DatabaseQueue(folder.file("not there/a.sqlite"), label: "test", steps: [])
    } throws: {
      "\($0)" == "unable to open database file (SQLite 14)"
    }
    let text = try folder.write(Array(repeating: 65, count: 4096), to: "text")
    #expect {
      try DatabaseQueue(text, label: "test", steps: [])
    } throws: {
      "\($0)" == "file is not a database (SQLite 26)"
    }
  }
}
#endif
