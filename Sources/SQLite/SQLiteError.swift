// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import CSQLite

/// An error of SQLite in its own words.
public struct SQLiteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// SQLite's number for it, such as `SQLITE_FULL`.
  public let code: Int32
  /// What it says, such as "no such table: job (SQLite 1)".
  public let description: String

  /// Whether the file is to blame: it is no database, is damaged, or has other tables than it should have.
  public var isOfTheFile: Bool { [SQLITE_ERROR, SQLITE_CORRUPT, SQLITE_NOTADB].contains(code) }

  /// The last error of a connection, or what a number means where there is none.
  init(_ code: Int32, _ connection: OpaquePointer?) {
    self.code = code
    let words = unsafe connection == nil ? sqlite3_errstr(code) : sqlite3_errmsg(connection)
    unsafe description = "\(words.map { unsafe String(cString: $0) } ?? "") (SQLite \(code))"
  }
}
#endif
