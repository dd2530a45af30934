// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import CSQLite

/// An open SQLite database.
///
/// One owner, one thread at a time. Calls block on the disk.
@safe public struct Database: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: the connection belongs to its one owner.
  private let connection: OpaquePointer

  /// Opens a database file, or creates it.
  ///
  /// Wraps `sqlite3_open_v2`.
  init(_ path: String) throws(SQLiteError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let connection = unsafe opened else {
      let error = unsafe SQLiteError(code, opened)
      _ = unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe self.connection = connection
    // Wait up to 10 s for another process that has the file locked, such as a server that is
    // shutting down.
    _ = unsafe sqlite3_busy_timeout(connection, 10_000)
  }

  deinit { _ = unsafe sqlite3_close_v2(connection) }

  /// The row ID of the last inserted row.
  ///
  /// Wraps `sqlite3_last_insert_rowid`.
  public var lastRow: Int64 { unsafe sqlite3_last_insert_rowid(connection) }

  /// Runs statements without parameters and results.
  ///
  /// Wraps `sqlite3_exec`.
  public func execute(_ statements: String) throws(SQLiteError) {
    try check(unsafe sqlite3_exec(connection, statements, nil, nil, nil))
  }

  /// Runs one statement with a value for each question mark, and returns the rows of its result.
  ///
  /// Wraps `sqlite3_prepare_v2` and `sqlite3_step`.
  @discardableResult
  public func run(_ text: String, _ values: [(any ColumnConvertible)?] = []) throws(SQLiteError)
    -> [Row]
  {
    var prepared: OpaquePointer?
    try check(unsafe sqlite3_prepare_v2(connection, text, -1, &prepared, nil))
    guard let statement = unsafe prepared else { return [] }
    defer { _ = unsafe sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      try check(unsafe Self.bind(value?.stored ?? .null, Int32(index + 1), statement))
    }
    let columns = unsafe Self.columns(of: statement)
    var rows: [Row] = []
    while true {
      switch unsafe sqlite3_step(statement) {
      case SQLITE_ROW:
        var found: [String: ColumnValue] = [:]
        for (index, column) in columns.enumerated() {
          found[column] = unsafe Self.value(Int32(index), statement)
        }
        rows.append(Row(values: found))
      case SQLITE_DONE: return rows
      case let code: throw unsafe SQLiteError(code, connection)
      }
    }
  }

  /// Runs `body` in a transaction.
  func transaction<Value>(
    _ body: (borrowing Database) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try execute("BEGIN")
    do throws(SQLiteError) {
      let value = try body(self)
      try execute("COMMIT")
      return value
    } catch {
      // After some failures SQLite has already rolled back.
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw unsafe SQLiteError(code, connection) }
  }

  private static func bind(_ value: ColumnValue, _ index: Int32, _ statement: OpaquePointer)
    -> Int32
  {
    switch value {
    case .null: unsafe sqlite3_bind_null(statement, index)
    case .integer(let value): unsafe sqlite3_bind_int64(statement, index, value)
    case .real(let value): unsafe sqlite3_bind_double(statement, index, value)
    case .text(let value):
      unsafe CSQLite_bind_text(statement, index, value, UInt64(value.utf8.count))
    }
  }

  private static func columns(of statement: OpaquePointer) -> [String] {
    unsafe (0..<sqlite3_column_count(statement)).map { index in
      unsafe sqlite3_column_name(statement, index).map { unsafe String(cString: $0) } ?? ""
    }
  }

  private static func value(_ index: Int32, _ statement: OpaquePointer) -> ColumnValue {
    switch unsafe sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(statement, index))
    case SQLITE_TEXT:
      let start = unsafe sqlite3_column_text(statement, index)
      let count = Int(unsafe sqlite3_column_bytes(statement, index))
      let bytes = unsafe UnsafeBufferPointer(start: start, count: unsafe start == nil ? 0 : count)
      return .text(unsafe String(decoding: bytes, as: UTF8.self))
    default: return .null
    }
  }
}
#endif
