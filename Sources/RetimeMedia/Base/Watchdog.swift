// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// A timer that detects a stalled pipeline, so that no job hangs.
final class Watchdog: Sendable {
  private let count = Atomic<Int>(0)
  private let seen = Mutex((count: -1, patience: PollTimeout()))
  private let limit: Duration

  /// Creates a watchdog that expires `limit` after the last call of `feed()`.
  init(limit: Duration) { self.limit = limit }

  /// Reports progress, from any thread.
  func feed() { count.wrappingAdd(1, ordering: .relaxed) }

  /// Whether no progress has been reported for half a second.
  var isQuiet: Bool {
    seen.withLock {
      $0.count == count.load(ordering: .relaxed) && $0.patience.used > .milliseconds(500)
    }
  }

  /// Checks for a stall.
  ///
  /// - Throws: when no progress has been reported for longer than the limit.
  func check(_ name: String) throws(RetimeError) {
    let current = count.load(ordering: .relaxed)
    let isStalled = seen.withLock { seen in
      if seen.count != current { seen = (current, PollTimeout()) }
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

/// The time that a polling caller has waited.
///
/// Time in which polling was impossible does not count: the process was stopped or the machine
/// suspended.
struct PollTimeout {
  /// The longest time that counts between two polls.
  private static let most = Duration.seconds(1)

  private var latest = ContinuousClock.now
  /// The time counted.
  private(set) var used = Duration.zero

  /// Polls once more; returns the time counted since the first poll.
  mutating func look() -> Duration {
    let now = ContinuousClock.now
    used += min(now - latest, Self.most)
    latest = now
    return used
  }
}
