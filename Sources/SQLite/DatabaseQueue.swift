// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import Dispatch
internal import Synchronization

/// A database on a serial queue that may block, which runs one transaction after another.
public final class DatabaseQueue: Sendable {
  private let queue: DispatchQueue
  private let database: Mutex<Database>

  /// Opens a database file, or creates it, and applies the migrations that it lacks.
  ///
  /// `label`: the queue's name in a debugger. Blocks on the disk.
  public init(_ path: String, label: String, steps: [Migration]) throws(SQLiteError) {
    let database = try Database(path)
    try database.take(steps)
    self.database = Mutex(database)
    queue = DispatchQueue(label: label)
  }

  /// Runs `body` in a transaction on the queue.
  public func run<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing Database) throws(SQLiteError) -> Value
  ) async throws(SQLiteError) -> Value {
    let result = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.result(of: body)) }
    }
    return try result.get()
  }

  private func result<Value: Sendable>(
    of body: @Sendable (borrowing Database) throws(SQLiteError) -> Value
  ) -> Result<Value, SQLiteError> {
    database.withLock { database in
      Result { () throws(SQLiteError) in try database.transaction(body) }
    }
  }
}
#endif
