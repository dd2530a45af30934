// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// An executor that shares work among threads: the core has no threads of its own and uses the caller's.
public struct Parallel: Sendable {
  private let run: @Sendable (Int, @Sendable (Int) -> Void) -> Void

  /// Serial execution on the calling thread.
  public static let serial = Parallel { count, body in
    for index in 0..<count { body(index) }
  }

  /// Creates an executor.
  ///
  /// - Parameter run: Calls its second argument once with each number from 0 to below its first, in
  ///   any order and from any threads, and returns when all calls have returned.
  public init(_ run: @escaping @Sendable (Int, @Sendable (Int) -> Void) -> Void) { self.run = run }

  /// Returns this executor, limited to `threads` threads, at least one.
  package func limited(to threads: Int) -> Parallel {
    let run = self.run
    return Parallel { count, body in
      let next = Atomic(0)
      run(min(count, max(1, threads))) { _ in
        while true {
          let index = next.add(1, ordering: .relaxed).oldValue
          guard index < count else { return }
          body(index)
        }
      }
    }
  }

  /// Returns the results of `body` for each number, in order.
  func map<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
    let results = Results<Result>(count)
    run(count) { index in
      let result = body(index)
      results.slots.withLock { $0[index] = result }
    }
    let all = results.slots.withLock { $0.compactMap(\.self) }
    precondition(all.count == count, "\(all.count) of \(count) parts were run")
    return all
  }

  private final class Results<Result: Sendable>: Sendable {
    let slots: Mutex<[Result?]>

    init(_ count: Int) { slots = Mutex(Array(repeating: nil, count: count)) }
  }
}
