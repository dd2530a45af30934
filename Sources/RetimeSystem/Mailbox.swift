// SPDX-License-Identifier: MPL-2.0

internal import Dispatch
internal import Synchronization

/// Events from many threads to the one that waits for them, in the order they were posted.
public final class Mailbox<Event: Sendable>: Sendable {
  private let events = Mutex<[Event]>([])
  private let arrival = DispatchSemaphore(value: 0)

  /// A mailbox without events.
  public init() {}

  /// Puts an event in; never blocks.
  public func post(_ event: Event) {
    events.withLock { $0.append(event) }
    arrival.signal()
  }

  /// The next event, or nil when none comes within the time.
  ///
  /// Blocks.
  public func wait(milliseconds: Int) -> Event? {
    guard arrival.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else {
      return nil
    }
    return events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
