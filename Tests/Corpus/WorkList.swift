// SPDX-License-Identifier: MPL-2.0

import Dispatch
import Synchronization

/// Work items processed by several threads.
enum WorkList {
  /// Runs `work` for every item and returns the results in the items' order.
  ///
  /// Blocks. The threads are Dispatch's: the work waits for programs, which is not allowed in Swift's cooperative pool.
  static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item],
    jobs: Int,
    _ work: @Sendable (Int, Item) throws -> Result
  ) throws -> [Result] {
    let next = Atomic<Int>(0)
    let results = Mutex<[(Int, Result)]>([])
    let failure = Mutex<(any Error)?>(nil)
    DispatchQueue.concurrentPerform(iterations: max(1, jobs)) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < items.count, failure.withLock({ $0 == nil }) else { return }
        do {
          let result = try work(index, items[index])
          results.withLock { $0.append((index, result)) }
        } catch {
          failure.withLock { $0 = $0 ?? error }
        }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return results.withLock { $0.sorted { $0.0 < $1.0 }.map(\.1) }
  }
}
