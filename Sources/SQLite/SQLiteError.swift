// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import CSQLite

/// An error reported by SQLite.
public struct SQLiteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The result code, such as `SQLITE_FULL`.
  public let code: Int32
  /// SQLite's message and code, such as "no such table: job (SQLite 1)".
  public let description: String

  /// Whether the file is at fault: it is no database, is damaged, or has an unexpected schema.
  public var isOfTheFile: Bool { [SQLITE_ERROR, SQLITE_CORRUPT, SQLITE_NOTADB].contains(code) }

  /// Creates the last error of a connection, or the general message for `code` without one.
  init(_ code: Int32, _ connection: OpaquePointer?) {
    self.code = code
    let words = unsafe connection == nil ? sqlite3_errstr(code) : sqlite3_errmsg(connection)
    unsafe description = "\(words.map { unsafe String(cString: $0) } ?? "") (SQLite \(code))"
  }
}
#endif
