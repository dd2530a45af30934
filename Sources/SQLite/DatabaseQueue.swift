// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import Dispatch
internal import Synchronization

/// A database on a thread that may wait: one piece of work after the other, as they are asked for.
public final class DatabaseQueue: Sendable {
  private let queue: DispatchQueue
  private let database: Mutex<Database>

  /// Opens a file, or makes it, and takes the steps that it has not taken yet.
  ///
  /// `label`: what the queue is called in a debugger.
  /// Blocks on the disk.
  public init(_ path: String, label: String, steps: [Step]) throws(SQLiteError) {
    let database = try Database(path)
    try database.take(steps)
    self.database = Mutex(database)
    queue = DispatchQueue(label: label)
  }

  /// Does all of something, or nothing.
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
