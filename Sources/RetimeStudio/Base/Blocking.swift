// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import Dispatch

/// Work that waits for the disk, on threads that may wait: never those of Swift's cooperative pool.
enum Blocking {
  private static let queue = DispatchQueue(label: "retime.studio.disk", attributes: .concurrent)

  /// Runs `body` on such a thread.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }

  /// Runs `body`, which can fail, on such a thread.
  static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await run { () -> Result<Value, Failure> in
      do throws(Failure) {
        return .success(try body())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
#endif
