// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// Notices that a pipeline moves no more, so that no job ever hangs.
final class Watchdog: Sendable {
  private let count = Atomic<Int>(0)
  private let seen = Mutex<(count: Int, since: ContinuousClock.Instant)>((-1, .now))
  private let limit: Duration

  /// A watchdog that bites after `limit` without a sign of life.
  init(limit: Duration) { self.limit = limit }

  /// A sign of life, from any thread.
  func pat() { count.wrappingAdd(1, ordering: .relaxed) }

  /// Whether there was no sign of life for half a second.
  var isQuiet: Bool {
    seen.withLock {
      $0.count == count.load(ordering: .relaxed) && .now - $0.since > .milliseconds(500)
    }
  }

  /// - Throws: when there was no sign of life for too long.
  func check(_ name: String) throws(RetimeError) {
    let now = ContinuousClock.now
    let current = count.load(ordering: .relaxed)
    let isStalled = seen.withLock { seen in
      if seen.count != current { seen = (current, now) }
      return now - seen.since > limit
    }
    guard isStalled else { return }
    throw RetimeError(
      .badInput,
      "'\(name)' stalled: nothing moved for \(limit.components.seconds) s. The file may be damaged; "
        + "--stall-timeout sets how long to wait"
    )
  }
}
