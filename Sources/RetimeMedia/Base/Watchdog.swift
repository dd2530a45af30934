// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// Notices that a pipeline moves no more, so that no job ever hangs.
final class Watchdog: Sendable {
  private let count = Atomic<Int>(0)
  private let seen = Mutex((count: -1, patience: Patience()))
  private let limit: Duration

  /// A watchdog that expires `limit` after the last sign of life.
  init(limit: Duration) { self.limit = limit }

  /// A sign of life, from any thread.
  func feed() { count.wrappingAdd(1, ordering: .relaxed) }

  /// Whether there was no sign of life for half a second.
  var isQuiet: Bool {
    seen.withLock {
      $0.count == count.load(ordering: .relaxed) && $0.patience.used > .milliseconds(500)
    }
  }

  /// - Throws: when there was no sign of life for too long.
  func check(_ name: String) throws(RetimeError) {
    let current = count.load(ordering: .relaxed)
    let isStalled = seen.withLock { seen in
      if seen.count != current { seen = (current, Patience()) }
      return seen.patience.look() > limit
    }
    guard isStalled else { return }
    throw RetimeError(
      .badInput,
      "'\(name)' stalled: nothing moved for \(limit.components.seconds) s. The file may be damaged, or its encoder slow; "
        + "--stall-timeout sets how long to wait"
    )
  }
}

/// How long somebody has waited who looks again and again.
///
/// Time in which nobody could look does not count: the process was stopped, or the machine asleep.
struct Patience {
  /// The most that counts between two looks.
  private static let most = Duration.seconds(1)

  private var latest = ContinuousClock.now
  /// The time that counts.
  private(set) var used = Duration.zero

  /// Looks once more; how long it has been since the first time.
  mutating func look() -> Duration {
    let now = ContinuousClock.now
    used += min(now - latest, Self.most)
    latest = now
    return used
  }
}
