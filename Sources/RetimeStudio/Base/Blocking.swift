// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import Dispatch

/// Blocking disk access, on threads outside Swift's cooperative pool.
enum Blocking {
  private static let queue = DispatchQueue(label: "retime.studio.disk", attributes: .concurrent)

  /// Runs `body` on a thread that may block, and passes it the disk.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing DiskAccess) -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body(DiskAccess())) }
    }
  }

  /// Runs `body`, which can throw, on a thread that may block.
  static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable (borrowing DiskAccess) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await run { (disk) -> Result<Value, Failure> in
      Result { () throws(Failure) in try body(disk) }
    }.get()
  }

  /// Runs `body` on a thread of its own and waits at most `patience` for it.
  ///
  /// Blocks: call it only from a thread that may block.
  static func run(
    atMost patience: DispatchTimeInterval,
    _ body: @escaping @Sendable (borrowing DiskAccess) -> Void
  ) {
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue(label: "retime.studio.end").async {
      body(DiskAccess())
      isDone.signal()
    }
    _ = isDone.wait(timeout: .now() + patience)
  }

  /// Runs `body`, a long computation, on a thread that may block.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await run { _ in body() }
  }
}

/// Access to the disk, which may block.
///
/// Only `Blocking.run` creates one, and lends it to its closure, so that a function with a `DiskAccess`
/// parameter cannot be called on the cooperative pool. No other file of the studio imports a module
/// that bypasses it; a test checks that.
struct DiskAccess: ~Copyable {
  fileprivate init() {}
}
#endif
