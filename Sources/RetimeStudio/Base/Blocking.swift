// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import Dispatch

/// Work that waits for the disk, on threads that may wait: never those of Swift's cooperative pool.
enum Blocking {
  private static let queue = DispatchQueue(label: "retime.studio.disk", attributes: .concurrent)

  /// Runs `body` on such a thread; it gets the disk.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing Disk) -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body(Disk())) }
    }
  }

  /// Runs `body`, which can fail, on such a thread.
  static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable (borrowing Disk) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await run { (disk) -> Result<Value, Failure> in
      Result { () throws(Failure) in try body(disk) }
    }.get()
  }

  /// Runs `body` on a thread of its own and waits for it, but no longer than this: for a thread that may wait.
  static func run(
    atMost patience: DispatchTimeInterval,
    _ body: @escaping @Sendable (borrowing Disk) -> Void
  ) {
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue(label: "retime.studio.end").async {
      body(Disk())
      isDone.signal()
    }
    _ = isDone.wait(timeout: .now() + patience)
  }

  /// Runs `body`, which computes for long, on such a thread.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await run { _ in body() }
  }
}

/// The disk, which may let everybody wait.
///
/// `Blocking.run` alone makes one, and lends it out: what takes a disk cannot be called on the cooperative pool. No
/// other file of the studio imports what could go round it; a test sees to that.
struct Disk: ~Copyable {
  fileprivate init() {}
}
#endif
